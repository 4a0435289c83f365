import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { disposition } from './disposition.ts'
import { type StoredFileReply, sendStoredFile } from './stored-file.ts'

export type { StoredFileReply }

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

export function sendFile(reply: FastifyReply, answer: FileReply | StoredFileReply) {
  if ('open' in answer) return sendStoredFile(reply, answer)
  return reply
    .header('content-type', answer.contentType)
    .header('content-disposition', disposition('attachment', answer.fileName))
    .header('cache-control', 'no-store')
    .send(answer.content)
}
