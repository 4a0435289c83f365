// biome-ignore-all lint/suspicious/noControlCharactersInRegex: contents are told apart by such bytes.
import { open } from 'node:fs/promises'
import type { DocumentKind } from '#contract/lists/galleries'
import { type ContentType, textType } from './text-type.ts'

const edge = 64 * 1024
/** Upper limit in bytes up to which an SVG is read whole to be judged. */
const wholeText = 8 * 1024 * 1024

/** Returns the type of a file by its bytes; the name only serves to refuse what systems run by its ending. */
export async function contentTypeOf(place: string, name: string): Promise<ContentType> {
  const file = await open(place)
  try {
    const { size } = await file.stat()
    const read = async (from: number, length: number) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, from)
      return buffer.subarray(0, bytesRead)
    }
    const head = await read(0, Math.min(size, edge))
    const tail = size > edge ? await read(Math.max(edge, size - edge), Math.min(edge, size - edge)) : Buffer.alloc(0)
    const known =
      binaryType(head, tail) ?? (await textType(head, name, () => read(0, Math.min(size, wholeText)), size > wholeText))
    const found = known ?? { mimeType: 'application/octet-stream', kind: null, refused: false }
    return { ...found, refused: found.refused || isRunByName(name) }
  } finally {
    await file.close()
  }
}

/** Returns the type of bytes in memory; null for a text, and for an unknown type. */
export const typeOfBytes = (bytes: Buffer): ContentType | null =>
  binaryType(bytes.subarray(0, edge), bytes.subarray(Math.max(edge, bytes.length - edge)))

/** Whether a computer runs a file with this name because of its ending. */
export const isRunByName = (name: string): boolean => runsByName.test(name)

/** Endings that make a computer run a file, or a browser show it as a page, whatever it contains. */
const runsByName =
  /\.(exe|com|scr|pif|bat|cmd|ps1|psm1|vbs|vbe|js|jse|mjs|ws[fh]?|hta|msi|msp|msc|cpl|dll|sys|lnk|url|scf|reg|inf|jar|apk|dmg|pkg|app|sh|bash|py|pl|rb|php\d?|x?html?|shtml|mht(ml)?|chm|svgz|iso|img|vhdx?|do[ct]m|xls[mb]|xl[at]m|pp[ts]m|pptm|potm)[ .]*$/i

const is = (mimeType: string, kind: DocumentKind | null = null): ContentType => ({ mimeType, kind, refused: false })
const runs = (mimeType: string): ContentType => ({ mimeType, kind: null, refused: true })

const word = (mimeType: string) => is(mimeType, 'WORD')
const image = (mimeType: string) => is(mimeType, 'IMAGE')

/** Signatures at the beginning of files, as latin1 text. */
const beginnings: readonly (readonly [RegExp, ContentType])[] = [
  [/^%PDF-/, is('application/pdf', 'PDF')],
  [/^\x89PNG\r\n\x1a\n/, image('image/png')],
  [/^\xff\xd8\xff/, image('image/jpeg')],
  [/^GIF8[79]a/, image('image/gif')],
  [/^RIFF[\s\S]{4}WEBP/, image('image/webp')],
  [/^[\s\S]{4}ftyp(hei[cmsx]|hev[cmx]|mif1|msf1)/, image('image/heic')],
  [/^[\s\S]{4}ftypavi[fs]/, image('image/avif')],
  [/^(II\*\0|MM\0\*)/, image('image/tiff')],
  [/^BM[\s\S]{4}\0\0\0\0/, image('image/bmp')],
  [/^MZ/, runs('application/vnd.microsoft.portable-executable')],
  [/^\x7fELF/, runs('application/x-elf')],
  [/^(\xfe\xed\xfa[\xce\xcf]|[\xce\xcf]\xfa\xed\xfe|\xca\xfe\xba\xbe)/, runs('application/x-mach-binary')],
  [/^(dex\n|\0asm|ITSF|L\0\0\0\x01\x14\x02\0)/, runs('application/x-executable')],
  [/^#!/, runs('text/x-script')],
  [/^ID3|^\xff[\xe2\xe3\xf2\xf3\xfa\xfb]/, is('audio/mpeg')],
  [/^RIFF[\s\S]{4}WAVE/, is('audio/wav')],
  [/^OggS/, is('audio/ogg')],
  [/^[\s\S]{4}ftypM4A/, is('audio/mp4')],
  [/^[\s\S]{4}ftyp/, is('video/mp4')],
  [/^\x1aE\xdf\xa3/, is('video/webm')],
  [/^\{\\rtf/, word('application/rtf')],
  [/^7z\xbc\xaf\x27\x1c/, is('application/x-7z-compressed')],
  [/^Rar!\x1a\x07/, is('application/vnd.rar')],
  [/^\x1f\x8b/, is('application/gzip')],
]

function binaryType(head: Buffer, tail: Buffer): ContentType | null {
  const begin = head.toString('latin1', 0, 32)
  const known = beginnings.find(([pattern]) => pattern.test(begin))
  if (known) return known[1]
  if (/^PK(\x03\x04|\x05\x06)/.test(begin)) return zipType(head.toString('latin1'), tail.toString('latin1'))
  if (begin.startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) return oldOfficeType(head, tail)
  return null
}

const ooxml = 'application/vnd.openxmlformats-officedocument'

/** Returns the type of a ZIP. Names of members stand in local headers, and all of them in the directory at the end. */
function zipType(head: string, tail: string): ContentType {
  const names = head + tail
  if (/META-INF\/MANIFEST\.MF|AndroidManifest\.xml|classes\.dex/.test(names)) return runs('application/java-archive')
  if (/vbaProject\.bin/.test(names)) return runs('application/vnd.ms-office.macro-enabled')
  const [, open] = /^PK[\s\S]{28}mimetypeapplication\/(vnd\.oasis\.opendocument\.[a-z]+)/.exec(head) ?? []
  if (open) return { ...is(`application/${open}`), kind: open.endsWith('.text') ? 'WORD' : null }
  if (!names.includes('[Content_Types].xml')) return is('application/zip')
  if (names.includes('word/')) return word(`${ooxml}.wordprocessingml.document`)
  if (names.includes('xl/')) return is(`${ooxml}.spreadsheetml.sheet`)
  if (names.includes('ppt/')) return is(`${ooxml}.presentationml.presentation`)
  return is('application/zip')
}

/** Returns the type of an OLE container, such as Office files up to 2003, by the UTF-16 names of its streams. */
function oldOfficeType(head: Buffer, tail: Buffer): ContentType {
  const holds = (name: string) => [head, tail].some((bytes) => bytes.includes(Buffer.from(name, 'utf16le')))
  const installer = Buffer.from('84100c0000000000c000000000000046', 'hex')
  if (head.includes(installer) || tail.includes(installer)) return runs('application/x-msi')
  if (holds('__properties_version1.0')) return is('application/vnd.ms-outlook', 'EMAIL')
  if (holds('WordDocument')) return word('application/msword')
  if (holds('Workbook') || holds('Book')) return is('application/vnd.ms-excel')
  if (holds('PowerPoint Document')) return is('application/vnd.ms-powerpoint')
  return is('application/x-ole-storage')
}
