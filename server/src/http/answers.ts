import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** An answer that the database wrote as JSON already: sent as it is, neither parsed nor written again. */
export class JsonText<T> {
  declare readonly answers: T
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** Bytes with their name and kind. */
export interface FileReply {
  readonly content: Buffer | Readable
  readonly fileName: string
  readonly contentType: string
}

export function sendFile(reply: FastifyReply, { content, fileName, contentType }: FileReply) {
  // The plain name for old clients; the real one as RFC 6266 has it.
  const plain = fileName.normalize('NFKD').replace(/[^\w .()-]/g, '_')
  return reply
    .header('content-type', contentType)
    .header('content-disposition', `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(fileName)}`)
    .header('cache-control', 'no-store')
    .send(content)
}
