import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import path from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hiddenCharacters, type Upload } from '#contract/endpoint'
import { limits } from '#contract/limits'
import type { Config } from '../config.ts'
import { spoolFolder } from '../files/file-store.ts'
import { spoolName } from '../files/spool.ts'
import { fail } from './problem.ts'

/** A received file, on disk until the call ends. */
export interface UploadedFile {
  readonly path: string
  readonly name: string
  readonly size: number
}

/** A received multipart request. */
interface ReceivedForm {
  readonly files: readonly UploadedFile[]
  /** Fields of the form that are not files. */
  readonly fields: Record<string, string>
  discard(): Promise<void>
}

/** Allowance in bytes for the boundaries and headers of the form. */
const formBytes = 200_000

/**
 * Streams the files of a multipart request to disk, not into memory. A request that is too large is refused by its
 * Content-Length, or as soon as it exceeds the limit.
 */
export async function receiveUpload(request: FastifyRequest, upload: Upload, config: Config): Promise<ReceivedForm> {
  if (!request.isMultipart()) fail('UNSUPPORTED_MEDIA')
  const maxBytes = Math.min(upload.maxBytes, config.maxUploadBytes ?? upload.maxBytes)
  const fieldSize = upload.maxFieldBytes ?? 100_000
  if (Number(request.headers['content-length']) > maxBytes + fieldSize + formBytes) fail('PAYLOAD_TOO_LARGE')
  const spool = spoolFolder(config.dataDir)
  await mkdir(spool, { recursive: true, mode: 0o700 }).catch(storageFailed)
  const places: string[] = []
  const discard = async () => void (await Promise.all(places.map((place) => rm(place, { force: true }))))
  const fields: Record<string, string> = {}
  const files: UploadedFile[] = []
  let left = maxBytes
  try {
    for await (const part of request.parts({
      limits: { fileSize: maxBytes, files: (upload.maxFiles ?? 1) + (upload.maxFiles ? 1 : 0), fields: 50, fieldSize },
    })) {
      if (part.type === 'field') {
        if (part.valueTruncated) fail('PAYLOAD_TOO_LARGE')
        if (typeof part.value === 'string') fields[part.fieldname] = part.value
        else if (upload.maxFiles) fields[part.fieldname] = JSON.stringify(part.value)
        continue
      }
      // A browser sends a part of JSON with a content type as if it were a file.
      if (upload.maxFiles && part.fieldname !== 'file' && part.mimetype === 'application/json') {
        fields[part.fieldname] = await shortText(part.file, fieldSize)
        continue
      }
      if (upload.maxFiles === files.length) fail('TOO_MANY_ATTACHMENTS', { values: { count: upload.maxFiles } })
      const place = path.join(spool, spoolName())
      places.push(place)
      const out = createWriteStream(place, { mode: 0o600 })
      // Otherwise the stream would wait for the end of a file that nobody reads.
      part.file.once('limit', () => part.file.destroy())
      await pipeline(part.file, atMost(left), out).catch((error) => {
        if (part.file.truncated) fail('PAYLOAD_TOO_LARGE')
        throw error
      })
      left -= out.bytesWritten
      // Forms encode quotation marks in file names like this.
      const name = fileNameOf(part.filename?.replaceAll('%22', '"'))
      files.push({ path: place, name, size: out.bytesWritten })
    }
    if (files.length === 0 && !upload.maxFiles) {
      if (upload.missing) fail(upload.missing)
      fail('VALIDATION', { fields: [{ path: 'file', invalid: 'required' }] })
    }
    return { files, fields, discard }
  } catch (error) {
    await discard()
    if (isOfDisk(error)) storageFailed(error)
    if (isOfParser(error)) fail('MALFORMED_BODY')
    throw error
  }
}

const storageFailed = (fault: unknown) => fail('STORAGE_FAILED', { fault })

/** The disk is full, read-only, missing or broken. */
const isOfDisk = (error: unknown) => diskCodes.includes((error as NodeJS.ErrnoException).code ?? '')
const diskCodes = ['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'EIO', 'ENOENT', 'ENOTDIR', 'EMFILE', 'ENFILE']

/** Whether the multipart parser refused the form, for which it has no codes: cut off, or with a wrong boundary. */
function isOfParser(error: unknown): boolean {
  const { constructor: kind, code } = error as NodeJS.ErrnoException
  return (kind === Error && code === undefined) || code === 'ERR_STREAM_PREMATURE_CLOSE'
}

/** Passes on at most `bytes` and refuses more; the limit holds for all files together. */
const atMost = (bytes: number) => {
  let left = bytes
  return new Transform({
    transform(chunk: Buffer, _, done) {
      left -= chunk.length
      if (left >= 0) return done(null, chunk)
      try {
        fail('PAYLOAD_TOO_LARGE')
      } catch (error) {
        done(error as Error)
      }
    },
  })
}

async function shortText(content: Readable, maxBytes: number): Promise<string> {
  return (await buffer(content.pipe(atMost(maxBytes)))).toString('utf8')
}

const lingerMs = 5000

/**
 * After a refusal, discards the rest of the request and then closes the connection. Closing it at once would lose the
 * answer, and keeping it would make the next call wait behind unread data.
 */
export async function endUpload(request: IncomingMessage, reply: FastifyReply): Promise<void> {
  const { headers, socket } = request
  if (!headers['transfer-encoding'] && !Number(headers['content-length'])) return
  // What came in the same packet as the head has been read by then.
  if (request.complete === false) await nextTurn()
  if (request.complete !== false) return
  reply.header('connection', 'close')
  request.unpipe()
  request.resume()
  const timer = setTimeout(() => socket.destroy(), lingerMs).unref()
  socket.once('close', () => clearTimeout(timer))
  // Node would close the socket together with the answer.
  socket.destroySoon = () => void socket.end()
}

/** Returns the last part of a name, without control and direction characters, of at most 255 characters. */
export function fileNameOf(sent: string | undefined): string {
  const last = (sent ?? '').split(/[\\/]/).at(-1) ?? ''
  const shown = last.normalize('NFC').toWellFormed().replace(hiddenCharacters, '').trim()
  // The cut may leave half of a surrogate pair at the beginning.
  const kept = shown.slice(-limits.document.nameLength).replace(/^[\udc00-\udfff]/, '')
  return /^\.*$/.test(kept) ? 'file' : kept
}
