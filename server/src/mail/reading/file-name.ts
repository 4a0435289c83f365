import { decodeWords } from 'postal-mime'
import { lookupTable } from '../../lookup-table.ts'
import { decodeText } from './charset.ts'
import { inUtf8 } from './encoded-words.ts'
import { clean } from './storable.ts'

const endings = lookupTable<string>({
  'message/rfc822': '.eml',
  'text/calendar': '.ics',
  'text/x-vcalendar': '.vcs',
  'text/plain': '.txt',
  'text/html': '.html',
  'text/csv': '.csv',
  'text/vcard': '.vcf',
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/gif': '.gif',
  'image/webp': '.webp',
  'image/heic': '.heic',
  'image/tiff': '.tif',
  'image/bmp': '.bmp',
  'audio/mpeg': '.mp3',
  'audio/wav': '.wav',
  'application/pdf': '.pdf',
  'application/zip': '.zip',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': '.docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': '.xlsx',
  'application/msword': '.doc',
  'application/vnd.ms-excel': '.xls',
  'application/rtf': '.rtf',
  'text/rtf': '.rtf',
  'text/xml': '.xml',
  'application/xml': '.xml',
  'application/json': '.json',
  'message/delivery-status': '.txt',
  'text/rfc822-headers': '.txt',
})
/** Endings of a name; the subject of an attached message may contain a dot as well. */
const anyEnding = /\.(?=\d{0,9}\p{L})[\p{L}\d]{1,10}(\.\d{3})?$/u
const endingOfMessage = /\.(eml|msg|mht|txt)$/i
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is taken out
const unseen = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
/** Names that begin with a drive or folder, or contain a backslash. */
const isPath = /^(?:[a-z]:|[.~]*\/)|\\/i

/**
 * Returns a safe name for the file at a position among the attachments: without folders, control characters and
 * direction marks, and not a reserved name of Windows.
 */
export function fileName(given: string, mimeType: string, at: number): string {
  const decoded = clean(decodeWords(given.slice(0, 5000)))
    .replace(unseen, '')
    .replace(/\s+/g, ' ')
    .replace(/^'(.+)'$/, '$1')
    // Macs write ü as two characters, which other systems show and find as two.
    .normalize('NFC')
  const bare = (isPath.test(decoded) ? decoded.replace(/^.*[\\/]/, '') : decoded.replaceAll('/', '-'))
    .slice(-500)
    .replace(/[<>:"|?*]/g, '')
    .replace(/^[.\s]+|[.\s]+$/g, '')
  const safe = withEnding(/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(bare) ? `_${bare}` : bare, mimeType)
  if (!safe) return `${at + 1}${endings.get(mimeType) ?? ''}`
  if (safe.length <= 150) return safe.toWellFormed()
  const ending = /\.[^.]{1,10}$/.exec(safe)?.[0] ?? ''
  return `${safe.slice(0, 150 - ending.length)}${ending}`.toWellFormed()
}

/** Adds the ending of the type to a name without any, by which a computer could not open the file. */
function withEnding(name: string, mimeType: string): string {
  const known = mimeType === 'message/rfc822' ? endingOfMessage : anyEnding
  const isComplete = !name || mimeType === 'text/plain' || known.test(name)
  return isComplete ? name : `${name}${endings.get(mimeType) ?? ''}`
}

/** Number of bytes of a message that are examined for its header. */
const mostLooked = 20_000

/** Returns the subject of an attached message as its name; empty for anything else. */
export function nameOfMessage(mimeType: string, content: Uint8Array): string {
  if (mimeType !== 'message/rfc822') return ''
  const [head = ''] = decodeText(content.subarray(0, mostLooked)).text.split(/\r?\n\r?\n/, 1)
  const subject = /^subject:((?:.|\r?\n[ \t])*)/im.exec(head)?.[1]?.trim() ?? ''
  const plain = decodeWords(inUtf8(subject.replace(/\r?\n/g, '')).text)
    .replace(/[\\/]/g, '-')
    .replace(/\s+/g, ' ')
    .replace(/(?<![.? ])[.? ]+$/, '')
  return plain && `${plain}.eml`
}
