import { sql } from 'kysely'
import type { DocumentExcerpt } from '#contract/lists/galleries'
import type { EmailAttachment } from '#contract/mail/emails'
import { excerptOf } from '../../files/excerpt.ts'
import { type KeptFile, type Refusal, storedReply } from '../../files/files.ts'
import { thumbnailHash, thumbnailReply } from '../../files/thumbnails.ts'
import type { StoredFileReply } from '../../http/answers.ts'
import type { Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'
import { attachmentJson } from './inbox.queries.ts'
import { assertEmail } from './inbox.ts'

/** An attachment and its e-mail. */
interface Place {
  readonly id: string
  readonly attId: string
}

/** Errors: NOT_FOUND. */
export async function listAttachments(ctx: Ctx, emailId: string): Promise<EmailAttachment[]> {
  await assertEmail(ctx, emailId)
  const { rows } = await sql<{ json: EmailAttachment }>`
    select ${attachmentJson} as json from email_attachment a where a.email_id = ${emailId} order by a.position`.execute(
    ctx.db,
  )
  return rows.map(({ json }) => json)
}

/** MIME types of mail from strangers that a browser may show; anything else, such as a web page, is only saved. */
const shown = /^(image\/(png|jpeg|gif|webp)|application\/pdf)$/
/** MIME types stated by the sender that are passed on because they make a browser do nothing. */
const named =
  /^(image\/(tiff|heic|avif|bmp)|audio\/|video\/|application\/(msword|zip|rtf|vnd\.[\w.+-]+)|text\/(plain|csv|calendar|vcard)|message\/rfc822)/

/** Errors: NOT_FOUND, STORAGE_FAILED. */
export async function downloadAttachment(
  ctx: Ctx,
  place: Place,
  { isPreview = false, thumbnail = false }: { isPreview?: boolean; thumbnail?: boolean },
): Promise<StoredFileReply> {
  const file = await storedAttachment(ctx, place)
  if (thumbnail) return thumbnailReply(ctx, file)
  const safe = shown.test(file.mimeType)
  const mimeType = safe || named.test(file.mimeType) ? file.mimeType : 'application/octet-stream'
  return storedReply(ctx, { ...file, mimeType }, isPreview && safe)
}

/** Errors: NOT_FOUND, STORAGE_FAILED. */
export async function excerptOfAttachment(ctx: Ctx, place: Place): Promise<DocumentExcerpt> {
  return excerptOf(ctx, await storedAttachment(ctx, place))
}

/** Errors: NOT_FOUND, UNSUPPORTED_MEDIA, STORAGE_FAILED. */
export async function saveThumbnailOf(
  ctx: Ctx,
  { id, attId }: Place,
  received: KeptFile | Refusal,
): Promise<EmailAttachment> {
  const { rows } = await sql<{ json: EmailAttachment }>`
    update email_attachment a set thumbnail_hash = ${thumbnailHash(received)}
     where a.id = ${attId} and a.email_id = ${id} returning ${attachmentJson} as json`.execute(ctx.db)
  return rows[0]?.json ?? fail('NOT_FOUND')
}

/** Returns the message as it arrived, as plain text for a preview. Errors: NOT_FOUND, STORAGE_FAILED. */
export async function downloadSource(ctx: Ctx, id: string, isPreview = false): Promise<StoredFileReply> {
  const { rows } = await sql<{ hash: string; size: number; subject: string }>`
    select e.source_hash as hash, f.size_byte as size, e.subject
      from email e join stored_file f on f.hash = e.source_hash where e.id = ${id}`.execute(ctx.db)
  const { subject, ...file } = rows[0] ?? fail('NOT_FOUND')
  const name = `${
    subject
      .replace(/[^\p{L}\p{N} ._-]/gu, '')
      .trim()
      .slice(0, 80) || 'message'
  }.eml`
  return storedReply(ctx, { ...file, name, mimeType: isPreview ? 'text/plain' : 'message/rfc822' }, isPreview)
}

interface StoredAttachment {
  readonly hash: string
  readonly size: number
  readonly name: string
  readonly mimeType: string
  readonly thumbnail: string | null
  readonly thumbnailSize: number | null
}

async function storedAttachment(ctx: Ctx, { id, attId }: Place): Promise<StoredAttachment> {
  const { rows } = await sql<StoredAttachment>`
    select a.file_hash as hash, a.size_byte as size, a.name, a.mime_type as "mimeType",
           a.thumbnail_hash as thumbnail, t.size_byte as "thumbnailSize"
      from email_attachment a left join stored_file t on t.hash = a.thumbnail_hash
     where a.id = ${attId} and a.email_id = ${id}`.execute(ctx.db)
  return rows[0] ?? fail('NOT_FOUND')
}
