import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Permission } from '#contract/permissions'
import type { Actors } from './actors.ts'
import { readPageHead } from './page-head.ts'
import { fail } from './problem.ts'
import { allowNonce } from './security.ts'

const dist = path.resolve(import.meta.dirname, '../../../web/dist')
const noncePlace = '__CSP_NONCE__'

/** Serves the web client: hashed files, cached for ever, and the page with a fresh nonce for every screen. */
export async function serveWeb(app: FastifyInstance, actors: Actors): Promise<void> {
  await app.register(fastifyStatic, {
    root: dist,
    index: false,
    wildcard: false,
    preCompressed: true,
    serveDotFiles: false,
    setHeaders: (reply, file) => {
      const hashed = file.includes(`${path.sep}assets${path.sep}`)
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  const page = await readFile(path.join(dist, 'index.html'), 'utf8').catch(() => null)
  const headOf = await readPageHead(dist, noncePlace)
  app.setNotFoundHandler(async (request, reply) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const wantsPage = isRead && !/^\/(api|logout|notifications|assets)(\/|$|\?)/.test(request.url)
    if (!wantsPage) fail('NOT_FOUND')
    if (page === null) fail('UNAVAILABLE')
    const head = headOf(request.url, await heldBy(actors, request))
    const nonce = randomBytes(16).toString('base64')
    allowNonce(reply, nonce)
    return reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(page.replace('</title>', (title) => title + head).replaceAll(noncePlace, nonce))
  })
}

const patienceMs = 500

/** Returns the visitor's permissions; null without a timely answer of the database, as the page must come anyway. */
async function heldBy(actors: Actors, request: FastifyRequest): Promise<ReadonlySet<Permission> | null> {
  const actor = await Promise.race([actors.of(request), setTimeout(patienceMs, null, { ref: false })]).catch(() => null)
  return actor?.id == null || actor.secondFactorMissing ? null : actor.permissions
}
