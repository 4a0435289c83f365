import { sql, type Updateable } from 'kysely'
import type { ContactDocument, UploadedContactDocument } from '#contract/contacts/documents'
import type { DocumentVersion } from '#contract/lists/documents'
import type { DocumentExcerpt, LibraryDocument } from '#contract/lists/galleries'
import type { DB } from '../../db/schema.ts'
import { uuidV7 } from '../../db/uuid-v7.ts'
import { uploadAnswer } from '../../files/documents.ts'
import { excerptOf } from '../../files/excerpt.ts'
import { type KeptFile, keepUpload, newFileName, type Refusal, storedReply } from '../../files/files.ts'
import { thumbnailHash, thumbnailReply } from '../../files/thumbnails.ts'
import type { StoredFileReply } from '../../http/answers.ts'
import type { Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'
import type { UploadedFile } from '../../http/upload.ts'
import { listDocuments } from '../../lists/galleries/galleries.ts'
import { recordDeparture } from '../../together/history/history.ts'
import { assertContact, assertEditable, movedTo } from '../contacts.ts'
import {
  countDocuments,
  documents,
  selectBin,
  selectContents,
  selectDocuments,
  selectStored,
  visible,
} from './documents.queries.ts'

/** A document and the contact it is looked up at; a document of another contact is not found. */
interface Place {
  readonly id: string
  readonly attId: string
}

/** Returns the documents of a contact that the caller may see, ordered by name. Errors: NOT_FOUND. */
export async function listContactDocuments(ctx: Ctx, contactId: string): Promise<ContactDocument[]> {
  await assertContact(ctx, contactId)
  return selectDocuments(ctx, sql`d.contact_id = ${contactId}`)
}

/** Errors: NOT_FOUND. */
export async function countContactDocuments(ctx: Ctx, contactId: string): Promise<{ count: number }> {
  await assertContact(ctx, contactId)
  return { count: await countDocuments(ctx, contactId) }
}

/** Errors: NOT_FOUND. */
export async function listDocumentBin(ctx: Ctx, contactId: string) {
  await assertContact(ctx, contactId)
  return selectBin(ctx, contactId)
}

export const listPredefined = (ctx: Ctx): Promise<LibraryDocument[]> => listDocuments(ctx, 'SHARED_DOCUMENTS')

/** Returns a document, whichever contact it belongs to. Errors: NOT_FOUND. */
export async function getContactDocument(ctx: Ctx, id: string): Promise<ContactDocument> {
  const [found] = await selectDocuments(ctx, sql`d.id = ${id}`)
  return found ?? fail('NOT_FOUND')
}

/** Returns where the content of a document is stored, at any contact; undefined if the caller may not see it. */
export async function storedContactDocument(ctx: Ctx, id: string) {
  const [found] = await selectDocuments(ctx, sql`d.id = ${id}`)
  return found && selectStored(ctx, found.contactRef, id)
}

// --- uploading -----------------------------------------------------------------------------------------------------

/** Stores the content of an upload. Errors: NOT_FOUND, IN_BIN. */
export async function receiveContactDocument(
  ctx: Ctx,
  contactId: string,
  file: UploadedFile,
): Promise<KeptFile | Refusal> {
  await assertEditable(ctx, contactId)
  return keepUpload(ctx, file)
}

/**
 * Adds an uploaded file; a file with the name of a document becomes its new version. Answers EXIST with the document
 * whose current version has this content already. Errors: NOT_FOUND, IN_BIN, VALIDATION for a classification that does
 * not exist.
 */
export async function addContactDocument(
  ctx: Ctx,
  contactId: string,
  received: KeptFile | Refusal,
  classification: string | null,
): Promise<UploadedContactDocument> {
  if (typeof received === 'string') return uploadAnswer<ContactDocument>(ctx, received, null)
  await assertEditable(ctx, contactId)
  await documents.lockAll(ctx.db, contactId)
  const sameName = sql`d.contact_id = ${contactId} and lower(d.name) = lower(${received.name})`
  const [named] = await selectDocuments(ctx, sameName)
  const [same] = await selectDocuments(
    ctx,
    sql`d.contact_id = ${contactId} and v.file_hash = ${received.hash} and ${named ? sql`d.id = ${named.id}` : sql`true`}`,
  )
  if (same) return uploadAnswer(ctx, 'EXIST', same)
  if (named) {
    await documents.addVersion(ctx, named.id, received)
    return uploadAnswer(ctx, 'NEW_VERSION', await getContactDocument(ctx, named.id))
  }
  const { id } = await ctx.db
    .insertInto('contact_document')
    .values({ contact_id: contactId, name: received.name, classification_id: classification })
    .returning('id')
    .executeTakeFirstOrThrow()
  await documents.addFirstVersion(ctx, id, received)
  const [added] = await selectDocuments(ctx, sql`d.id = ${id}`)
  // An uploader does not see the document if they gave it a classification that is hidden from them.
  const renamed = added !== undefined && added.name !== received.name
  return uploadAnswer(ctx, renamed ? 'NUMBERED' : 'OK', added ?? null)
}

/**
 * Adds several files, each as a document of its own, with a number in its name where the name is taken. Answers for
 * each file in order: EXIST if its content is a document already or came earlier in the list. Errors: NOT_FOUND,
 * IN_BIN.
 */
export async function addContactDocuments(
  ctx: Ctx,
  contactId: string,
  received: readonly (KeptFile | Refusal)[],
): Promise<Pick<UploadedContactDocument, 'result' | 'detail'>[]> {
  if (received.length === 0) return []
  await assertEditable(ctx, contactId)
  await documents.lockAll(ctx.db, contactId)
  const files = received.filter((file) => typeof file !== 'string')
  const there = await selectContents(
    ctx,
    contactId,
    files.map(({ hash }) => hash),
  )
  const names = new Map(there.toReversed().map(({ hash, name }) => [hash, name]))
  const firsts = new Map(files.toReversed().map((file) => [file.hash, file]))
  const added = files
    .filter((file) => !names.has(file.hash) && firsts.get(file.hash) === file)
    .map((file) => ({ ...file, id: uuidV7() }))
  const { rows } = await sql<{ id: string; name: string }>`
    insert into contact_document (id, contact_id, name)
    select id, ${contactId}, name
      from unnest(${added.map(({ id }) => id)}::uuid[], ${added.map(({ name }) => name)}::text[])
           with ordinality added (id, name, at) order by at
    returning id, name`.execute(ctx.db)
  await documents.addFirstVersions(ctx, added)
  const nameOf = new Map(rows.map(({ id, name }) => [id, name]))
  for (const { id, hash } of added) names.set(hash, nameOf.get(id) ?? '')
  const isAdded = new Set(added.map(({ hash }) => hash))
  return received.map((file) => {
    if (typeof file === 'string') return uploadAnswer(ctx, file, null)
    const name = names.get(file.hash) ?? ''
    if (!isAdded.has(file.hash) || firsts.get(file.hash) !== file) return uploadAnswer(ctx, 'EXIST', { name })
    return uploadAnswer(ctx, name === file.name ? 'OK' : 'NUMBERED', { name })
  })
}

// --- changing ------------------------------------------------------------------------------------------------------

/** Errors: those of `oneToChange`, STALE_VERSION with the saved document, TITLE_EXIST. */
export async function renameDocument(
  ctx: Ctx,
  place: Place,
  change: { newDocumentName: string; version?: number },
): Promise<ContactDocument> {
  await changeDocument(ctx, place, { name: newFileName(change.newDocumentName, 'newDocumentName') }, change.version)
  return getContactDocument(ctx, place.attId)
}

/**
 * Changes the classification; null if that hides the document from the caller. Errors: those of `oneToChange`,
 * STALE_VERSION with the saved document, VALIDATION.
 */
export async function reclassifyDocument(
  ctx: Ctx,
  place: Place,
  change: { newClassificationId: string | null; version?: number },
): Promise<ContactDocument | null> {
  const { newClassificationId, version } = change
  if (newClassificationId) await assertClassification(ctx, newClassificationId)
  await changeDocument(ctx, place, { classification_id: newClassificationId }, version)
  const [still] = await selectDocuments(ctx, sql`d.id = ${place.attId}`)
  return still ?? null
}

/**
 * Throws unless the classification exists. The foreign key cannot report this: an upload names the same column
 * differently, so it does not know which field to blame.
 */
async function assertClassification({ db }: Ctx, id: string): Promise<void> {
  const found = await db.selectFrom('document_classification').select('id').where('id', '=', id).forKeyShare().execute()
  if (found.length === 0) fail('VALIDATION', { fields: [{ path: 'newClassificationId', invalid: 'unknownRef' }] })
}

/**
 * Moves a document to another contact. Errors: those of `oneToChange`, IN_BIN of the target, STALE_VERSION, VALIDATION
 * for the contact it belongs to already.
 */
export async function moveDocument(
  ctx: Ctx,
  place: Place & { target: string },
  version?: number,
): Promise<ContactDocument> {
  if (place.id === place.target) fail('VALIDATION', { fields: [{ path: 'target', invalid: 'sameEntry' }] })
  await assertEditable(ctx, place.target)
  await changeDocument(ctx, place, { contact_id: place.target }, version)
  await recordDeparture(ctx, 'contact_document', [place.attId], 'contact_id', [place.id, place.target])
  return getContactDocument(ctx, place.attId)
}

/** Errors: those of `oneToChange`. */
export async function makeVersionCurrent(ctx: Ctx, place: Place, number: number): Promise<ContactDocument> {
  await oneToChange(ctx, place)
  if (!(await selectStored(ctx, place.id, place.attId, number))) fail('NOT_FOUND')
  await changeDocument(ctx, place, { current_number: number })
  return getContactDocument(ctx, place.attId)
}

/** Moves a document to the bin; its name becomes free for others. Errors: those of `oneToChange`. */
export async function removeDocument(ctx: Ctx, place: Place): Promise<undefined> {
  await changeDocument(ctx, place, { deleted_at: ctx.now.toISOString() })
}

/** Brings a document back from the bin; it gets a number if its name was taken meanwhile. Errors: NOT_FOUND, IN_BIN. */
export async function restoreDocument(ctx: Ctx, { id, attId }: Place): Promise<ContactDocument> {
  await assertEditable(ctx, id)
  await sql`
    update contact_document d set deleted_at = null, version = version + 1
     where d.id = ${attId} and d.contact_id = ${id} and d.deleted_at is not null and ${visible(ctx.actor)}`.execute(
    ctx.db,
  )
  return oneOf(ctx, { id, attId })
}

/** Changes the columns of a document; with a `version`, only if nobody else has saved since that version. */
async function changeDocument(
  ctx: Ctx,
  place: Place,
  columns: Updateable<DB['contact_document']>,
  version?: number,
): Promise<void> {
  const before = await oneToChange(ctx, place)
  const { numUpdatedRows } = await ctx.db
    .updateTable('contact_document')
    .set({ ...columns, version: sql`version + 1` })
    .where('id', '=', place.attId)
    .where('version', '=', version ?? before.version)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) fail('STALE_VERSION', { current: await oneToChange(ctx, place) })
}

/** Returns a document that may be changed. Errors: those of its contact, MOVED_ELSEWHERE, IN_BIN, NOT_FOUND. */
async function oneToChange(ctx: Ctx, { id, attId }: Place): Promise<ContactDocument> {
  await assertEditable(ctx, id)
  const [found] = await selectDocuments(ctx, sql`d.id = ${attId}`)
  if (found) return found.contactRef === id ? found : movedTo(ctx, found.contactRef)
  const binned = await selectBin(ctx, id)
  return fail(binned.some((document) => document.id === attId) ? 'IN_BIN' : 'NOT_FOUND')
}

async function oneOf(ctx: Ctx, { id, attId }: Place): Promise<ContactDocument> {
  const [found] = await selectDocuments(ctx, sql`d.id = ${attId} and d.contact_id = ${id}`)
  return found ?? fail('NOT_FOUND')
}

// --- contents ------------------------------------------------------------------------------------------------------

/** Returns the content of the current version, or of the given one. Errors: NOT_FOUND, STORAGE_FAILED. */
export async function downloadContactDocument(
  ctx: Ctx,
  { id, attId }: Place,
  which: { isPreview?: boolean; number?: number },
): Promise<StoredFileReply> {
  return storedReply(ctx, (await selectStored(ctx, id, attId, which.number)) ?? fail('NOT_FOUND'), which.isPreview)
}

/** Errors: NOT_FOUND, STORAGE_FAILED. */
export async function excerptOfContactDocument(
  ctx: Ctx,
  { id, attId }: Place,
  number?: number,
): Promise<DocumentExcerpt> {
  return excerptOf(ctx, (await selectStored(ctx, id, attId, number)) ?? fail('NOT_FOUND'))
}

/** Returns all versions of a document, the latest upload first. Errors: NOT_FOUND. */
export async function listVersions(ctx: Ctx, place: Place): Promise<DocumentVersion[]> {
  await oneOf(ctx, place)
  return documents.selectVersions(ctx, place.attId)
}

/** Errors: NOT_FOUND, also when there is no thumbnail yet. */
export async function thumbnailOfContactDocument(ctx: Ctx, { id, attId }: Place): Promise<StoredFileReply> {
  return thumbnailReply(ctx, await selectStored(ctx, id, attId))
}

/** Stores the thumbnail of the current version. Errors: NOT_FOUND, UNSUPPORTED_MEDIA, STORAGE_FAILED. */
export async function saveThumbnailOf(ctx: Ctx, place: Place, received: KeptFile | Refusal): Promise<ContactDocument> {
  await oneOf(ctx, place)
  const hash = thumbnailHash(received)
  await sql`
    update contact_document_version v set thumbnail_hash = ${hash} from contact_document d
     where d.id = ${place.attId} and v.document_id = d.id and v.number = d.current_number`.execute(ctx.db)
  return oneOf(ctx, place)
}

/** Job: deletes the documents that have been in the bin for long. */
export const emptyContactDocumentBin = documents.emptyBin
