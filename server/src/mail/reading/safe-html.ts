import type sanitizeHtml from 'sanitize-html'
import { boundedHtml } from '../../files/bounded-html.ts'

export const longestHtml = 2_000_000
/** Limits for unclosed tags, for which the parser takes quadratic time: half of the tags may stay open. */
const bounds = { tags: 20_000, depth: 10_000 }
/** Sanitised HTML may be this many times longer, because of escapes. */
const mostGrowth = 4
const pictureTypes = /^data:image\/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/=\s]+$/

export interface SafeHtml {
  readonly html: string
  readonly blockedPictures: readonly string[]
}

/**
 * Sanitises HTML from strangers: no script, style sheet, form or frame, and nothing that is loaded from other servers;
 * such a picture becomes `<img data-blocked="n">`. Pictures in the message are shown from here. Null if it is too long
 * or too deep to be sanitised in reasonable time.
 */
export function safeHtml(html: string, pictureUrl: (source: string) => string | null): SafeHtml | null {
  if (html.length > longestHtml) return null
  const blockedPictures: string[] = []
  const options: sanitizeHtml.IOptions = {
    allowedTags,
    allowedAttributes,
    allowedStyles: { '*': styles },
    allowedSchemes: ['http', 'https', 'mailto', 'tel', 'data'],
    allowProtocolRelative: false,
    nestingLimit: 600,
    nonTextTags: ['script', 'style', 'textarea', 'option', 'xmp', 'title'],
    transformTags: {
      ...sections,
      body: page,
      a: (tagName, { href: given = '', title = '' }) => {
        const href = wholeAddress(given)
        const link = /^(https?:|mailto:|tel:)/i.test(href) && { href, target: '_blank', rel: 'noopener noreferrer' }
        return { tagName, attribs: { ...link, ...(title ? { title } : {}) } }
      },
      img: (tagName, attribs) => ({ tagName, attribs: picture(attribs, pictureUrl, blockedPictures) }),
    },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src && attribs['data-blocked'] === undefined,
  }
  const clean = boundedHtml(html, options, bounds)?.trim()
  if (clean === undefined || clean.length > mostGrowth * html.length + 1000) return null
  return { html: clean, blockedPictures }
}

function picture(
  { src = '', ...rest }: Record<string, string>,
  pictureUrl: (source: string) => string | null,
  blocked: string[],
): Record<string, string> {
  const source = src.trim()
  if (pictureTypes.test(source)) return { ...rest, src: source }
  const url = source && pictureUrl(source)
  if (url) return { ...rest, src: url }
  if (!/^(https?:)?\/\//i.test(source)) return rest
  blocked.push(source.startsWith('//') ? `https:${source}` : source)
  return { ...rest, 'data-blocked': String(blocked.length - 1) }
}

/** Completes a link whose beginning was omitted. */
function wholeAddress(href: string): string {
  const bare = href.trim()
  if (bare.startsWith('//')) return `https:${bare}`
  if (/^www\./i.test(bare)) return `http://${bare}`
  return /^[^\s@:/?#]+@[^\s@:/?#]+$/.test(bare) ? `mailto:${bare}` : bare
}

/** Keeps the colours of the page: without them light text would be on white. */
function page(tagName: string, { style = '', bgcolor = '', text = '' }: Record<string, string>): sanitizeHtml.Tag {
  const styles = [bgcolor && `background-color:${bgcolor}`, text && `color:${text}`, style].filter(Boolean).join(';')
  return styles ? { tagName: 'div', attribs: { style: styles } } : { tagName, attribs: {} }
}

/** Block elements that become `div`; without an element their text would continue on one line. */
const sections = Object.fromEntries(
  [
    ...['section', 'article', 'header', 'footer', 'main', 'nav', 'aside', 'figure', 'figcaption', 'address', 'form'],
    ...['details', 'summary', 'fieldset', 'legend', 'hgroup'],
  ].map((name) => [name, 'div']),
)

const allowedTags = [
  ...['p', 'br', 'hr', 'div', 'span', 'center', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'code', 'a'],
  ...['strong', 'b', 'em', 'i', 'u', 's', 'strike', 'del', 'ins', 'sub', 'sup', 'small', 'big', 'font', 'img', 'abbr'],
  ...[
    'ul',
    'ol',
    'li',
    'dl',
    'dt',
    'dd',
    'table',
    'caption',
    'colgroup',
    'col',
    'thead',
    'tbody',
    'tfoot',
    'tr',
    'th',
    'td',
  ],
]
const allowedAttributes = {
  a: ['href', 'title', 'target', 'rel'],
  img: ['src', 'alt', 'width', 'height', 'data-blocked'],
  font: ['color', 'size', 'face'],
  ol: ['start', 'type'],
  '*': [
    ...['style', 'align', 'valign', 'bgcolor', 'width', 'height', 'border', 'cellpadding', 'cellspacing'],
    ...['colspan', 'rowspan', 'dir', 'lang', 'nowrap'],
  ],
}
/** Values of styles that load nothing, and neither move an element nor cover others. */
const plain = [/^[\w#%.,()'"\s!-]{1,200}$/]
const measure = [/^[\w.%\s]{1,100}$/]
const styles = {
  ...Object.fromEntries(
    [
      ...['color', 'background-color', 'font-family', 'font-size', 'font-style', 'font-weight', 'font-variant'],
      ...['text-align', 'text-decoration', 'text-indent', 'text-transform', 'line-height', 'letter-spacing'],
      ...['vertical-align', 'white-space', 'word-break', 'list-style-type', 'border-collapse', 'border-spacing'],
      ...['border', 'border-top', 'border-right', 'border-bottom', 'border-left', 'border-color', 'border-style'],
      ...['border-width', 'border-radius', 'direction'],
    ].map((name) => [name, plain]),
  ),
  ...Object.fromEntries(
    [
      ...['width', 'max-width', 'min-width', 'height', 'max-height', 'min-height'],
      ...['padding', 'padding-top', 'padding-right', 'padding-bottom', 'padding-left'],
      ...['margin', 'margin-top', 'margin-right', 'margin-bottom', 'margin-left'],
    ].map((name) => [name, measure]),
  ),
  // Only a colour: loading needs url().
  background: [/^(?!.*\burl\b)[\w#%.,()\s-]{1,100}$/i],
  display: [/^(block|inline|inline-block|table|table-row|table-cell|none)$/],
  float: [/^(left|right|none)$/],
  clear: [/^(left|right|both|none)$/],
}

/** Returns the text of sanitised HTML, one line per block. */
export function textOfSafeHtml(html: string): string {
  return (
    withoutSourceLines(html)
      .replace(/[ \t]+/g, ' ')
      .replace(/<(br|hr)[^<>]*>|<\/(p|div|h[1-6]|li|tr|blockquote|pre|dt|dd|table)>/g, '\n')
      .replace(/<\/t[dh]>/g, '\t')
      // A block begins a line, unless one has just begun, or in the next cell of a row.
      .replace(/<(p|div|h[1-6]|li|tr|blockquote|pre|dt|dd|table|ul|ol)\b[^<>]*>/g, '\v')
      .replace(/<[^<>]*>/g, '')
      .replace(/\t[\v \t]+/g, '\t')
      .replace(/\n?[ \t]?\v[\v \t]*/g, '\n')
      .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (_, name: string) => entities[name] ?? '')
      .replace(/[ \t\u00a0]+/g, ' ')
      .replace(/ ?\n ?/g, '\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim()
  )
}

/** Removes line breaks of the source, unless a style makes them visible. */
function withoutSourceLines(html: string): string {
  if (/white-space:\s*(pre|break)/i.test(html)) return html
  const pieces = html.split(/(<pre\b[^>]*>[\s\S]*?<\/pre>)/)
  return pieces.map((piece, at) => (at % 2 === 1 ? piece : piece.replace(/[\t\r\n]+/g, ' '))).join('')
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" }
