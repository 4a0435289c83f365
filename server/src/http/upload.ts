import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Upload } from '@glut/contract/endpoint'
import type { FastifyRequest } from 'fastify'
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

/** Streams the field `file` of a multipart request to disk; nothing is kept in memory. */
export async function receiveUpload(request: FastifyRequest, { maxBytes }: Upload): Promise<UploadedFile> {
  if (!request.isMultipart()) fail('UNSUPPORTED_MEDIA')
  const place = path.join(tmpdir(), `glut-upload-${randomUUID()}`)
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
      await pipeline(part.file, out)
      if (part.file.truncated) fail('PAYLOAD_TOO_LARGE')
      found = { name: fileNameOf(part.filename), size: out.bytesWritten }
    }
    if (!found) fail('VALIDATION', { fields: [{ path: 'file', invalid: 'required' }] })
    return { path: place, ...found, fields, discard }
  } catch (error) {
    await discard()
    throw error
  }
}

const hidden = /[\p{Cc}\u200b-\u200f\u202a-\u202e\u2066-\u2069]/gu

/** The last part of the name, without control and direction marks, at most 255 characters. */
export function fileNameOf(sent: string | undefined): string {
  const last = (sent ?? '').split(/[\\/]/).at(-1) ?? ''
  return last.replace(hidden, '').trim().slice(-255) || 'file'
}
