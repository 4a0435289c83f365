import { latin } from './charset.ts'

/** What makes the content of a part from its lines, as postal-mime asks for it. */
export interface Decoder {
  update: (line: Uint8Array) => void
  finalize: () => ArrayBuffer | Promise<ArrayBuffer>
}

const lineEnd = Buffer.from('\n')

/** The content of a part, in one piece: the library keeps each line by itself, which for a million takes seconds. */
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

  /** Moved rather than copied: a large part would be held twice. Nothing is added afterwards. */
  whole(): ArrayBuffer {
    return this.#bytes.buffer.transfer(this.#length)
  }
}

/** Lines that say what they mean. */
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

/** Lines in Base64; some programs pad each of them. */
export class Base64 implements Decoder {
  readonly #content = new Content()
  /** What has not been decoded yet. */
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
