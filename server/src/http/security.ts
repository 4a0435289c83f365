import type { IncomingMessage, ServerResponse } from 'node:http'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import helmet from 'helmet'
import type { Endpoint } from '#contract/endpoint'
import { keyBeside, needsKey } from '#contract/permissions'
import type { Config } from '../config.ts'
import { showsKey } from './access-keys.ts'
import type { Actors } from './actors.ts'
import { addressOf } from './address.ts'
import { endpointOf } from './endpoint-of.ts'
import { fail } from './problem.ts'
import { sessionHash } from './session.ts'
import { boundVain } from './vain-look-ups.ts'

/**
 * Requests per minute: of a session at an address, of all requests without session at an address (perhaps a whole
 * office), and of an access key.
 */
const perMinute = { caller: 6000, key: 600 }
/**
 * Whether a request is free of rate limits: a page with missing scripts shows nothing, and a refused health check would
 * restart the process.
 */
const isUncounted = (url = '') => url.startsWith('/assets/') || url === '/healthz'

/** Adds security headers, the Origin check of every mutation, and rate limits. */
export async function secure(app: FastifyInstance, config: Config, actors: Actors): Promise<void> {
  const headers = headersOf(config)
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(isOfData(request) ? headers.ofData : headers.ofPages)
    // Node would refuse it with an empty answer. Before HTTP/1.1 no Host header was required.
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1') fail('MALFORMED_BODY')
    refuseForeignOrigin(request, config)
  })
  await app.register(rateLimit, {
    max: (request) => ownLimit(request)?.perMinute ?? perMinute.caller,
    async keyGenerator(request) {
      const own = ownLimit(request)
      return `${own ? `${own.method} ${own.path}` : ''} ${(await sessionOf(request)) ?? ''} ${addressOf(request)}`
    },
    allowList: (request) => isUncounted(request.routeOptions.url),
    timeWindow: 60_000,
    errorResponseBuilder: (_request, { ttl }) => {
      try {
        return tooMany(ttl)
      } catch (error) {
        return error as Error
      }
    },
  })
  const unlessVain = boundVain(perMinute.caller)
  /**
   * Returns the session to count a request by. Invented sessions cause no more queries than requests without one, and
   * do not hold up known sessions at the same address.
   */
  async function sessionOf(request: FastifyRequest): Promise<string | null> {
    const remembered = actors.rememberedSession(request)
    if (remembered !== null || !sessionHash(request)) return remembered
    const seen = actors.seenSession(request)
    // pages and the live channel cause no query here
    if (!endpointOf(request)) return seen
    // the database may be away
    const lookUp = () => actors.sessionOf(request).catch(() => seen)
    return seen === null ? unlessVain(addressOf(request), lookUp) : lookUp()
  }
}

/** Returns the security headers of pages with files, and of data. They never change, so this runs once. */
function headersOf(config: Config): Record<'ofPages' | 'ofData', Headers> {
  const ofPages: Headers = { 'cache-control': 'no-store' }
  const answer = {
    setHeader: (name: string, value: string) => (ofPages[name.toLowerCase()] = value),
    removeHeader() {},
  }
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        // fonts in the frame of a message
        fontSrc: ["'self'", 'data:'],
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
  })({} as IncomingMessage, answer as unknown as ServerResponse, () => {})
  const onlyByHttps = 'strict-transport-security'
  const hsts = ofPages[onlyByHttps]
  return { ofPages, ofData: { ...headersAlone, ...(hsts && { [onlyByHttps]: hsts }) } }
}
type Headers = Record<string, string>

/** Whether the answer of a call is data, not a file or a page. */
function isOfData(request: FastifyRequest): boolean {
  const endpoint = endpointOf(request)
  return endpoint !== undefined && !('file' in endpoint.response)
}

/** Returns the call if it has a rate limit of its own. Calls with a key are counted per key, once that is known. */
function ownLimit(request: FastifyRequest): Endpoint | undefined {
  const endpoint = endpointOf(request)
  return endpoint?.perMinute && !needsKey(endpoint.allow) ? endpoint : undefined
}

/** Returns a function that counts the requests of each key to one call. Errors: TOO_MANY_ATTEMPTS. */
export function keyLimit(
  app: FastifyInstance,
  endpoint: Endpoint,
): (request: FastifyRequest, keyId: string) => Promise<void> {
  const keys = new WeakMap<FastifyRequest, string>()
  const count = app.createRateLimit({
    max: endpoint.perMinute ?? perMinute.key,
    timeWindow: 60_000,
    keyGenerator: (request) => keys.get(request) ?? '',
  })
  return async (request, keyId) => {
    keys.set(request, keyId)
    const counted = await count(request)
    if (!counted.isAllowed && counted.isExceeded) tooMany(counted.ttl)
  }
}

const tooMany = (ttl: number) => fail('TOO_MANY_ATTEMPTS', { retryAfter: Math.max(1, Math.ceil(ttl / 1000)) })

/** Security headers of an answer that is no page: it may load nothing. */
export const headersAlone = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

/** Allows scripts and styles with this nonce in the page that is answered. */
export function allowNonce(reply: FastifyReply, nonce: string): void {
  const policy = String(reply.getHeader('content-security-policy'))
  reply.header('content-security-policy', policy.replace(/(script|style)-src 'self'/g, `$& 'nonce-${nonce}'`))
}

/**
 * Refuses mutations that a page of another site sends: browsers name the site. Other programs send neither header, and
 * never carry our cookie by accident. Calls that require a key are exempt, because a cookie does not help there.
 */
function refuseForeignOrigin(request: FastifyRequest, config: Config): void {
  const allow = endpointOf(request)?.allow
  if (allow && (needsKey(allow) || (keyBeside(allow) && showsKey(request)))) return
  if (['GET', 'HEAD', 'OPTIONS'].includes(request.method) && !startsWork(request)) return
  const { origin, 'sec-fetch-site': site } = request.headers
  if (site && site !== 'same-origin' && site !== 'none' && (origin === undefined || startsWork(request))) {
    fail('FOREIGN_ORIGIN')
  }
  // Following a link sends no Origin, and old browsers send only a Referer.
  const from = origin ?? (startsWork(request) ? request.headers.referer : undefined)
  if (!isFromHere(request, config, from)) fail('FOREIGN_ORIGIN')
}

/** Whether the page that makes the request is one of ours, or the request comes from no page. */
export function isFromHere(request: FastifyRequest, config: Config, from = request.headers.origin): boolean {
  if (from === undefined) return true
  const own = config.publicUrl ? [config.publicUrl.host, request.host] : [request.host]
  const host = URL.parse(from)?.host
  return host ? own.includes(host) : false
}

const startsWork = (request: FastifyRequest) => request.method === 'GET' && endpointOf(request)?.startsWork === true
