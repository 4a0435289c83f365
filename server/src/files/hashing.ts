import { createHash } from 'node:crypto'
import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Writes a stream to its end and returns the SHA-256 and the length of what was written. */
export async function writeHashed(content: Readable, out: Writable): Promise<{ hash: string; size: number }> {
  const hash = createHash('sha256')
  let size = 0
  await pipeline(
    content,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        size += chunk.length
        yield chunk
      }
    },
    out,
  )
  return { hash: hash.digest('hex'), size }
}

/** Returns the SHA-256 of a stream, in hex. */
export async function hashOf(content: Readable): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of content) hash.update(chunk as Buffer)
  return hash.digest('hex')
}
