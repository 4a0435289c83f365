const [tab, cr, space, equals] = [9, 13, 32, 61]
const letters = new Set(Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/= \t\r'))
const lookedAhead = 200
/** What is shorter is the last line of a text in Base64, which has four letters for each three bytes. */
const shortest = 60

/** What was seen of a text that is said to be in Base64, line by line. */
export class Base64Lines {
  #lines = 0
  #letters = 0
  /** With signs that are none of Base64. */
  #foreign = 0
  /** With blanks between letters, or as short and long as no line of Base64. */
  #words = 0
  #mayEnd = false
  #ended = false

  /**
   * Looks at the next line. It is `sure` where it holds what Base64 may hold; `ended` where it and all behind it are none of the
   * text: lists put lines of theirs behind it, which are left out.
   */
  next(line: Uint8Array): { sure: boolean; ended: boolean } {
    const isForeign = !isBase64(line)
    const bare = trimmed(line)
    const isWords = bare.includes(space)
    this.#ended ||= this.#mayEnd && isForeign
    if (this.#ended) return { sure: false, ended: true }
    if (bare.length > 0) this.#lines += 1
    this.#letters += bare.length
    if (isForeign) this.#foreign += 1
    else if (isWords || (bare.length < shortest && bare.length % 4 > 0)) this.#words += 1
    else if (bare.length > 0) this.#mayEnd = bare.at(-1) === equals
    else this.#mayEnd ||= this.#letters > 0 && this.#letters % 4 === 0 && this.#words + this.#foreign === 0
    return { sure: !isForeign, ended: false }
  }

  /** Most of it is a text that only says that it is coded. */
  get isPlain(): boolean {
    return this.#foreign > 0 && (this.#foreign + this.#words) * 2 > this.#lines
  }
}

/** A line to its end: padding ends it, and what stands behind a blank then is a remark. */
export function withoutRemark(line: Uint8Array): Uint8Array {
  const end = line.indexOf(equals)
  if (end < 0) return line
  const behind = Buffer.from(line.subarray(end, end + lookedAhead)).toString('latin1')
  const rest = /^={1,2}(?=[ \t]+\S)/.exec(behind)
  return rest ? line.subarray(0, end + rest[0].length) : line
}

function trimmed(line: Uint8Array): Uint8Array {
  let end = line.length
  while (end > 0 && [tab, cr, space].includes(line[end - 1] ?? 0)) end--
  return line.subarray(0, end)
}

const isBase64 = (line: Uint8Array) => line.every((byte) => letters.has(byte))
