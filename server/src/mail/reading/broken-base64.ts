const [tab, cr, space, equals] = [9, 13, 32, 61]
const letters = new Set(Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/= \t\r'))
const lookedAhead = 200

/** What was seen of a text in Base64, line by line. */
export class Base64Lines {
  #lines = 0
  /** With signs that are none of Base64. */
  #foreign = 0
  /** With blanks between letters. */
  #words = 0
  #mayEnd = false
  #ended = false

  /** Looks at the next line; `ended` where it is no longer what is coded: lists put lines of theirs behind that. */
  next(line: Uint8Array): { sure: boolean; ended: boolean } {
    const isForeign = !isBase64(line)
    const bare = trimmed(line)
    const isWords = bare.includes(space)
    this.#ended ||= this.#mayEnd && (isForeign || isWords)
    if (this.#ended) return { sure: false, ended: true }
    if (bare.length > 0) this.#lines += 1
    if (isForeign) this.#foreign += 1
    else if (isWords) this.#words += 1
    this.#mayEnd = this.#lines > 0 && (bare.length === 0 || bare.at(-1) === equals)
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
