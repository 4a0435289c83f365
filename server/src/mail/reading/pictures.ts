interface Part {
  readonly name: string
  readonly mimeType: string
  readonly contentId: string
}

const isPicture = ({ mimeType }: Part) => /^image\/(png|jpeg|gif|webp)$/.test(mimeType)

/** Finds which of the parts a source in HTML means: by its id, however both write it, or by the name of the file. */
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

/** Where a picture begins that is written into a page. */
const begun = /\bsrc\s*=\s*(["'])data:image\/(png|jpe?g|gif|webp);base64,/gi
const large = 20_000

interface Taken {
  readonly name: string
  readonly mimeType: string
  readonly content: Uint8Array
  readonly contentId: string
}

/**
 * HTML with the large pictures that are written into it in the form in which others bring them: as parts beside it, each
 * once, and without those beyond so many. Where the rest is longer than `longest`, with the small ones as well.
 */
export function takePictures(
  html: string,
  most: number,
  longest: number,
): { html: string; pictures: readonly Taken[] } {
  const taken = takeFrom(html, most, large)
  return taken.html.length > longest ? takeFrom(html, most, 0) : taken
}

/** They have millions of letters, more than a pattern can hold: their ends are looked for without one. */
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
