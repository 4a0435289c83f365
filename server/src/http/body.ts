import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { endpointOf } from './endpoint-of.ts'
import { fail } from './problem.ts'

const inflate = promisify(gunzip)
export const maxJsonBytes = 5 * 1024 * 1024
export const maxJsonDepth = 64
const maxFormBytes = 64 * 1024
const formType = 'application/x-www-form-urlencoded'

/**
 * Accepts JSON bodies, gzipped or not; a gzip header without a body, or with one that is not gzipped, does no harm. A
 * body that inflates past the limit or nests too deep is refused before it is parsed. A signed body stays raw until its
 * signature has been checked.
 */
export function acceptJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    ['application/json', 'application/problem+json', 'text/plain'],
    { parseAs: 'buffer', bodyLimit: maxJsonBytes },
    async (request: FastifyRequest, bytes: Buffer) => (isSigned(request) ? bytes : readJson(bytes)),
  )
  app.addContentTypeParser(
    formType,
    { parseAs: 'buffer', bodyLimit: maxFormBytes },
    async (request: FastifyRequest, bytes: Buffer) => {
      if (bytes.length === 0) return undefined
      if (!endpointOf(request)?.forms) fail('UNSUPPORTED_MEDIA')
      return isSigned(request) ? bytes : readForm(bytes)
    },
  )
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: maxJsonBytes },
    async (_request: unknown, bytes: Buffer) => {
      if (bytes.length === 0) return undefined
      return fail('UNSUPPORTED_MEDIA')
    },
  )
}

function isSigned(request: FastifyRequest): boolean {
  const allow = endpointOf(request)?.allow
  return typeof allow === 'object' && 'signature' in allow
}

/** Parses a body that was kept raw for its signature. */
export const readSigned = async (request: FastifyRequest, bytes: Buffer): Promise<unknown> =>
  request.headers['content-type']?.startsWith(formType) ? readForm(bytes) : readJson(bytes)

/** Parses a form; a field that is named `user[]` or occurs twice becomes a list. */
function readForm(bytes: Buffer): Record<string, string | string[]> {
  const fields = new Map<string, string[]>()
  const lists = new Set<string>()
  for (const [name, value] of new URLSearchParams(bytes.toString('utf8'))) {
    const field = name.replace(/\[\]$/, '')
    if (field === '__proto__') continue
    const values = fields.get(field) ?? []
    if (field !== name || values.length > 0) lists.add(field)
    fields.set(field, values)
    values.push(value)
  }
  return Object.fromEntries([...fields].map(([name, values]) => [name, lists.has(name) ? values : (values[0] ?? '')]))
}

const readJson = async (bytes: Buffer): Promise<unknown> => parseJson(await plain(bytes))

const isGzip = (bytes: Buffer) => bytes.length > 2 && bytes[0] === 0x1f && bytes[1] === 0x8b

async function plain(bytes: Buffer): Promise<Buffer> {
  if (!isGzip(bytes)) return bytes
  try {
    return await inflate(bytes, { maxOutputLength: maxJsonBytes })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') fail('PAYLOAD_TOO_LARGE')
    fail('MALFORMED_BODY')
  }
}

function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  if (nestsDeeperThan(maxJsonDepth, bytes)) fail('MALFORMED_BODY')
  try {
    const text = bytes.toString('utf8')
    return JSON.parse(text, mayNamePrototype.test(text) ? withoutPrototype : undefined)
  } catch {
    return fail('MALFORMED_BODY')
  }
}

/** Where this matches, a reviver is used; for every body it would take longer than parsing. `\u` may spell the name. */
const mayNamePrototype = /__proto__|\\u/

function withoutPrototype(key: string, value: unknown) {
  return key === '__proto__' ? undefined : value
}

/** Counts brackets outside strings; this is cheaper than letting the parser recurse into a hostile body. */
function nestsDeeperThan(limit: number, bytes: Buffer): boolean {
  let depth = 0
  let inString = false
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (inString) {
      if (byte === 0x5c) at++
      else if (byte === 0x22) inString = false
    } else if (byte === 0x22) inString = true
    else if (byte === 0x7b || byte === 0x5b) {
      if (++depth > limit) return true
    } else if (byte === 0x7d || byte === 0x5d) depth--
  }
  return false
}
