import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Upload } from '@glut/contract/endpoint'
import { limits } from '@glut/contract/limits'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { spoolFolder } from '../files/file-store.ts'
import { fail } from './problem.ts'

/** A file as received, on disk until the call ends. */
export interface UploadedFile {
  readonly path: string
  readonly name: string
  readonly size: number
  /** The other fields of the form. */
  readonly fields: Record<string, string>
  discard(): Promise<void>
}

/** Room for the other fields of the form and the lines between them. */
const formBytes = 200_000

/**
 * Streams the field `file` of a multipart request to disk; nothing is kept in memory. What is too large is refused by
 * its announced length, or as soon as it is too long.
 */
export async function receiveUpload(request: FastifyRequest, upload: Upload, config: Config): Promise<UploadedFile> {
  if (!request.isMultipart()) fail('UNSUPPORTED_MEDIA')
  const maxBytes = Math.min(upload.maxBytes, config.maxUploadBytes ?? upload.maxBytes)
  if (Number(request.headers['content-length']) > maxBytes + formBytes) fail('PAYLOAD_TOO_LARGE')
  const spool = spoolFolder(config.dataDir)
  await mkdir(spool, { recursive: true, mode: 0o700 })
  const place = path.join(spool, randomUUID())
  const discard = () => rm(place, { force: true })
  const fields: Record<string, string> = {}
  let found: { name: string; size: number } | null = null
  try {
    for await (const part of request.parts({
      limits: { fileSize: maxBytes, files: 1, fields: 50, fieldSize: 100_000 },
    })) {
      if (part.type === 'field') {
        if (typeof part.value === 'string') fields[part.fieldname] = part.value
        continue
      }
      const out = createWriteStream(place, { mode: 0o600 })
      // Else the stream would wait for the end of what it no longer passes on.
      part.file.once('limit', () => part.file.destroy())
      await pipeline(part.file, out).catch((error) => {
        if (part.file.truncated) fail('PAYLOAD_TOO_LARGE')
        throw error
      })
      found = { name: fileNameOf(part.filename), size: out.bytesWritten }
    }
    if (!found) fail('VALIDATION', { fields: [{ path: 'file', invalid: 'required' }] })
    return { path: place, ...found, fields, discard }
  } catch (error) {
    await discard()
    if (isFull(error)) fail('STORAGE_FAILED')
    throw error
  }
}

const lingerMs = 5000

/**
 * After a refusal, drops what is still on its way: for a moment, in which the sender reads the answer and stops, and
 * then with the connection. Cutting it at once would take the answer away as well.
 */
export function endUpload(request: IncomingMessage, response: ServerResponse): void {
  response.once('finish', () => {
    request.resume()
    setTimeout(() => !request.complete && request.destroy(), lingerMs).unref()
  })
}

const isFull = (error: unknown) => ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')

const hidden = /[\p{Cc}\u200b-\u200f\u202a-\u202e\u2066-\u2069]/gu

/** The last part of the name, without control and direction marks, at most 255 characters. */
export function fileNameOf(sent: string | undefined): string {
  const last = (sent ?? '').split(/[\\/]/).at(-1) ?? ''
  const shown = last.normalize('NFC').toWellFormed().replace(hidden, '').trim()
  // Not from the middle of a character that takes two places.
  const kept = shown.slice(-limits.document.nameLength).replace(/^[\udc00-\udfff]/, '')
  return /^\.*$/.test(kept) ? 'file' : kept
}
