import iconv from 'iconv-lite'

const Native = globalThis.TextDecoder

export interface Decoded {
  readonly text: string
  /** False where characters are lost or guessed. */
  readonly sure: boolean
}

/** Labels that say nothing about bytes above 127. */
const saysNothing =
  /^(|utf-?8|us|(us-?)?ascii|ansi_x3\.4-19\d\d|iso-?ir-6|(iso_?)?646(-us|\.irv.*)?|unknown.*|x-unknown|default|none|[78]-?bit|binary|base64|hex|utf-?8-mac)$/
/** Character sets without bytes above 127. */
const sevenBit = /^(utf-?7|unicode-1-1-utf-7|(x-|cs)?iso-?2022|cp5022|hz)/
/** Western character sets; text that is valid UTF-8 makes no sense in them. */
const western = /^(iso[-_ ]?8859[-_ ]?15?|latin-?[19]|l[19]|(windows|cp|x-cp)-?1252)$/
const wide = /^(utf-?16|ucs-?2|unicode(fe|$)|utf-?32|ucs-?4)/

/**
 * Decodes text. If the label is missing, says nothing or cannot be right, the text is UTF-8 if valid, and Windows-1252
 * otherwise; a few damaged bytes in UTF-8 stay damaged.
 */
export function decodeText(bytes: Uint8Array, label = '', ignoreBOM = false): Decoded {
  const name = label
    .trim()
    .toLowerCase()
    .replace(/^["']|["']$|\*.*$/g, '')
  const plain = isPlain(bytes)
  const reader = saysNothing.test(name) ? null : readerOf(name)
  if (reader && !(wide.test(name) && !bytes.includes(0))) {
    const meant = !plain && western.test(name) ? strictUtf8(bytes) : null
    if (meant !== null) return { text: meant, sure: true }
    const text = reader(bytes)
    if (!text.includes('\ufffd') && (plain || !sevenBit.test(name))) return { text, sure: true }
    return plain ? { text, sure: false } : { text: strictUtf8(bytes) ?? text, sure: false }
  }
  if (plain) return { text: japanese(bytes) ?? Buffer.from(bytes).toString('latin1'), sure: true }
  const strict = strictUtf8(bytes, ignoreBOM)
  if (strict !== null) return { text: strict, sure: true }
  const lenient = new Native('utf-8', { ignoreBOM }).decode(bytes)
  const damaged = count(lenient, /\ufffd/g)
  const foreign = count(lenient, /[\u0080-\ufffc]/g)
  return { text: foreign >= damaged ? lenient : new Native('windows-1252').decode(bytes), sure: false }
}

type Reader = (bytes: Uint8Array) => string
/** Decoders by label, limited because senders can invent endless labels for known ones. */
const readers = new Map<string, Reader>()
const mostReaders = 200

const alsoCalled: readonly [RegExp, string][] = [
  [/^(iso-?2022-?jp|cp5022)/, 'iso-2022-jp'],
  [/^unicode-1-1-utf-7$/, 'utf-7'],
  [/^(ansi|8859[-_]1)$/, 'windows-1252'],
]

function readerOf(name: string): Reader | null {
  const known = readers.get(name)
  if (known) return known
  const bare = name.replace(/^(x-|cs)/, '')
  const other = alsoCalled.find(([pattern]) => pattern.test(bare))?.[1]
  const candidates = other ? [other] : [name, bare, bare.replaceAll('_', '-')]
  for (const candidate of candidates) {
    const reader = nativeReader(candidate) ?? tableReader(candidate)
    if (!reader) continue
    const whole = /8859/.test(bare) ? withoutControls(reader) : reader
    if (readers.size < mostReaders) readers.set(name, whole)
    return whole
  }
  return null
}

/** What Windows-1252 has at 0x80 to 0x9f. */
const windowsSigns = new Native('windows-1252').decode(Uint8Array.from({ length: 32 }, (_, at) => 0x80 + at))

/** Reads as Windows-1252 what is a control character in the sets of ISO 8859: programs confuse the two. */
const withoutControls =
  (reader: Reader): Reader =>
  (bytes) =>
    reader(bytes).replace(/[\x80-\x9f]/g, (sign) => windowsSigns.charAt(sign.charCodeAt(0) - 0x80))

function nativeReader(name: string): Reader | null {
  try {
    const decoder = new Native(name)
    if (decoder.encoding !== 'utf-16le') return (bytes) => decoder.decode(bytes)
    const other = new Native('utf-16be')
    // The text may begin with the byte order mark of the other order, whatever its label.
    return (bytes) => (bytes[0] === 0xfe && bytes[1] === 0xff ? other : decoder).decode(bytes)
  } catch {
    return null
  }
}

/** Decodes text with the escapes of ISO-2022-JP, which messages rarely declare; null if it is none. */
function japanese(bytes: Uint8Array): string | null {
  const at = bytes.indexOf(0x1b)
  if (at < 0 || bytes[at + 1] !== 0x24 || ![0x40, 0x42].includes(bytes[at + 2] ?? 0)) return null
  const text = new Native('iso-2022-jp').decode(bytes)
  return text.includes('\ufffd') ? null : text
}

const tableReader = (name: string): Reader | null =>
  iconv.encodingExists(name) ? (bytes) => iconv.decode(Buffer.from(bytes), name) : null

function strictUtf8(bytes: Uint8Array, ignoreBOM = false): string | null {
  try {
    return new Native('utf-8', { fatal: true, ignoreBOM }).decode(bytes)
  } catch {
    return null
  }
}

function isPlain(bytes: Uint8Array): boolean {
  for (const byte of bytes) if (byte > 127) return false
  return true
}
const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0

/** Decoder that treats labels as `decodeText` does; the native one maps invalid labels to Windows-1252. */
class MailTextDecoder extends Native {
  readonly #label: string
  constructor(label?: string, options?: ConstructorParameters<typeof Native>[1]) {
    super(label, options)
    this.#label = label ?? ''
  }
  override decode(...[input, options]: Parameters<InstanceType<typeof Native>['decode']>): string {
    if (this.fatal || options?.stream || !input) return super.decode(input, options)
    const bytes = ArrayBuffer.isView(input)
      ? new Uint8Array(input.buffer, input.byteOffset, input.byteLength)
      : new Uint8Array(input)
    return decodeText(bytes, this.#label, this.ignoreBOM).text
  }
}

/** Replaces the global decoder; called in the thread that reads mail before anything there creates a decoder. */
export function installMailTextDecoder(): void {
  globalThis.TextDecoder = MailTextDecoder
}

/** Converts bytes to the Latin-1 characters with the same codes. */
export const latin = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
