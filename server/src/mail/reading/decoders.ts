import { latin } from './charset.ts'

/** Decoder of a part's lines, with the interface that postal-mime expects. */
export interface Decoder {
  update: (line: Uint8Array) => void
  finalize: () => ArrayBuffer | Promise<ArrayBuffer>
}

const lineEnd = Buffer.from('\n')

/** Content of a part in one buffer: the library stores lines separately, which takes seconds for a million. */
class Content {
  #bytes = new Uint8Array(1024)
  #length = 0

  add(bytes: Uint8Array): void {
    const end = this.#length + bytes.length
    if (end > this.#bytes.length) {
      const more = new Uint8Array(2 * end)
      more.set(this.#bytes)
      this.#bytes = more
    }
    this.#bytes.set(bytes, this.#length)
    this.#length = end
  }

  /**
   * Returns the content. The buffer is transferred instead of copied, so that a large part is not held twice; nothing
   * can be added afterwards.
   */
  whole(): ArrayBuffer {
    return this.#bytes.buffer.transfer(this.#length)
  }
}

/** Decoder of unencoded lines. */
export class Lines implements Decoder {
  readonly #content = new Content()

  update(line: Uint8Array): void {
    this.#content.add(line)
    this.#content.add(lineEnd)
  }

  finalize(): ArrayBuffer {
    return this.#content.whole()
  }
}

const decodedAtOnce = 100_000

/** Decoder of Base64; some programs pad each line. */
export class Base64 implements Decoder {
  readonly #content = new Content()
  /** Letters that are not decoded yet. */
  #open = ''

  update(line: Uint8Array): void {
    const [first = '', ...others] = latin(line)
      .replace(/[^A-Za-z0-9+/=]/g, '')
      .split(/=+/)
    this.#open += first
    for (const unit of others) {
      this.#decode(this.#open.length)
      this.#open = unit
    }
    if (this.#open.length >= decodedAtOnce) this.#decode(this.#open.length - (this.#open.length % 4))
  }

  finalize(): ArrayBuffer {
    this.#decode(this.#open.length)
    return this.#content.whole()
  }

  #decode(end: number): void {
    this.#content.add(Buffer.from(this.#open.slice(0, end), 'base64'))
    this.#open = this.#open.slice(end)
  }
}
