const [tab, cr, space, equals] = [9, 13, 32, 61]
const letters = new Set(Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/= \t\r'))
const lookedAhead = 200
/** Only the last line of Base64 is shorter than this. */
const shortest = 60

/** Statistics over the lines of a text that is declared as Base64. */
export class Base64Lines {
  #lines = 0
  #letters = 0
  /** Number of lines with characters that Base64 does not have. */
  #foreign = 0
  /** Number of lines with blanks between letters, or of a length that no line of Base64 has. */
  #words = 0
  #mayEnd = false
  #ended = false

  /**
   * Examines the next line. `sure` means that it has only characters of Base64; `ended` means that it and all after it
   * do not belong to the text, such as lines that mailing lists append.
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

  /** Whether most of the text is not encoded at all, despite its declaration. */
  get isPlain(): boolean {
    return this.#foreign > 0 && (this.#foreign + this.#words) * 2 > this.#lines
  }
}

/** Cuts a line after its padding, where a comment may follow a blank. */
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
