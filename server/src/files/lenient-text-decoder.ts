/**
 * Decodes texts with a wrong charset label by their bytes: UTF-8 is hardly ever valid by chance, and what is not UTF-8
 * comes from a Windows program. Importing this file changes the whole process, so it must be the first import of a
 * reader.
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

/** Whether most non-ASCII characters are broken; a single broken one is no reason to decode the text differently. */
function isMostlyBroken(text: string): boolean {
  const broken = text.match(/\ufffd/g)?.length ?? 0
  return broken > 0 && broken >= (text.match(/[^\0-\x7f\ufffd]/g)?.length ?? 0)
}

globalThis.TextDecoder = LenientTextDecoder
