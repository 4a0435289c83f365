import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { disposition } from './disposition.ts'
import { namesTag } from './entity-tag.ts'
import { fail } from './problem.ts'

/** A file of the store: sent whole, or in the range that the request names. */
export interface StoredFileReply {
  open(range?: { from: number; to: number }): Promise<Readable>
  /** Hash of the content; it is the ETag as well. */
  readonly hash: string
  readonly size: number
  readonly fileName: string
  readonly contentType: string
  /** Whether the browser should show it, where that is safe. */
  readonly inline: boolean
}

/** Content types that a browser may show; all others are saved. */
const showable =
  /^(image\/(png|jpeg|gif|webp|avif|svg\+xml|bmp)|application\/pdf|text\/(plain|csv|calendar|vcard)|audio\/[\w-]+|video\/[\w-]+)$/
/** Content security policy of uploaded or received content: an opaque origin that may load and run nothing. */
const harmless = "default-src 'none'; img-src data:; media-src 'self'; style-src 'unsafe-inline'; sandbox"

export async function sendStoredFile(reply: FastifyReply, file: StoredFileReply) {
  const { request } = reply
  const shown = file.inline && showable.test(file.contentType)
  const tag = `"${file.hash}"`
  reply
    .header('etag', tag)
    .header('accept-ranges', 'bytes')
    // Cached by this browser only, and revalidated each time: the user may have lost the permission.
    .header('cache-control', 'private, no-cache')
    .header('content-security-policy', harmless)
    .header('x-content-type-options', 'nosniff')
  if (namesTag(request.headers['if-none-match'], tag)) return reply.code(304).send()
  const range = wantedRange(request.headers, tag, file.size)
  if (range === 'beyond') {
    reply.header('content-range', `bytes */${file.size}`)
    fail('RANGE_NOT_SATISFIABLE')
  }
  // Ranges count the bytes of the content, not those of a compressed answer.
  request.headers['x-no-compression'] = 'range'
  const content = await file.open(range ?? undefined)
  if (range) reply.code(206).header('content-range', `bytes ${range.from}-${range.to}/${file.size}`)
  return reply
    .header(
      'content-type',
      file.contentType.startsWith('text/') ? `${file.contentType}; charset=utf-8` : file.contentType,
    )
    .header('content-disposition', disposition(shown ? 'inline' : 'attachment', file.fileName))
    .header('content-length', range ? range.to - range.from + 1 : file.size)
    .send(content)
}

/** Returns the requested range; null means the whole file, also for several ranges and for invalid ones. */
function wantedRange(headers: IncomingHttpHeaders, tag: string, size: number) {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return null
  if (headers['if-range'] !== undefined && headers['if-range'] !== tag) return null
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const to = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return from >= size || from > to ? 'beyond' : { from, to }
}
