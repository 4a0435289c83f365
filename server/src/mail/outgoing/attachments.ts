import { sql } from 'kysely'
import { limits } from '#contract/limits'
import type { MailPrint, OutgoingMessage } from '#contract/mail/outgoing'
import { storedContactDocument } from '../../contacts/documents/documents.ts'
import { type KeptFile, keep, keepUpload } from '../../files/files.ts'
import { actorId, type Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'
import type { UploadedFile } from '../../http/upload.ts'
import { storedDocument } from '../../lists/galleries/galleries.ts'
import { seesFlame } from '../../orders/flames/flames.ts'
import { printCrateLabels, printDeliveryNote, printDossier } from '../../orders/prints/prints.ts'
import { oneLine } from './addresses.ts'

/** Attachment of an outgoing message: a content of the file store with a name. */
export interface Attachment {
  readonly name: string
  readonly mimeType: string
  readonly size: number
  readonly hash: string
  /** Content-ID of an inline picture; else empty. */
  readonly cid: string
}

type Named = Omit<Attachment, 'cid'>
type Refs = Pick<
  OutgoingMessage,
  | 'contactDocumentRefs'
  | 'predefinedDocumentRefs'
  | 'imageGalleryRefs'
  | 'emailAttachmentRefs'
  | 'draftFileRefs'
  | 'prints'
>

/** Throws if there are more attachments than allowed. Errors: TOO_MANY_ATTACHMENTS. */
export function assertFew(refs: Refs, files: number): void {
  const count = limits.email.attachments
  const found =
    files +
    [
      refs.contactDocumentRefs,
      refs.predefinedDocumentRefs,
      refs.imageGalleryRefs,
      refs.emailAttachmentRefs,
      refs.draftFileRefs,
      refs.prints,
    ].flat().length
  if (found > count) fail('TOO_MANY_ATTACHMENTS', { values: { count } })
}

/** Returns everything that the message references and the sender may see. Errors: VALIDATION, those of prints. */
export async function attachmentsOf(
  ctx: Ctx,
  message: Refs & Pick<OutgoingMessage, 'flameRef'>,
): Promise<Attachment[]> {
  const may = ctx.actor.permissions
  const documents = await all('contactDocumentRefs', message.contactDocumentRefs, async (id) =>
    may.has('READ_CONTACT_DOCUMENTS') ? storedContactDocument(ctx, id) : undefined,
  )
  const shared = await all('predefinedDocumentRefs', message.predefinedDocumentRefs, (ref) =>
    storedDocument(ctx, 'SHARED_DOCUMENTS', ref),
  )
  const pictures = await all('imageGalleryRefs', message.imageGalleryRefs, (ref) =>
    storedDocument(ctx, 'IMAGE_GALLERY', ref),
  )
  const passedOn = await all('emailAttachmentRefs', message.emailAttachmentRefs, (id) => storedMailAttachment(ctx, id))
  const dropped = await all('draftFileRefs', message.draftFileRefs, (id) => draftFile(ctx, id))
  const printed = await all('prints', message.prints, async (print) => printOf(ctx, message.flameRef, print))
  return [...documents, ...shared, ...pictures, ...passedOn, ...dropped, ...printed].map(attachment)
}

const attachment = ({ name, mimeType, size, hash }: Named): Attachment => ({
  name: oneLine(name) || 'file',
  mimeType,
  size: Number(size),
  hash,
  cid: '',
})

async function all<Ref extends string>(
  path: keyof Refs,
  refs: readonly Ref[],
  find: (ref: Ref) => Promise<Named | undefined>,
) {
  const found: Named[] = []
  for (const [at, ref] of [...new Set(refs)].entries()) {
    found.push((await find(ref)) ?? fail('VALIDATION', { fields: [{ path: `${path}.${at}`, invalid: 'unknownRef' }] }))
  }
  return found
}

const printers = { dossier: printDossier, deliveryNote: printDeliveryNote, crateLabels: printCrateLabels }

/** Prints the dossier as it is saved; undefined for a flame that the sender may not see. */
async function printOf(ctx: Ctx, flameRef: string | null, print: MailPrint): Promise<Named | undefined> {
  if (!flameRef || !(await seesFlame(ctx, flameRef))) return undefined
  const { fileName, contentType, content } = await printers[print](ctx, flameRef)
  const { hash, size } = await keep(ctx.db, ctx.services.files, () => content)
  return { name: fileName, mimeType: contentType, size, hash }
}

/** Returns where the content of an e-mail's attachment is stored; undefined for callers who may not read e-mails. */
export async function storedMailAttachment(ctx: Ctx, id: string): Promise<Named | undefined> {
  if (!ctx.actor.permissions.has('EMAIL_READ')) return undefined
  const { rows } = await sql<Named>`
    select name, mime_type as "mimeType", size_byte as size, file_hash as hash
      from email_attachment where id = ${id}`.execute(ctx.db)
  return rows[0]
}

async function draftFile(ctx: Ctx, id: string): Promise<Named | undefined> {
  const { rows } = await sql<Named>`
    select f.name, f.mime_type as "mimeType", f.size_byte as size, f.file_hash as hash
      from email_draft_file f join email_draft d on d.id = f.draft_id
     where f.id = ${id} and d.owner_id = ${actorId(ctx)}`.execute(ctx.db)
  return rows[0]
}

/** Stores dropped files. Errors: VALIDATION for files that may not be sent, STORAGE_FAILED. */
export async function keepDropped(ctx: Ctx, files: readonly UploadedFile[]): Promise<KeptFile[]> {
  const kept: KeptFile[] = []
  for (const [at, file] of files.entries()) kept.push(await keepOne(ctx, file, `file.${at}`))
  return kept
}

/** Stores a file. Errors: VALIDATION for a file that may not be sent, STORAGE_FAILED. */
export async function keepOne(ctx: Ctx, file: UploadedFile, path: string): Promise<KeptFile> {
  const kept = await keepUpload(ctx, file)
  if (kept === 'STORAGE_FAILED') fail('STORAGE_FAILED')
  if (typeof kept !== 'string') return kept
  const invalid = kept === 'EMPTY' ? 'emptyFile' : 'refusedFile'
  return fail('VALIDATION', { fields: [{ path, invalid, values: { name: file.name } }] })
}

export const keptAttachment = (kept: KeptFile): Attachment => attachment(kept)
