/** What another program laid on the clipboard, as a message can hold it, and how many of its pictures were left out. */
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

/** A picture that was copied alone comes as a file, and beside it as HTML that holds nothing else. */
export function filesPasted(data: DataTransfer | null): File[] {
  const files = [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'))
  if (!data || files.length === 0) return []
  const { body } = new DOMParser().parseFromString(data.getData('text/html'), 'text/html')
  const isAlone = body.textContent?.trim() === '' && data.getData('text/plain').trim() === ''
  return isAlone ? files : []
}

/** One that goes along: as data, of the gallery, or of an e-mail that is quoted. All others stay with who has them. */
const isOwn = (src: string) => /^(data:image\/(png|jpeg|gif|webp);|\/api\/(image-gallery|emails)\/)/.test(src)

/** As the text holds it, without the product that its page was copied from. */
function sourceOf(picture: HTMLImageElement): string {
  const src = picture.getAttribute('src') ?? ''
  return src.startsWith(`${location.origin}/`) ? src.slice(location.origin.length) : src
}

/** Word and Outlook write a list as paragraphs that begin with a sign. */
function listsOfWord(paragraphs: readonly HTMLElement[]): void {
  /** The lists that go on, each within the last point of the one before. */
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
    // what is numbered differently is another list
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
