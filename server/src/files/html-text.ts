/** Splits clean HTML into its tags and the text between them. */
export const parts = (html: string): string[] => html.match(/<[^<>]*>|[^<]+|</g) ?? []

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: '\u00a0' }

/** Decodes the entities in a piece of clean HTML between two tags. */
export const decodeText = (html: string) => html.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name) => named[name] ?? '')

/** Returns the text of clean HTML. */
export const plainText = (html: string) =>
  parts(html)
    .filter((part) => !part.startsWith('<'))
    .map(decodeText)
    .join('')

/** Encodes a text as HTML; line ends become `<br>`. */
export const encodeText = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '<br>')
