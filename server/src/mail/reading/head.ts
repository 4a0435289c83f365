import { createHash } from 'node:crypto'
import { latin } from './charset.ts'

/** Limit for messages whose header has no end; no real header has as many fields. */
const mostFields = 100_000
/** Number of characters of a body that are hashed at once. */
const hashedAtOnce = 1_000_000

/** Fields that servers add to a header, each in its own way. */
const trace =
  /^(return-path|delivered-to|envelope-to|delivery-date|received(-spf)?|x-[\w-]+|dkim-signature|arc-[\w-]+|authentication-results|status|content-length|lines):/i

/** Returns the hash of a message as it was written, without the headers and line ends that servers change. */
export function hashOfContent(source: Uint8Array): string {
  const text = latin(source)
  const end = endOfHead(text)
  const fields = text
    .slice(0, end)
    .split(/\r?\n(?![ \t])/)
    .filter((field) => !trace.test(field))
  const hash = createHash('sha256').update(fields.join('\n')).update('\n\n')
  const body = text.slice(end).trim()
  // In pieces: replacing millions of line ends at once takes all the memory of the process.
  for (let at = 0; at < body.length; at += hashedAtOnce) {
    const next = at + hashedAtOnce
    const piece = body.slice(at, body.startsWith('\r\n', next - 1) ? next - 1 : next)
    hash.update(piece.replace(/\r\n/g, '\n'))
  }
  return hash.digest('hex')
}

/** Returns the offset at which the header of a message ends. */
export function endOfHead(text: string): number {
  const end = /\r?\n\r?\n/.exec(text)?.index ?? text.length
  const endOfField = /\r?\n(?![ \t])/g
  for (let fields = 1; ; fields++) {
    const at = endOfField.exec(text)?.index ?? end
    if (at >= end || fields === mostFields) return Math.min(at, end)
  }
}
