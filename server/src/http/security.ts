import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { mailboxApi } from '#contract/mail/mailboxes'
import type { Config } from '../config.ts'
import { addressOf } from './address.ts'
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
    keyGenerator: (request) =>
      request.url.startsWith('/api/auth/signin') ? `signin ${addressOf(request)}` : addressOf(request),
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

/** The headers of an answer that passes no hook: it is no page, and asks for nothing. */
export function hardenAlone(reply: FastifyReply): void {
  reply.headers({
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
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
  if (['GET', 'HEAD', 'OPTIONS'].includes(request.method) && !startsWork(request)) return
  const { origin, 'sec-fetch-site': site } = request.headers
  if (site && site !== 'same-origin' && site !== 'none' && (origin === undefined || startsWork(request))) {
    fail('FOREIGN_ORIGIN')
  }
  // A link sends no origin, and an old browser says of the page before it alone where that was.
  const from = origin ?? (startsWork(request) ? request.headers.referer : undefined)
  if (!isFromHere(request, config, from)) fail('FOREIGN_ORIGIN')
}

/** Whether the page that makes the request is one of ours, or it is no page at all. */
export function isFromHere(request: FastifyRequest, config: Config, from = request.headers.origin): boolean {
  if (from === undefined) return true
  const own = config.publicUrl ? [config.publicUrl.host, request.host] : [request.host]
  const host = URL.parse(from)?.host
  return host ? own.includes(host) : false
}

/** A call that changes something although it is a GET: a link on another site would start it. */
const startsWork = (request: FastifyRequest) =>
  request.method === 'GET' && request.routeOptions.url === mailboxApi.import.path
