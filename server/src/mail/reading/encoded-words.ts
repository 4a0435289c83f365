import { type Decoded, decodeText } from './charset.ts'

// A question mark within the word is not allowed but occurs; the limit keeps an unterminated field from being slow.
const word = /=\?([^?\s]{1,60})\?([qb])\?([^?]*|\S{0,300}?)\?=/gi

/** A word without its end, as programs leave that cut a field at its longest. */
const cutWord =
  /(=\?[^?\s]{1,60}\?(?:b\?[^?\s<>"]{1,300}|q\?[^?\s<>"]{1,300}?))(?:=[\da-f]?)?\??(?=\s*(?:<[^<>]*>\s*)?$)/i

interface Word {
  readonly charset: string
  /** Q or B, in upper case. */
  readonly encoding: string
  readonly content: string
}

/**
 * Converts the encoded words (RFC 2047) of a field to UTF-8, which every parser reads: whatever character set they
 * declare, with raw characters within, or cut in the middle of a character.
 */
export function inUtf8(written: string): Decoded {
  if (!written.includes('=?')) return { text: written, sure: true }
  const field = written.replace(cutWord, '$1?=')
  let result = ''
  let sure = field === written
  let run: Word[] = []
  let end = 0
  const flush = () => {
    const decoded = textOfRun(run)
    if (!decoded.sure) sure = false
    if (run.length > 0) result += `=?utf-8?B?${Buffer.from(decoded.text.toWellFormed()).toString('base64')}?=`
    run = []
  }
  for (const found of field.matchAll(word)) {
    const [whole, charset = '', encoding = '', content = ''] = found
    const between = field.slice(end, found.index)
    if (run.length === 0 || between.trim() !== '') {
      flush()
      result += between
    }
    run.push({ charset: charset.toLowerCase(), encoding: encoding.toUpperCase(), content })
    end = found.index + whole.length
  }
  flush()
  return { text: result + field.slice(end), sure }
}

/** Decodes adjacent words; a character may begin in one and end in the next. */
function textOfRun(words: readonly Word[]): Decoded {
  const decoded: Decoded[] = []
  for (let at = 0; at < words.length; ) {
    let end = at + 1
    while (end < words.length && goTogether(words[end - 1], words[end])) end++
    decoded.push(textOfGroup(words.slice(at, end)))
    at = end
  }
  return joined(decoded)
}

const hasRaw = ({ content }: Word) => /[^\0-\x7f]/.test(content)
const goTogether = (one: Word | undefined, other: Word | undefined) =>
  one && other && one.charset === other.charset && one.encoding === other.encoding && !hasRaw(one) && !hasRaw(other)
const joined = (all: readonly Decoded[]): Decoded => ({
  text: all.map(({ text }) => text).join(''),
  sure: all.every(({ sure }) => sure),
})

function textOfGroup(words: readonly Word[]): Decoded {
  const [first] = words
  if (!first) return { text: '', sure: true }
  if (hasRaw(first)) return textOfRaw(first)
  const together = decodeText(bytesOf(words), first.charset)
  if (together.sure || words.length === 1) return together
  const apart = joined(words.map((one) => decodeText(bytesOf([one]), one.charset)))
  return apart.sure ? apart : together
}

function bytesOf(words: readonly Word[]): Uint8Array {
  const contents = words.map(({ content }) => content)
  if (words[0]?.encoding === 'Q') return bytesOfQ(contents.join(''))
  // If a word ends within a group of four letters, the next word continues it.
  const pieces = contents.join('').match(/[^=]+=*/g) ?? []
  return Buffer.concat(pieces.map((piece) => Buffer.from(piece, 'base64')))
}

function bytesOfQ(content: string): Uint8Array {
  const text = content
    .replace(/=\s+(?=[\da-f])/gi, '=')
    .replace(/[_\s]/g, ' ')
    .replace(/=([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(text, 'latin1')
}

/** Decodes a word with raw characters, which were decoded with the field; the charset is for the encoded ones. */
function textOfRaw({ charset, encoding, content }: Word): Decoded {
  if (encoding === 'B') return { text: content, sure: false }
  return joined(
    content.split(/([^\0-\x7f]+)/).map((piece, at) => {
      return at % 2 === 1 ? { text: piece, sure: true } : decodeText(bytesOfQ(piece), charset)
    }),
  )
}
