export interface Uuencoded {
  readonly name: string
  readonly content: Uint8Array
}

const beginning = /^begin(?:-base64)? [0-7]{3,4} (.+)$/
const mostBlocks = 1000

/** Takes the files between «begin 644 name» and «end» out of a text. A block with an invalid line stays text. */
export function takeUuencoded(text: string): { text: string; files: readonly Uuencoded[] } {
  if (!/^begin(-base64)? [0-7]/m.test(text)) return { text, files: [] }
  const lines = text.split('\n')
  const kept: string[] = []
  const files: Uuencoded[] = []
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const name = files.length < mostBlocks ? beginning.exec(line.trimEnd())?.[1] : undefined
    const block = name === undefined ? null : blockAfter(lines, at + 1, line.startsWith('begin-'))
    if (!block) kept.push(line)
    else {
      files.push({ name: name ?? '', content: block.content })
      // A false beginning ends at its first invalid line, so that many of them do not add up.
      at = block.end
    }
  }
  return { text: kept.join('\n'), files }
}

/** Decodes lines up to the end of a block; null if one of them is invalid. */
function blockAfter(lines: readonly string[], from: number, base64: boolean): { content: Buffer; end: number } | null {
  const pieces: Buffer[] = []
  for (let at = from; at < lines.length; at++) {
    const line = (lines[at] ?? '').replace(/\r$/, '')
    if (base64 ? line === '====' : /^end\s*$/.test(line)) return { content: Buffer.concat(pieces), end: at }
    const piece = base64 ? Buffer.from(line, 'base64') : bytesOfLine(line)
    if (!piece) return null
    pieces.push(piece)
  }
  return null
}

/** Decodes a line: its length in bytes, then three bytes per four characters; trailing blanks may be lost. */
function bytesOfLine(line: string): Buffer | null {
  if (line.trim() === '') return Buffer.alloc(0)
  const length = (line.charCodeAt(0) - 32) & 63
  const letters = Math.ceil(length / 3) * 4
  if (!/^[ -`]+$/.test(line) || line.trimEnd().length - 1 > letters + 1) return null
  const bytes = Buffer.alloc((letters / 4) * 3)
  for (let at = 0; at < letters; at += 4) {
    const sextet = (offset: number) => {
      const code = line.charCodeAt(1 + at + offset)
      return Number.isNaN(code) ? 0 : (code - 32) & 63
    }
    const group = (sextet(0) << 18) | (sextet(1) << 12) | (sextet(2) << 6) | sextet(3)
    bytes.writeUIntBE(group, (at / 4) * 3, 3)
  }
  return bytes.subarray(0, length)
}
