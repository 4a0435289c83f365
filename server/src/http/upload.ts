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

/** A file as received, on disk until the call ends. */
export interface UploadedFile {
  readonly path: string
  readonly name: string
  readonly size: number
}

/** A multipart request as received. */
interface ReceivedForm {
  readonly files: readonly UploadedFile[]
  /** The other fields of the form. */
  readonly fields: Record<string, string>
  discard(): Promise<void>
}

/** Room for the lines between the fields of the form. */
const formBytes = 200_000

/**
 * Streams the files of a multipart request to disk; nothing is kept in memory. What is too large is refused by its
 * announced length, or as soon as it is too long.
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
      // A browser sends JSON that has a type of its own as if it were a file.
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
      // A form writes the quotation marks of a name so.
      const name = fileNameOf(part.filename?.replaceAll('%22', '"'))
      files.push({ path: place, name, size: out.bytesWritten })
    }
    if (files.length === 0 && !upload.maxFiles) {
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

/** Full, read-only, gone, or broken. */
const isOfDisk = (error: unknown) => diskCodes.includes((error as NodeJS.ErrnoException).code ?? '')
const diskCodes = ['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'EIO', 'ENOENT', 'ENOTDIR', 'EMFILE', 'ENFILE']

/** The parser of forms has no codes: what it refuses is cut off, has no boundary, or another one. */
function isOfParser(error: unknown): boolean {
  const { constructor: kind, code } = error as NodeJS.ErrnoException
  return (kind === Error && code === undefined) || code === 'ERR_STREAM_PREMATURE_CLOSE'
}

/** Passes on so many bytes and refuses more: the limit holds for all files together. */
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
 * After a refusal, drops what is still on its way, with the connection: the sender gets the answer, and a moment to
 * read it. Cutting it at once would take the answer away as well, and keeping it would make the next call wait behind
 * what nobody reads.
 */
export async function endUpload(request: IncomingMessage, reply: FastifyReply): Promise<void> {
  const { headers, socket } = request
  if (!headers['transfer-encoding'] && !Number(headers['content-length'])) return
  // What came in the same piece as the head is read by then.
  if (request.complete === false) await nextTurn()
  if (request.complete !== false) return
  reply.header('connection', 'close')
  request.unpipe()
  request.resume()
  const timer = setTimeout(() => socket.destroy(), lingerMs).unref()
  socket.once('close', () => clearTimeout(timer))
  // Node would close it together with the answer.
  socket.destroySoon = () => void socket.end()
}

/** The last part of the name, without control and direction marks, at most 255 characters. */
export function fileNameOf(sent: string | undefined): string {
  const last = (sent ?? '').split(/[\\/]/).at(-1) ?? ''
  const shown = last.normalize('NFC').toWellFormed().replace(hiddenCharacters, '').trim()
  // Not from the middle of a character that takes two places.
  const kept = shown.slice(-limits.document.nameLength).replace(/^[\udc00-\udfff]/, '')
  return /^\.*$/.test(kept) ? 'file' : kept
}
