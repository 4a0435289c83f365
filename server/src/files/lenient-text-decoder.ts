/**
 * Reads texts by what they hold where their label is wrong: UTF-8 is hardly ever valid by chance, and what is no UTF-8
 * came from a Windows program. Importing it changes the whole process, so it stands first in a reader.
 */
class LenientTextDecoder extends TextDecoder {
  override decode(input?: ArrayBuffer | NodeJS.ArrayBufferView | null, options?: { stream?: boolean }): string {
    const text = super.decode(input, options)
    if (this.encoding === 'utf-8') return isMostlyBroken(text) ? windows.decode(input) : text
    if (this.encoding !== 'windows-1252' || !/[^\0-\x7f]/.test(text)) return text
    try {
      return strict.decode(input)
    } catch {
      return text
    }
  }
}

const windows = new TextDecoder('windows-1252')
const strict = new TextDecoder('utf-8', { fatal: true })

/** One torn character in a text of many is no reason to read all of it differently. */
function isMostlyBroken(text: string): boolean {
  const broken = text.match(/\ufffd/g)?.length ?? 0
  return broken > 0 && broken >= (text.match(/[^\0-\x7f\ufffd]/g)?.length ?? 0)
}

globalThis.TextDecoder = LenientTextDecoder
