import PostalMime, { type Address, type Attachment } from 'postal-mime'
import type { IOptions } from 'sanitize-html'
import type { DocumentExcerpt } from '#contract/lists/galleries'
import { boundedHtml } from './bounded-html.ts'
import { maxExcerptLength } from './excerpt-limits.ts'

const mostAttachments = 500
const pictureBytes = 1_000_000

/** Returns an e-mail with its header fields, its text, and its HTML without anything that could run or load. */
export async function mailExcerpt(content: Buffer): Promise<DocumentExcerpt> {
  const mail = await PostalMime.parse(content, { maxNestingDepth: 50 })
  const html = mail.html?.trim() ? cleanMail(mail.html.slice(0, 10 * maxExcerptLength), mail.attachments) : null
  const text = (mail.text ?? '').trim()
  const sent = new Date(mail.date ?? '')
  return {
    kind: 'MAIL',
    subject: mail.subject ?? '',
    from: mail.from ? named(mail.from) : '',
    to: (mail.to ?? []).map(named),
    cc: (mail.cc ?? []).map(named),
    sentAtUtc: Number.isNaN(sent.getTime()) ? null : sent.toISOString(),
    html,
    text: text.slice(0, maxExcerptLength).toWellFormed(),
    attachments: mail.attachments
      .filter((attachment) => !attachment.related)
      .slice(0, mostAttachments)
      .map((attachment) => ({ name: attachment.filename ?? attachment.mimeType, sizeByte: sizeOf(attachment) })),
    shortened: text.length > maxExcerptLength || (mail.html?.length ?? 0) > 10 * maxExcerptLength,
  }
}

function named({ name, address, group }: Address): string {
  if (group) return `${name}: ${group.map(named).join(', ')}`
  return name && name !== address ? `${name} <${address}>` : (address ?? '')
}

const bytesOf = ({ content }: Attachment) =>
  typeof content === 'string' ? Buffer.from(content, 'base64') : Buffer.from(content as ArrayBuffer)
const sizeOf = ({ content }: Attachment) => (typeof content === 'string' ? content.length : content.byteLength)

/** Cleans the HTML of a message. Style sheets go as well, and embedded pictures stay. */
function cleanMail(html: string, attachments: readonly Attachment[]): string | null {
  const options: IOptions = {
    allowedTags: [
      ...['p', 'br', 'hr', 'div', 'span', 'center', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'code'],
      ...['strong', 'b', 'em', 'i', 'u', 's', 'sub', 'sup', 'small', 'font', 'img', 'ul', 'ol', 'li', 'dl', 'dt', 'dd'],
      ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
    ],
    allowedAttributes: {
      img: ['src', 'alt', 'width', 'height'],
      font: ['color', 'size'],
      ol: ['start'],
      '*': ['align', 'valign', 'bgcolor', 'width', 'border', 'cellpadding', 'cellspacing', 'colspan', 'rowspan', 'dir'],
    },
    allowedSchemes: [],
    allowedSchemesByTag: { img: ['data'] },
    transformTags: {
      img: (tagName, attribs) => ({
        tagName,
        attribs: { ...attribs, src: ownPicture(attribs.src ?? '', attachments) },
      }),
    },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src,
    nestingLimit: 200,
  }
  return boundedHtml(html, options, { tags: 200_000, depth: 20_000 })?.trim() ?? null
}

/** Returns an embedded picture as a data URL, or an empty text for an external one. */
function ownPicture(src: string, attachments: readonly Attachment[]): string {
  if (/^data:image\/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/=\s]+$/.test(src)) return src
  const id = /^cid:(.+)$/i.exec(src)?.[1]
  const picture = id && attachments.find(({ contentId }) => contentId === `<${id}>`)
  if (!picture || !/^image\/(png|jpeg|gif|webp)$/.test(picture.mimeType) || sizeOf(picture) > pictureBytes) return ''
  return `data:${picture.mimeType};base64,${bytesOf(picture).toString('base64')}`
}
