import { fail } from '../http/problem.ts'
import { boundedHtml } from './bounded-html.ts'

/** Limits for tags, nesting depth, attributes and entities. */
const maxHtml = { tags: 50_000, depth: 1000, attributes: 100_000, entities: 100_000 }

/**
 * Removes from HTML what must not stand in our messages: scripts, style sheets, external pictures, forms. With
 * `quotes`, pictures of e-mails stay as well. Errors: VALIDATION at `path` for more than anybody writes.
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

/** Returns the text alignment of a style, nothing else: a full CSS parser could take seconds for a hostile style. */
function keptStyle(style: string): string {
  const [last] = [
    ...style.matchAll(/(?:^|;)\s*text-align\s*:\s*(left|right|center|justify)\s*(?:!\s*important\s*)?(?=;|$)/g),
  ].slice(-1)
  return last ? `text-align:${last[1]}` : ''
}

/** Whether a picture is embedded or one of the gallery; SVG is not allowed, because it can hold scripts. */
const isOwnPicture = (src: string) =>
  /^data:image\/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/=]+$/.test(src) ||
  (/^\/api\/image-gallery\/[\w%.!'()*~-]+$/.test(src) && galleryName(src) !== null)

/** Returns the name of a gallery picture from its address, or null. */
export function galleryName(src: string): string | null {
  try {
    const name = decodeURIComponent(/^\/api\/image-gallery\/(.+)$/.exec(src)?.[1] ?? '')
    return name === '' || name.includes('\0') ? null : name
  } catch {
    return null
  }
}

const isMailPicture = (src: string) => /^\/api\/emails\/[\da-f-]{36}\/attachments\/[\da-f-]{36}$/.test(src)
