interface Part {
  readonly name: string
  readonly mimeType: string
  readonly contentId: string
}

const isPicture = ({ mimeType }: Part) => /^image\/(png|jpeg|gif|webp)$/.test(mimeType)

/** Returns a function that finds the part of an HTML source: by its Content-ID in any notation, or by the file name. */
export function picturesOf<Kind extends Part>(parts: readonly Kind[]): (source: string) => Kind | undefined {
  const known = new Map<string, Kind>()
  const add = (key: string, part: Kind) => key && !known.has(key) && known.set(key, part)
  const pictures = parts.filter(isPicture)
  for (const part of pictures) add(part.contentId, part)
  for (const part of pictures) add(plain(part.contentId), part)
  for (const part of pictures) if (part.name) add(`cid:${part.name}`, part)
  return (source) => {
    const id = source.replace(/^cid:/i, '')
    return known.get(id) ?? known.get(plain(id)) ?? known.get(source)
  }
}

/** Beginning of an embedded picture. */
const begun = /\bsrc\s*=\s*(["'])data:image\/(png|jpe?g|gif|webp);base64,/gi
const large = 20_000

interface Taken {
  readonly name: string
  readonly mimeType: string
  readonly content: Uint8Array
  readonly contentId: string
}

/**
 * Moves large embedded pictures into parts, each once and up to `most`; further ones are removed. If the rest is longer
 * than `longest`, small pictures are moved as well.
 */
export function takePictures(
  html: string,
  most: number,
  longest: number,
): { html: string; pictures: readonly Taken[] } {
  const taken = takeFrom(html, most, large)
  return taken.html.length > longest ? takeFrom(html, most, 0) : taken
}

/** Moves embedded pictures. Their millions of characters are too many for a pattern to find their ends. */
function takeFrom(html: string, most: number, least: number): { html: string; pictures: readonly Taken[] } {
  const pictures = new Map<string, Taken>()
  const rest: string[] = []
  let from = 0
  for (const { 0: start, 1: quote = '', 2: kind = '', index } of html.matchAll(begun)) {
    const at = index + start.length
    const end = html.indexOf(quote, at)
    if (end < 0) break
    const content = html.slice(at, end)
    if (content.length < least || /[^A-Za-z0-9+/=\s]/.test(content)) continue
    if (!pictures.has(content) && pictures.size < most) {
      const mimeType = `image/${kind.toLowerCase().replace('jpg', 'jpeg')}`
      const contentId = `written-picture-${pictures.size + 1}`
      pictures.set(content, { name: '', mimeType, content: Buffer.from(content, 'base64'), contentId })
    }
    const known = pictures.get(content)
    rest.push(html.slice(from, index), `src=${quote}${known ? `cid:${known.contentId}` : ''}${quote}`)
    from = end + 1
  }
  return { html: [...rest, html.slice(from)].join(''), pictures: [...pictures.values()] }
}

const plain = (id: string) => decoded(id).replace(/^<|>$/g, '').trim().toLowerCase()

function decoded(id: string): string {
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}
