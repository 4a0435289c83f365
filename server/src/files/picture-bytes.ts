import { open } from 'node:fs/promises'

/** Random access to the bytes of a picture, so that a large file is never in memory as a whole. */
export interface PictureBytes {
  readonly length: number
  /** Returns fewer bytes at the end of the file, and none behind it. */
  readonly read: (at: number, count: number) => Promise<Buffer>
}

const pieceBytes = 16 * 1024

export const bytesAtHand = (bytes: Buffer): PictureBytes => ({
  length: bytes.length,
  read: async (at, count) => bytes.subarray(at, at + count),
})

/** Calls `look` with the bytes of a file. Each read of a piece is asynchronous, so other work gets its turn. */
export async function bytesOfFile<T>(place: string, look: (bytes: PictureBytes) => Promise<T>): Promise<T> {
  const file = await open(place)
  let [piece, from]: [Buffer, number] = [Buffer.alloc(0), 0]
  try {
    const { size } = await file.stat()
    const read = async (at: number, count: number) => {
      if (at < from || at + count > from + piece.length) {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(pieceBytes), 0, pieceBytes, Math.min(at, size))
        piece = buffer.subarray(0, bytesRead)
        from = at
      }
      return piece.subarray(at - from, at - from + count)
    }
    return await look({ length: size, read })
  } finally {
    await file.close()
  }
}
