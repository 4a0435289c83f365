import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { ReadableStream } from 'node:stream/web'
import { setTimeout as sleep } from 'node:timers/promises'
import type { S3Settings } from '../config.ts'
import { type FileStore, type Listed, StorageError } from './file-store.ts'
import { writeHashed } from './hashing.ts'
import { sign } from './signature-v4.ts'
import { forgetOld } from './spool.ts'
import { readXml } from './xml.ts'

interface Patience {
  readonly attempts: number
  readonly pauseMs: number
  /** Time limit until the answer begins, and until its next piece; an upload gets a second more for every 100 kB. */
  readonly answerMs: number
}

const emptyHash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
const usual: Patience = { attempts: 3, pauseMs: 500, answerMs: 20_000 }

/**
 * Stores files in a bucket, as `files/ab/cd/abcd…`. A content is spooled to the local disk first, so that its hash is
 * part of the signed request: the service refuses what arrives incomplete or changed.
 */
export function s3Store(settings: S3Settings, spool: string, patience: Patience = usual): FileStore {
  const keyOf = (hash: string) => `files/${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}`
  const ask = (request: S3Request) => askPatiently(settings, request, patience)
  return {
    async put(given) {
      const content = given instanceof Uint8Array ? Readable.from([given]) : given
      const temporary = path.join(spool, randomUUID())
      try {
        await mkdir(spool, { recursive: true, mode: 0o700 })
        const stored = await writeHashed(content, createWriteStream(temporary, { mode: 0o600, flags: 'wx' }))
        const sent = await ask({
          method: 'PUT',
          key: keyOf(stored.hash),
          upload: { ...stored, open: () => createReadStream(temporary) },
        })
        await expectOk(sent)
        return stored
      } catch (error) {
        content.destroy()
        throw asStorageError('a file could not be stored', error)
      } finally {
        await rm(temporary, { force: true }).catch(() => {})
      }
    },
    async open(hash, range) {
      const headers: Record<string, string> = range ? { range: `bytes=${range.from}-${range.to}` } : {}
      const answer = await ask({ method: 'GET', key: keyOf(hash), headers })
      if (answer.status !== (range ? 206 : 200) || !answer.body) await refused(answer)
      return contentOf(answer, patience)
    },
    async size(hash) {
      const answer = await ask({ method: 'HEAD', key: keyOf(hash) })
      if (answer.status === 404) return null
      await expectOk(answer)
      return Number(answer.headers.get('content-length'))
    },
    async remove(hash) {
      const answer = await ask({ method: 'DELETE', key: keyOf(hash) })
      if (answer.status !== 404) await expectOk(answer)
    },
    async *list() {
      await forgetOld(spool)
      yield* listObjects(ask, patience)
    },
    async ready() {
      await expectOk(await ask({ method: 'GET', query: { 'list-type': '2', 'max-keys': '1' } }))
    },
  }
}

interface S3Request {
  readonly method: 'GET' | 'PUT' | 'HEAD' | 'DELETE'
  readonly key?: string
  readonly query?: Record<string, string>
  readonly headers?: Record<string, string>
  readonly upload?: { hash: string; size: number; open(): Readable }
}

/** Sends a request, with retries: any may be repeated, because what is stored under a hash is always the same. */
async function askPatiently(settings: S3Settings, request: S3Request, patience: Patience): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    const last = attempt >= patience.attempts
    try {
      const answer = await askOnce(settings, request, patience)
      if (answer.status < 500 || last) return answer
      await answer.body?.cancel()
    } catch (error) {
      if (last) throw asStorageError('the S3 service does not answer', error)
    }
    await sleep(patience.pauseMs * attempt)
  }
}

async function askOnce(settings: S3Settings, request: S3Request, { answerMs }: Patience): Promise<Response> {
  const { method, key, query = {}, headers = {}, upload } = request
  const base = settings.endpoint.href.replace(/\/$/, '')
  const url = new URL(`${base}/${encodeURIComponent(settings.bucket)}${key ? `/${key}` : ''}`)
  url.search = new URLSearchParams(query).toString()
  const signed = sign({ method, url, headers, contentHash: upload?.hash ?? emptyHash }, settings)
  const tooLate = new AbortController()
  const timer = setTimeout(() => tooLate.abort(), answerMs + (upload?.size ?? 0) / 100)
  const content = upload?.open()
  try {
    return await fetch(url, {
      method,
      headers: upload ? { ...signed, 'content-length': String(upload.size) } : signed,
      signal: tooLate.signal,
      redirect: 'error',
      ...(content ? { body: Readable.toWeb(content) as never, duplex: 'half' as const } : {}),
    })
  } finally {
    clearTimeout(timer)
    content?.destroy()
  }
}

/** Returns the body of an answer as a stream that fails when the service falls silent. */
function contentOf({ body }: Response, { answerMs }: Patience): Readable {
  async function* pieces() {
    const reader = (body as ReadableStream<Uint8Array>).getReader()
    try {
      for (;;) {
        const silence = new AbortController()
        const { done, value } = await Promise.race([reader.read(), silent(answerMs, silence.signal)]).finally(() =>
          silence.abort(),
        )
        if (done) return
        yield value
      }
    } finally {
      await reader.cancel().catch(() => {})
    }
  }
  return Readable.from(pieces(), { objectMode: false })
}

async function silent(ms: number, signal: AbortSignal): Promise<never> {
  await sleep(ms, undefined, { signal })
  throw new StorageError('the S3 service fell silent in the middle of its answer')
}

async function* listObjects(ask: (request: S3Request) => Promise<Response>, patience: Patience): AsyncIterable<Listed> {
  let after: string | undefined
  do {
    const query: Record<string, string> = { 'list-type': '2', prefix: 'files/' }
    if (after) query['continuation-token'] = after
    const answer = await ask({ method: 'GET', query })
    await expectOk(answer, false)
    const { objects, fields } = readList(await text(contentOf(answer, patience)))
    for (const object of objects) {
      const hash = /([0-9a-f]{64})$/.exec(object.get('Key') ?? '')?.[1]
      const storedAt = new Date(object.get('LastModified') ?? '')
      if (hash) yield { hash, size: Number(object.get('Size')), storedAt }
    }
    after = fields.get('IsTruncated') === 'true' ? fields.get('NextContinuationToken') : undefined
  } while (after)
}

/** Returns the elements of an answer by name, those of each object separately. */
function readList(xml: string): { objects: Map<string, string>[]; fields: Map<string, string> } {
  const objects: Map<string, string>[] = []
  const fields = new Map<string, string>()
  let into = fields
  let text = ''
  readXml(xml, {
    opened(name) {
      text = ''
      if (name === 'Contents') into = new Map()
    },
    text(piece) {
      text += piece
    },
    closed(name) {
      if (name !== 'Contents') return void into.set(name, text)
      objects.push(into)
      into = fields
    },
  })
  return { objects, fields }
}

async function expectOk(answer: Response, drop = true): Promise<void> {
  if (!answer.ok) await refused(answer)
  if (drop) await answer.body?.cancel()
}

async function refused(answer: Response): Promise<never> {
  const { fields } = readList((await answer.text().catch(() => '')).slice(0, 2000))
  throw new StorageError(`the S3 service answers ${answer.status} ${fields.get('Code') ?? ''}`)
}

const asStorageError = (text: string, error: unknown) =>
  error instanceof StorageError ? error : new StorageError(text, error)
