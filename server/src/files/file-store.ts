import path from 'node:path'
import type { Readable } from 'node:stream'

/** What is stored: what is in memory already goes there by the shorter way. */
export type Content = Readable | Uint8Array

/** The content of files, named by its SHA-256 in hex. The rows that name a file are the business of its slice. */
export interface FileStore {
  /** Keeps the content whole or not at all; the same content is kept once. */
  put(content: Content): Promise<Stored>
  /** The content or the range of it. */
  open(hash: string, range?: Range): Promise<Readable>
  /** How many bytes it holds; null when it is not there. */
  size(hash: string): Promise<number | null>
  /** No error when it is not there. */
  remove(hash: string): Promise<void>
  list(): AsyncIterable<Listed>
  /** Fails when nothing can be stored at present. */
  ready(): Promise<void>
}

export interface Stored {
  readonly hash: string
  readonly size: number
}

/** From the first byte to the last, both included. */
export interface Range {
  readonly from: number
  readonly to: number
}

export interface Listed {
  readonly hash: string
  readonly size: number
  readonly storedAt: Date
}

/** What every store throws when it cannot do its work; `cause` says why. */
export class StorageError extends Error {
  constructor(text: string, cause?: unknown) {
    super(text, { cause })
  }
}

/** Where uploads lie until their call ends. */
export const spoolFolder = (dataDir: string) => path.join(dataDir, 'incoming')
