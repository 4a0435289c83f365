/** The tags of clean HTML and the pieces of text between them. */
export const parts = (html: string): string[] => html.match(/<[^<>]*>|[^<]+|</g) ?? []

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: '\u00a0' }

/** The text that a piece of clean HTML between two tags stands for. */
export const decodeText = (html: string) => html.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name) => named[name] ?? '')

/** All the text of clean HTML. */
export const plainText = (html: string) =>
  parts(html)
    .filter((part) => !part.startsWith('<'))
    .map(decodeText)
    .join('')

/** Text as it stands in HTML, line ends kept. */
export const encodeText = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '<br>')
