/** Fields that identify a header. */
const field =
  /^(from|sender|to|cc|bcc|reply-to|subject|date|message-id|in-reply-to|references|received|return-path|mime-version|content-[a-z-]+|delivered-to|importance|priority|organization|user-agent|errors-to|precedence|auto-submitted|list-[a-z-]+|x-[\w-]+|dkim-signature|authentication-results|arc-[a-z-]+|resent-[a-z-]+|thread-[a-z]+|lines|status|envelope-to|delivery-date|received-spf)[ \t]*:/i

export const isKnownField = (line: string) => field.test(line)

const bom = Buffer.from([0xef, 0xbb, 0xbf])
/** Number of bytes of a message that are examined for its header. */
const mostLooked = 64_000

/** Removes what precedes the header of a message, and repairs its line ends. */
export function mendSource(source: Uint8Array): Uint8Array {
  let bytes = Buffer.from(source.buffer, source.byteOffset, source.byteLength)
  if (bytes.subarray(0, 3).equals(bom)) bytes = bytes.subarray(3)
  const beginning = bytes.subarray(0, mostLooked).toString('latin1')
  const blank = /^(?:[ \t]*\r?\n)+/.exec(beginning)?.[0].length ?? 0
  if (blank > 0 && isKnownField(beginning.slice(blank, blank + 200))) bytes = bytes.subarray(blank)
  return withSemicolon(endsInReturns(beginning) ? withLineFeeds(bytes) : bytes)
}

/** Inserts the semicolon that some programs omit between a multipart type and its boundary. */
function withSemicolon(bytes: Uint8Array): Uint8Array {
  const text = Buffer.from(bytes.subarray(0, mostLooked)).toString('latin1')
  const head = text.slice(0, /\r?\n\r?\n/.exec(text)?.index)
  const type = /^content-type:[ \t]*multipart\/[\w.+-]+(?=[ \t\r\n]{1,10}boundary=)/im.exec(head)
  if (!type) return bytes
  const end = type.index + type[0].length
  return Buffer.concat([bytes.subarray(0, end), Buffer.from(';'), bytes.subarray(end)])
}

/** Whether lines end with a carriage return alone, as on old Macs; servers add normal lines before and after. */
function endsInReturns(beginning: string): boolean {
  const [head = ''] = beginning.split(/\r?\n\r?\n/, 1)
  const fields = head.split(/\r(?!\n)/).filter((line, at) => at > 0 && isKnownField(line))
  return fields.length > 1 || (fields.length === 1 && /\r\r(?!\n)/.test(head))
}

function withLineFeeds(bytes: Uint8Array): Uint8Array {
  return bytes.map((byte, at) => (byte === 13 && bytes[at + 1] !== 10 ? 10 : byte))
}
