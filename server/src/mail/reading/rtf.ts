import { lookupTable } from '../../lookup-table.ts'
import { decodeText } from './charset.ts'

const packedSignature = 0x75465a4c
const plainSignature = 0x414c454d
const headLength = 16
const mostLength = 2_000_000
/** What every dictionary begins with (MS-OXRTFCP, 2.1.2.1). */
const begun =
  '{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx'
const dictionaryLength = 4096

/** Returns the text of RTF as Outlook packs it; of a damaged one as much as possible. */
export const textOfPackedRtf = (packed: Buffer): string => textOfRtf(unpackedRtf(packed).toString('latin1'))

function unpackedRtf(packed: Buffer): Buffer {
  const kind = packed.length < headLength ? 0 : packed.readUInt32LE(8)
  if (kind === plainSignature) return packed.subarray(headLength, headLength + mostLength)
  if (kind !== packedSignature) return Buffer.alloc(0)
  const dictionary = Buffer.alloc(dictionaryLength)
  let end = dictionary.write(begun, 'latin1')
  const whole = Buffer.alloc(Math.min(packed.readUInt32LE(4), mostLength))
  let length = 0
  const put = (byte: number) => {
    whole[length++] = byte
    dictionary[end] = byte
    end = (end + 1) % dictionaryLength
  }
  for (let at = headLength; at < packed.length; ) {
    const flags = packed[at++] ?? 0
    for (let bit = 0; bit < 8; bit++) {
      if (at >= packed.length || length >= whole.length) return whole.subarray(0, length)
      if ((flags & (1 << bit)) === 0) put(packed[at++] ?? 0)
      else {
        const reference = ((packed[at] ?? 0) << 8) | (packed[at + 1] ?? 0)
        at += 2
        const from = reference >> 4
        if (from === end) return whole.subarray(0, length)
        for (let copied = 0; copied < (reference & 15) + 2 && length < whole.length; copied++)
          put(dictionary[(from + copied) % dictionaryLength] ?? 0)
      }
    }
  }
  return whole.subarray(0, length)
}

const token = /\\([a-z]{1,32})(-?\d{1,9})? ?|\\'([\da-f]{2})|\\([^a-z])|([{}])|([^\\{}\r\n]+)/gi
/** Code pages of Windows that senders use; looking for any other one takes long. */
const codePages = /^(125[0-8]|874|936|949|950|932|65001)$/
/** Groups that hold no text. */
const withoutText = /^(fonttbl|colortbl|stylesheet|info|pict|object|header[lrf]?|footer[lrf]?|fldinst|listtable)$/
const signs = lookupTable<string>({
  ...{ par: '\n', line: '\n', row: '\n', tab: '\t', cell: '\t', emdash: '—', endash: '–', bullet: '•' },
  ...{ lquote: '‘', rquote: '’', ldblquote: '“', rdblquote: '”' },
})

/** What a backslash before these means; a line end after it is a paragraph. */
const ofSymbols = lookupTable({ '\\': '\\', '{': '{', '}': '}', '~': ' ', _: '-', '\n': '\n', '\r': '\n' })

interface Group {
  /** Whether its text is not shown. */
  readonly hidden: boolean
  /** Whether its text is only for programs that do not know the HTML in it. */
  readonly beside: boolean
  /** Number of letters that stand for a Unicode character where a program does not know it. */
  readonly instead: number
}

function textOfRtf(rtf: string): string {
  const pieces: string[] = []
  const outer: Group[] = []
  let group: Group = { hidden: false, beside: false, instead: 1 }
  let codePage = '1252'
  let skipped = 0
  let bytes = ''
  const flush = () => {
    if (bytes) pieces.push(decodeText(Buffer.from(bytes, 'latin1'), `windows-${codePage}`).text)
    bytes = ''
  }
  const show = (text: string) => {
    const rest = text.slice(skipped)
    skipped = Math.max(0, skipped - text.length)
    if (!group.hidden && !group.beside) bytes += rest
  }
  for (const [, word = '', number = '', hex, symbol, brace, text] of rtf.matchAll(token)) {
    if (text !== undefined) show(text)
    else if (hex) show(String.fromCharCode(Number.parseInt(hex, 16)))
    else if (brace === '{') outer.push(group)
    else if (brace === '}') group = outer.pop() ?? group
    else if (symbol === '*') group = { ...group, hidden: true }
    else if (symbol) show(ofSymbols.get(symbol) ?? '')
    else if (withoutText.test(word)) group = { ...group, hidden: true }
    else if (word === 'htmlrtf') group = { ...group, beside: number !== '0' }
    else if (word === 'ansicpg') codePage = codePages.test(number) ? number : codePage
    else if (word === 'uc') group = { ...group, instead: Math.max(0, Number(number)) }
    else if (word === 'u' && !group.hidden && !group.beside) {
      flush()
      pieces.push(String.fromCharCode(Number(number) & 0xffff))
      skipped = group.instead
    } else if (!group.hidden) {
      const sign = signs.get(word)
      if (!sign) continue
      flush()
      pieces.push(sign)
    }
  }
  flush()
  return pieces
    .join('')
    .replace(/(?<![ \t])[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
