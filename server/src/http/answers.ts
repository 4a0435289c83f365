import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { disposition } from './disposition.ts'
import { namesTag } from './entity-tag.ts'
import { type StoredFileReply, sendStoredFile } from './stored-file.ts'

export type { StoredFileReply }

/**
 * A response body that the database has written as JSON: it is sent as it is, neither parsed nor serialised again. A
 * long one consists of parts that are never joined, because long strings burden the garbage collector most.
 */
export class JsonText<T> {
  readonly #parts: readonly (string | Buffer)[]
  constructor(...parts: readonly (string | Buffer)[]) {
    this.#parts = parts
  }
  get text(): string {
    return this.#parts.join('')
  }
  /** The parsed answer, for a rule that must inspect it. */
  get value(): T {
    return JSON.parse(this.text) as T
  }
  get bytes(): Buffer {
    const [first] = this.#parts
    if (this.#parts.length === 1 && Buffer.isBuffer(first)) return first
    const bytes = Buffer.allocUnsafe(this.#parts.reduce((size, part) => size + Buffer.byteLength(part), 0))
    let at = 0
    for (const part of this.#parts) at += typeof part === 'string' ? bytes.write(part, at) : part.copy(bytes, at)
    return bytes
  }
}

/** Returns JSON texts with commas between them, as parts of an answer. */
export const listed = (texts: readonly string[]): string[] =>
  texts.flatMap((text, at) => (at === 0 ? [text] : [',', text]))

/** A generated file with its name and content type. */
export interface FileReply {
  readonly content: Buffer | Readable
  readonly fileName: string
  readonly contentType: string
  /** Whether the browser may show it: for files that are made here only, never for uploaded or received content. */
  readonly inline?: boolean
  /** Value of the ETag header: clients that have this version get 304 Not Modified. */
  readonly tag?: string
}

export function sendFile(reply: FastifyReply, answer: FileReply | StoredFileReply) {
  if ('open' in answer) return sendStoredFile(reply, answer)
  if (answer.tag !== undefined) {
    const tag = `"${answer.tag}"`
    reply.headers({ etag: tag, 'cache-control': 'private, no-cache' })
    if (namesTag(reply.request.headers['if-none-match'], tag)) return reply.code(304).send()
  }
  return reply
    .header('content-type', answer.contentType)
    .header('content-disposition', disposition(answer.inline ? 'inline' : 'attachment', answer.fileName))
    .header('cache-control', answer.tag === undefined ? 'no-store' : 'private, no-cache')
    .send(answer.content)
}
