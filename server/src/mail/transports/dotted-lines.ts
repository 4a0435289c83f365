export const lineFeed = 10
export const carriageReturn = 13
const dot = 46

/**
 * Lines up to one that is a dot alone (RFC 1939), without the dots that protect others, each with the line end of a
 * mail. They come in chunks of any size and are kept as bytes: one object a line would be a hundred bytes for an empty one.
 */
export class DottedLines {
  #bytes = Buffer.alloc(0)
  size = 0
  #at: 'BEGINNING' | 'DOT' | 'WITHIN' = 'BEGINNING'
  /** A carriage return came last, which may be half of a line end. */
  #returned = false

  /** What stands in the chunk behind the end; null where that is still to come. */
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
