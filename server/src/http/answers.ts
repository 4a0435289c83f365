import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { disposition } from './disposition.ts'
import { type StoredFileReply, sendStoredFile } from './stored-file.ts'

export type { StoredFileReply }

/**
 * An answer that the database wrote as JSON already: sent as it is, neither parsed nor written again. A long one comes
 * in parts, which are never joined: long strings cost the garbage collector most.
 */
export class JsonText<T> {
  readonly #parts: readonly (string | Buffer)[]
  constructor(...parts: readonly (string | Buffer)[]) {
    this.#parts = parts
  }
  get text(): string {
    return this.#parts.join('')
  }
  /** For a rule that needs to know what it is about to answer. */
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

/** JSON texts with commas between them, as parts of an answer. */
export const listed = (texts: readonly string[]): string[] =>
  texts.flatMap((text, at) => (at === 0 ? [text] : [',', text]))

/** Bytes with their name and kind. */
export interface FileReply {
  readonly content: Buffer | Readable
  readonly fileName: string
  readonly contentType: string
  /** To be shown by the browser: only for what is made here, never for the content of strangers. */
  readonly inline?: boolean
  /** Whoever has what bears this tag is told that it is the same still. */
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

/** One of several, also where somebody on the way made it a weak one. */
const namesTag = (header: string | undefined, tag: string) =>
  (header ?? '').split(',').some((one) => one.trim().replace(/^W\//, '') === tag)
