import { fail } from '../http/problem.ts'
import { boundedHtml } from './bounded-html.ts'

/** Tags, elements within elements, attributes, and signs that stand there by a name. */
const maxHtml = { tags: 50_000, depth: 1000, attributes: 100_000, entities: 100_000 }

/**
 * Keeps of HTML what may stand in a message of ours: no script, no style sheet, no foreign picture, no form. With
 * `quotes`, also the pictures of an e-mail that it quotes. Errors: VALIDATION at `path` for more than anybody writes.
 */
export function cleanHtml(html: string, { quotes = false, path = 'content' } = {}): string {
  const options = {
    allowedTags: [
      ...['p', 'br', 'hr', 'div', 'span', 'h1', 'h2', 'h3', 'h4', 'blockquote', 'pre', 'code'],
      ...['strong', 'b', 'em', 'i', 'u', 's', 'sub', 'sup', 'a', 'img', 'ul', 'ol', 'li'],
      ...['table', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
    ],
    allowedAttributes: {
      a: ['href', 'title'],
      img: ['src', 'alt', 'width', 'height'],
      ol: ['start'],
      th: ['colspan', 'rowspan'],
      td: ['colspan', 'rowspan'],
      '*': ['style'],
    },
    parseStyleAttributes: false,
    transformTags: {
      '*': (tagName: string, attribs: Record<string, string>) => {
        const { style, ...others } = attribs
        const kept = style === undefined ? '' : keptStyle(style)
        return { tagName, attribs: kept ? { ...attribs, style: kept } : others }
      },
    },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['data'] },
    allowProtocolRelative: false,
    exclusiveFilter: ({ tag, attribs: { src = '' } }: { tag: string; attribs: Record<string, string> }) =>
      tag === 'img' && !isOwnPicture(src) && !(quotes && isMailPicture(src)),
    nestingLimit: 60,
  }
  return boundedHtml(html, options, maxHtml) ?? fail('VALIDATION', { fields: [{ path, invalid: 'tooMuchHtml' }] })
}

/** Of a style how text is aligned, and nothing else: a parser of styles would take seconds for what nobody writes. */
function keptStyle(style: string): string {
  const [last] = [
    ...style.matchAll(/(?:^|;)\s*text-align\s*:\s*(left|right|center|justify)\s*(?:!\s*important\s*)?(?=;|$)/g),
  ].slice(-1)
  return last ? `text-align:${last[1]}` : ''
}

/** A picture that is part of the text, or one of the gallery; never an SVG, which can hold scripts. */
const isOwnPicture = (src: string) =>
  /^data:image\/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/=]+$/.test(src) ||
  (/^\/api\/image-gallery\/[\w%.!'()*~-]+$/.test(src) && galleryName(src) !== null)

/** The name of a picture of the gallery in its address; null where there is none. */
export function galleryName(src: string): string | null {
  try {
    const name = decodeURIComponent(/^\/api\/image-gallery\/(.+)$/.exec(src)?.[1] ?? '')
    return name === '' || name.includes('\0') ? null : name
  } catch {
    return null
  }
}

const isMailPicture = (src: string) => /^\/api\/emails\/[\da-f-]{36}\/attachments\/[\da-f-]{36}$/.test(src)
