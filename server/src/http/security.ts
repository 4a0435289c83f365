import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { fail } from './problem.ts'

const perMinute = { all: 6000, signIn: 600 }

/** Headers, the Origin check of every mutation, and limits of requests per address. */
export async function secure(app: FastifyInstance, config: Config): Promise<void> {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    refuseForeignOrigin(request, config)
  })
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        mediaSrc: ["'self'", 'blob:'],
        workerSrc: ["'self'", 'blob:'],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        frameSrc: ["'self'", 'blob:'],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
      },
    },
    hsts: config.publicUrl?.protocol === 'https:',
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'same-origin' },
  })
  await app.register(rateLimit, {
    max: (request) => (request.url.startsWith('/api/auth/signin') ? perMinute.signIn : perMinute.all),
    keyGenerator: (request) => (request.url.startsWith('/api/auth/signin') ? `signin ${request.ip}` : request.ip),
    timeWindow: 60_000,
    errorResponseBuilder: (_request, { ttl }) => {
      try {
        return fail('TOO_MANY_ATTEMPTS', { retryAfter: Math.max(1, Math.ceil(ttl / 1000)) })
      } catch (error) {
        return error as Error
      }
    },
  })
}

/** Allows what carries this nonce among the scripts and styles of the page that is answered. */
export function allowNonce(reply: FastifyReply, nonce: string): void {
  const policy = String(reply.getHeader('content-security-policy'))
  reply.header('content-security-policy', policy.replace(/(script|style)-src 'self'/g, `$& 'nonce-${nonce}'`))
}

/**
 * A browser names the page that a mutation comes from. One from another site is refused; programs that are no browser
 * send neither header and carry no cookie of ours by accident.
 */
function refuseForeignOrigin(request: FastifyRequest, config: Config): void {
  if (['GET', 'HEAD', 'OPTIONS'].includes(request.method)) return
  const { origin, 'sec-fetch-site': site } = request.headers
  if (origin === undefined) {
    if (site && site !== 'same-origin' && site !== 'none') fail('FOREIGN_ORIGIN')
    return
  }
  if (!isFromHere(request, config)) fail('FOREIGN_ORIGIN')
}

/** Whether the page that makes the request is one of ours, or it is no page at all. */
export function isFromHere(request: FastifyRequest, config: Config): boolean {
  const { origin } = request.headers
  const own = config.publicUrl ? [config.publicUrl.host, request.host] : [request.host]
  return origin === undefined || own.includes(URL.parse(origin)?.host ?? '')
}
