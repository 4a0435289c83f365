import { type RawBuilder, sql } from 'kysely'
import type { BodyOf } from '#contract/endpoint'
import { limits } from '#contract/limits'
import type { Draft, DraftFile, draftApi, OutgoingMessage } from '#contract/mail/outgoing'
import { asOfSurvivor } from '../../contacts/contacts.ts'
import { edited } from '../../db/rows.ts'
import { type KeptFile, storedReply } from '../../files/files.ts'
import type { StoredFileReply } from '../../http/answers.ts'
import { actorId, type Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'
import type { UploadedFile } from '../../http/upload.ts'
import { seesFlame } from '../../orders/flames/flames.ts'
import { keepOne } from './attachments.ts'

type Fields = BodyOf<typeof draftApi.add>

/** Returns the caller's drafts, the latest first. */
export const listDrafts = (ctx: Ctx): Promise<Draft[]> => selectDrafts(ctx, sql`d.deleted_at is null`)

/** Errors: NOT_FOUND, also for another user's draft. */
export async function getDraft(ctx: Ctx, id: string): Promise<Draft> {
  const [draft] = await selectDrafts(ctx, sql`d.id = ${id} and d.deleted_at is null`)
  return draft ?? fail('NOT_FOUND')
}

export async function addDraft(ctx: Ctx, fields: Fields): Promise<Draft> {
  const { id } = await ctx.db
    .insertInto('email_draft')
    .values({ owner_id: actorId(ctx), ...columnsOf(await seenFields(ctx, fields)) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return getDraft(ctx, id)
}

/** Errors: NOT_FOUND, STALE_VERSION with the saved draft. */
export async function updateDraft(
  ctx: Ctx,
  id: string,
  { version, ...fields }: BodyOf<typeof draftApi.update>,
): Promise<Draft> {
  const current = await getDraft(ctx, id)
  const written = await ctx.db
    .updateTable('email_draft')
    .set({ ...columnsOf(await seenFields(ctx, fields)), ...edited })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return written.numUpdatedRows === 0n ? fail('STALE_VERSION', { current }) : getDraft(ctx, id)
}

/** Discards a draft; it stays in the database for a while. Errors: NOT_FOUND. */
export async function removeDraft(ctx: Ctx, id: string): Promise<undefined> {
  await getDraft(ctx, id)
  await ctx.db.updateTable('email_draft').set({ deleted_at: sql`now()` }).where('id', '=', id).execute()
}

// --- files ---------------------------------------------------------------------------------------------------------

/** Stores the content of a file. Errors: NOT_FOUND, VALIDATION for a file that may not be sent, STORAGE_FAILED. */
export async function receiveDraftFile(ctx: Ctx, id: string, file: UploadedFile): Promise<KeptFile> {
  await getDraft(ctx, id)
  return keepOne(ctx, file, 'file')
}

/** Errors: NOT_FOUND, TOO_MANY_ATTACHMENTS. */
export async function addDraftFile(ctx: Ctx, id: string, kept: KeptFile): Promise<DraftFile> {
  // Locks the draft, so that two files cannot both be the last one allowed.
  await ctx.db.selectFrom('email_draft').select('id').where('id', '=', id).forUpdate().execute()
  const draft = await getDraft(ctx, id)
  const count = limits.email.attachments
  const refs = [
    draft.contactDocumentRefs,
    draft.predefinedDocumentRefs,
    draft.imageGalleryRefs,
    draft.emailAttachmentRefs,
    draft.prints,
  ]
  if (draft.files.length + refs.flat().length >= count) fail('TOO_MANY_ATTACHMENTS', { values: { count } })
  return insertFile(ctx, id, kept)
}

/** Errors: NOT_FOUND. */
export async function removeDraftFile(ctx: Ctx, id: string, fileId: string): Promise<undefined> {
  await storedFile(ctx, id, fileId)
  await ctx.db.deleteFrom('email_draft_file').where('id', '=', fileId).execute()
}

/** Errors: NOT_FOUND, STORAGE_FAILED. */
export async function downloadDraftFile(ctx: Ctx, id: string, fileId: string): Promise<StoredFileReply> {
  return storedReply(ctx, await storedFile(ctx, id, fileId))
}

async function storedFile(ctx: Ctx, id: string, fileId: string) {
  const { rows } = await sql<{ hash: string; size: number; name: string; mimeType: string }>`
    select f.file_hash as hash, f.size_byte as size, f.name, f.mime_type as "mimeType"
      from email_draft_file f join email_draft d on d.id = f.draft_id
     where f.id = ${fileId} and d.id = ${id} and d.owner_id = ${actorId(ctx)} and d.deleted_at is null`.execute(ctx.db)
  return rows[0] ?? fail('NOT_FOUND')
}

async function insertFile(ctx: Ctx, draftId: string, kept: KeptFile): Promise<DraftFile> {
  const { id } = await ctx.db
    .insertInto('email_draft_file')
    .values({
      draft_id: draftId,
      name: kept.name,
      mime_type: kept.mimeType,
      size_byte: kept.size,
      file_hash: kept.hash,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, name: kept.name, mimeType: kept.mimeType, sizeByte: kept.size }
}

// --- what was sent -------------------------------------------------------------------------------------------------

/**
 * Keeps a message that is being sent as its hidden draft with its files, so that undo restores exactly this draft.
 * Returns the id of the draft.
 */
export async function keepSentDraft(
  ctx: Ctx,
  sending: { message: OutgoingMessage; mailboxId: string; rootId: string | null },
  dropped: readonly KeptFile[],
): Promise<string> {
  const { message } = sending
  const before = message.draftRef ? (await selectDrafts(ctx, sql`d.id = ${message.draftRef}`)).at(0) : undefined
  const fields = {
    ...message,
    mailboxRef: sending.mailboxId,
    basedOn: sending.rootId,
    contactRef: message.contactRef ?? before?.contactRef ?? null,
    flameRef: message.flameRef ?? before?.flameRef ?? null,
  }
  const values = {
    ...columnsOf(await seenFields(ctx, fields)),
    deleted_at: sql<string>`now()`,
    updated_at: sql<string>`now()`,
  }
  const { id } = before
    ? await ctx.db
        .updateTable('email_draft')
        .set({ ...values, version: sql`version + 1` })
        .where('id', '=', before.id)
        .returning('id')
        .executeTakeFirstOrThrow()
    : await ctx.db
        .insertInto('email_draft')
        .values({ owner_id: actorId(ctx), ...values })
        .returning('id')
        .executeTakeFirstOrThrow()
  const kept = [...message.draftFileRefs]
  await sql`delete from email_draft_file where draft_id = ${id} and id <> all (${kept}::uuid[])`.execute(ctx.db)
  await sql`
    update email_draft_file f set draft_id = ${id} from email_draft d
     where f.id = any (${kept}::uuid[]) and d.id = f.draft_id and d.owner_id = ${actorId(ctx)}`.execute(ctx.db)
  for (const file of dropped) await insertFile(ctx, id, file)
  return id
}

/** Restores the hidden draft of a message. Errors: NOT_FOUND. */
export async function bringBackDraft(ctx: Ctx, id: string): Promise<Draft> {
  await ctx.db
    .updateTable('email_draft')
    .set({ deleted_at: null, ...edited })
    .where('id', '=', id)
    .where('owner_id', '=', actorId(ctx))
    .execute()
  return getDraft(ctx, id)
}

// --- rows ----------------------------------------------------------------------------------------------------------

/**
 * Replaces a merged contact by its survivor, and drops a flame that is gone or hidden from the caller: neither may
 * prevent the user from writing.
 */
async function seenFields(ctx: Ctx, given: Fields): Promise<Fields> {
  const fields = await asOfSurvivor(ctx, given)
  const { flameRef } = fields
  return flameRef && !(await seesFlame(ctx, flameRef)) ? { ...fields, flameRef: null } : fields
}

const columnsOf = ({ mailboxRef, basedOn, contactRef, flameRef, ...fields }: Fields) => ({
  mailbox_id: mailboxRef,
  based_on: basedOn,
  contact_id: contactRef,
  flame_id: flameRef,
  content: JSON.stringify({
    recipients: fields.recipients,
    cc: fields.cc,
    bcc: fields.bcc,
    subject: fields.subject,
    bodyAsHtml: fields.bodyAsHtml,
    contactDocumentRefs: fields.contactDocumentRefs,
    predefinedDocumentRefs: fields.predefinedDocumentRefs,
    imageGalleryRefs: fields.imageGalleryRefs,
    emailAttachmentRefs: fields.emailAttachmentRefs,
    forwarded: fields.forwarded,
    prints: fields.prints,
  }),
})

async function selectDrafts(ctx: Ctx, which: RawBuilder<unknown>): Promise<Draft[]> {
  const { rows } = await sql<{ draft: Draft }>`
    select '{"prints":[]}'::jsonb || d.content || jsonb_build_object(
             'id', d.id, 'version', d.version, 'mailboxRef', d.mailbox_id, 'basedOn', d.based_on,
             'contactRef', d.contact_id, 'flameRef', d.flame_id, 'updatedAtUtc', iso(d.updated_at),
             'files', coalesce((
                select jsonb_agg(jsonb_build_object(
                         'id', f.id, 'name', f.name, 'mimeType', f.mime_type, 'sizeByte', f.size_byte)
                         order by f.created_at, f.id)
                  from email_draft_file f where f.draft_id = d.id), '[]')) as draft
      from email_draft d where d.owner_id = ${actorId(ctx)} and ${which}
     order by d.updated_at desc, d.id limit 200`.execute(ctx.db)
  return rows.map(({ draft }) => draft)
}
