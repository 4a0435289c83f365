import { createHash } from 'node:crypto'
import { latin } from './charset.ts'

/** Some messages have no end of their head; no head has so many fields, however long each of them may be. */
const mostFields = 100_000
/** Of a body, in signs. */
const hashedAtOnce = 1_000_000

/** What servers write into a head, each in its own way. */
const trace =
  /^(return-path|delivered-to|envelope-to|delivery-date|received(-spf)?|x-[\w-]+|dkim-signature|arc-[\w-]+|authentication-results|status|content-length|lines):/i

/** Of a message as it was written, whatever servers on its way put into its head or made of its line ends. */
export function hashOfContent(source: Uint8Array): string {
  const text = latin(source)
  const end = endOfHead(text)
  const fields = text
    .slice(0, end)
    .split(/\r?\n(?![ \t])/)
    .filter((field) => !trace.test(field))
  const hash = createHash('sha256').update(fields.join('\n')).update('\n\n')
  const body = text.slice(end).trim()
  // Piece by piece: to replace millions of line ends at once takes all the memory that a reader may have.
  for (let at = 0; at < body.length; at += hashedAtOnce) {
    const next = at + hashedAtOnce
    const piece = body.slice(at, body.startsWith('\r\n', next - 1) ? next - 1 : next)
    hash.update(piece.replace(/\r\n/g, '\n'))
  }
  return hash.digest('hex')
}

/** Where the head of a message ends. */
export function endOfHead(text: string): number {
  const end = /\r?\n\r?\n/.exec(text)?.index ?? text.length
  const endOfField = /\r?\n(?![ \t])/g
  for (let fields = 1; ; fields++) {
    const at = endOfField.exec(text)?.index ?? end
    if (at >= end || fields === mostFields) return Math.min(at, end)
  }
}
