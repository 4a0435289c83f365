import { randomUUID } from 'node:crypto'
import { galleryName } from '../../files/clean-html.ts'
import { keep } from '../../files/files.ts'
import { decodeText } from '../../files/html-text.ts'
import type { Ctx } from '../../http/context.ts'
import { storedPicture } from '../../lists/galleries/galleries.ts'
import { type Attachment, storedMailAttachment } from './attachments.ts'

const picture = /<img\b[^<>]*?\ssrc="([^"<>]*)"[^<>]*>/g

/**
 * Embeds the pictures of clean HTML as parts of the message, because recipients could not fetch them here: pictures of
 * the gallery, pasted ones, and those of a quoted e-mail if the caller may read it. A missing picture is removed.
 */
export async function embedPictures(ctx: Ctx, html: string): Promise<{ html: string; pictures: Attachment[] }> {
  const found = new Map<string, Attachment | null>()
  for (const [, src = ''] of html.matchAll(picture)) {
    if (!found.has(src)) found.set(src, await pictureOf(ctx, decodeText(src)))
  }
  const embedded = html.replace(picture, (tag, src: string) => {
    const one = found.get(src)
    return one ? tag.replace(`src="${src}"`, () => `src="cid:${one.cid}"`) : ''
  })
  return { html: embedded, pictures: [...found.values()].filter((one) => one !== null) }
}

async function pictureOf(ctx: Ctx, src: string): Promise<Attachment | null> {
  const cid = `${randomUUID()}@picture`
  const [, subtype, base64 = ''] = /^data:image\/(\w+);base64,(.*)$/s.exec(src) ?? []
  if (subtype) {
    const bytes = Buffer.from(base64, 'base64')
    const stored = await keep(ctx.db, ctx.services.files, () => bytes)
    return { ...stored, name: `picture.${subtype === 'jpeg' ? 'jpg' : subtype}`, mimeType: `image/${subtype}`, cid }
  }
  const name = galleryName(src)
  const [, attachmentId] = /^\/api\/emails\/[^/]+\/attachments\/([^/]+)$/.exec(src) ?? []
  const stored = name ? await storedPicture(ctx, name) : attachmentId && (await storedMailAttachment(ctx, attachmentId))
  if (!stored || !/^image\/(png|jpeg|gif|webp)$/.test(stored.mimeType)) return null
  const { hash, size, mimeType } = stored
  return { hash, size: Number(size), name: stored.name, mimeType, cid }
}
