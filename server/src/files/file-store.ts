import path from 'node:path'
import type { Readable } from 'node:stream'

/** A content to store; bytes in memory take a shorter way than a stream. */
export type Content = Readable | Uint8Array

/** Contents of files, named by their SHA-256 in hex. Slices keep the rows that name a file. */
export interface FileStore {
  /** Stores a content whole or not at all; equal contents are stored once. */
  put(content: Content): Promise<Stored>
  /** Opens a content, or a range of it. */
  open(hash: string, range?: Range): Promise<Readable>
  /** Returns the size in bytes; null when the content is not there. */
  size(hash: string): Promise<number | null>
  /** Removes a content; it is no error when it is not there. */
  remove(hash: string): Promise<void>
  list(): AsyncIterable<Listed>
  /** Throws when nothing can be stored at present. */
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

/** Thrown by every store when it cannot do its work; `cause` says why. */
export class StorageError extends Error {
  constructor(text: string, cause?: unknown) {
    super(text, { cause })
  }
}

/** Folder of uploads whose call has not ended. */
export const spoolFolder = (dataDir: string) => path.join(dataDir, 'incoming')
