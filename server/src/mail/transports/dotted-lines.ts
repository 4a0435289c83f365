export const lineFeed = 10
export const carriageReturn = 13
const dot = 46

/**
 * Collects lines up to a single dot (RFC 1939), without dot stuffing and with CRLF line ends. Chunks may have any size.
 * The lines are stored as bytes: one object per line would take a hundred bytes even for an empty one.
 */
export class DottedLines {
  #bytes = Buffer.alloc(0)
  size = 0
  #at: 'BEGINNING' | 'DOT' | 'WITHIN' = 'BEGINNING'
  /** Whether the last byte was a carriage return, which may be half of a line end. */
  #returned = false

  /** Adds a chunk and returns what follows the end in it; null if the end is still to come. */
  add(chunk: Buffer): Buffer | null {
    this.#makeRoom(2 * chunk.length + 1)
    const bytes = this.#bytes
    let { size } = this
    let at = this.#at
    let returned = this.#returned
    let end = -1
    for (let index = 0; index < chunk.length; index++) {
      const byte = chunk[index] ?? 0
      if (byte === lineFeed) {
        if (at === 'DOT') {
          end = index
          break
        }
        bytes[size++] = carriageReturn
        bytes[size++] = lineFeed
        at = 'BEGINNING'
        returned = false
        continue
      }
      if (at === 'BEGINNING' && byte === dot) {
        at = 'DOT'
        continue
      }
      if (returned) bytes[size++] = carriageReturn
      // A dot and one carriage return may still be the end.
      if (at === 'BEGINNING' || returned || byte !== carriageReturn) at = 'WITHIN'
      returned = byte === carriageReturn
      if (!returned) bytes[size++] = byte
    }
    this.size = size
    this.#at = at
    this.#returned = returned
    return end < 0 ? null : chunk.subarray(end + 1)
  }

  bytes(): Buffer {
    return this.#bytes.subarray(0, this.size)
  }

  #makeRoom(more: number): void {
    if (this.size + more <= this.#bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(2 * this.#bytes.length, this.size + more))
    this.#bytes.copy(larger, 0, 0, this.size)
    this.#bytes = larger
  }
}
