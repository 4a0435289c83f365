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

const written = /\bsrc\s*=\s*(["'])data:image\/(png|jpe?g|gif|webp);base64,([A-Za-z0-9+/=\s]{20000,})\1/gi

interface Taken {
  readonly name: string
  readonly mimeType: string
  readonly content: Uint8Array
  readonly contentId: string
}

/** HTML with large pictures that are written into it in the form in which others bring them: as parts beside it. */
export function takePictures(html: string): { html: string; pictures: readonly Taken[] } {
  const pictures: Taken[] = []
  const rest = html.replace(written, (_, quote: string, kind: string, content: string) => {
    const mimeType = `image/${kind.toLowerCase().replace('jpg', 'jpeg')}`
    const contentId = `written-picture-${pictures.length + 1}`
    pictures.push({ name: '', mimeType, content: Buffer.from(content, 'base64'), contentId })
    return `src=${quote}cid:${contentId}${quote}`
  })
  return { html: rest, pictures }
}

const plain = (id: string) => decoded(id).replace(/^<|>$/g, '').trim().toLowerCase()

function decoded(id: string): string {
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}
