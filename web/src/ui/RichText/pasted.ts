/** Converts HTML from the clipboard to what a message can contain; `leftOut` counts the removed pictures. */
export function readPasted(html: string): { html: string; leftOut: number } {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const pictures = [...body.querySelectorAll('img')]
  const foreign = pictures.filter((picture) => !isOwn(sourceOf(picture)))
  for (const picture of foreign) picture.remove()
  const points = [...body.querySelectorAll<HTMLElement>('p[class^="MsoListParagraph"]')]
  if (pictures.length + points.length === 0) return { html, leftOut: 0 }
  for (const picture of pictures) picture.setAttribute('src', sourceOf(picture))
  listsOfWord(points)
  return { html: body.innerHTML, leftOut: foreign.length }
}

/**
 * Returns the pasted image files. A copied picture arrives as a file together with HTML that holds only that picture.
 */
export function filesPasted(data: DataTransfer | null): File[] {
  const files = [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'))
  if (!data || files.length === 0) return []
  const { body } = new DOMParser().parseFromString(data.getData('text/html'), 'text/html')
  const isAlone = body.textContent?.trim() === '' && data.getData('text/plain').trim() === ''
  return isAlone ? files : []
}

/** Tests for pictures that may be embedded: data URLs, the gallery and quoted e-mails. Other sources are removed. */
const isOwn = (src: string) => /^(data:image\/(png|jpeg|gif|webp);|\/api\/(image-gallery|emails)\/)/.test(src)

/** Returns the source of a picture, without the origin if it points to this application. */
function sourceOf(picture: HTMLImageElement): string {
  const src = picture.getAttribute('src') ?? ''
  return src.startsWith(`${location.origin}/`) ? src.slice(location.origin.length) : src
}

/** Converts lists of Word and Outlook, which are paragraphs that begin with a bullet or number. */
function listsOfWord(paragraphs: readonly HTMLElement[]): void {
  /** The open lists by level; each is nested in the last item of the list before it. */
  let open: HTMLElement[] = []
  let last: Element | null = null
  for (const paragraph of paragraphs) {
    const sign = [...paragraph.querySelectorAll('span')].find((span) => /mso-list:\s*Ignore/.test(styleOf(span)))
    if (!sign) continue
    if (last === null || paragraph.previousElementSibling !== last) open = []
    const level = Math.min(open.length + 1, Number(/level(\d)/.exec(styleOf(paragraph))?.[1] ?? 1))
    const kind = /^\(?[\da-z]+[.)]/i.test(sign.textContent?.trim() ?? '') ? 'ol' : 'ul'
    sign.remove()
    const point = document.createElement('li')
    const text = document.createElement('p')
    text.append(...paragraph.childNodes)
    point.append(text)
    open = open.slice(0, level)
    // a different kind of numbering starts another list
    if (open[level - 1]?.localName !== kind) open = open.slice(0, level - 1)
    const list = open[level - 1] ?? document.createElement(kind)
    if (!open[level - 1]) {
      const within = open[level - 2]?.lastElementChild
      if (within) within.append(list)
      else paragraph.before(list)
      open.push(list)
    }
    list.append(point)
    paragraph.remove()
    last = open[0] ?? null
  }
}

const styleOf = (element: Element) => element.getAttribute('style') ?? ''
