import { sql } from 'kysely'
import { limits } from '#contract/limits'
import type { DocumentExcerpt, LibraryDocument, Uploaded, UploadResult } from '#contract/lists/galleries'
import { usesOf } from '../../db/references.ts'
import { excerptOf } from '../../files/excerpt.ts'
import { type KeptFile, keepUpload, newFileName, type Refusal, storedReply } from '../../files/files.ts'
import { isWholePicture } from '../../files/picture-size.ts'
import { thumbnailHash, thumbnailReply } from '../../files/thumbnails.ts'
import type { StoredFileReply } from '../../http/answers.ts'
import type { AppContext, Ctx } from '../../http/context.ts'
import { fail, sentenceOf } from '../../http/problem.ts'
import type { UploadedFile } from '../../http/upload.ts'
import { renamePicture, usesOfPicture } from '../templates/templates.ts'
import { type Collection, freeName, lockCollection, selectDocuments, selectStored } from './galleries.queries.ts'

export type { Collection }

/** Returns the documents of a collection that the caller may see, ordered by name. */
export const listDocuments = (ctx: Ctx, collection: Collection): Promise<LibraryDocument[]> =>
  selectDocuments(ctx, collection)

/** Stores the content of an upload; the gallery accepts only pictures. */
export const receiveDocument = (ctx: Ctx, collection: Collection, file: UploadedFile): Promise<KeptFile | Refusal> =>
  keepUpload(
    ctx,
    file,
    ({ kind, mimeType }) => collection !== 'IMAGE_GALLERY' || (kind === 'IMAGE' && isWholePicture(file.path, mimeType)),
  )

/** Adds a document. Answers EXIST with the document that has the same content, if the caller may see it. */
export async function addDocument(
  ctx: Ctx,
  collection: Collection,
  received: KeptFile | Refusal,
  classification: string | null,
): Promise<Uploaded> {
  if (received === 'BLACKLISTED' && collection === 'IMAGE_GALLERY') {
    return { ...uploaded(ctx, received, null), detail: sentenceOf(ctx.actor.language, 'upload', 'NO_PICTURE') }
  }
  if (typeof received === 'string') return uploaded(ctx, received, null)
  await lockCollection(ctx.db, collection)
  const [same] = await selectDocuments(ctx, collection, sql`d.file_hash = ${received.hash}`)
  if (same) return uploaded(ctx, 'EXIST', same)
  const { id } = await ctx.db
    .insertInto('library_document')
    .values({
      collection,
      name: await freeName(ctx.db, collection, received.name),
      mime_type: received.mimeType,
      document_kind: received.kind,
      size_byte: received.size,
      file_hash: received.hash,
      classification_id: classification,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const [added] = await selectDocuments(ctx, collection, sql`d.id = ${id}`)
  // An uploader does not see the document if they gave it a classification that is hidden from them.
  return uploaded(ctx, 'OK', added ?? null)
}

const uploaded = (ctx: Ctx, result: UploadResult, document: LibraryDocument | null): Uploaded => ({
  result,
  detail: sentenceOf(ctx.actor.language, 'upload', result, { name: document?.name ?? '' }),
  document,
})

/**
 * Changes a document; templates that show a renamed picture show it under its new name. Errors: NOT_FOUND,
 * STALE_VERSION with the saved document, TITLE_EXIST, VALIDATION for the name of an executable file.
 */
export async function updateDocument(
  ctx: Ctx,
  collection: Collection,
  ref: string,
  change: { version: number; name: string; documentClassification: string | null },
): Promise<LibraryDocument> {
  const before = await oneDocument(ctx, collection, ref)
  const name = newFileName(change.name, 'name')
  const { numUpdatedRows } = await ctx.db
    .updateTable('library_document')
    .set({
      name,
      classification_id: change.documentClassification,
      version: sql`version + 1`,
    })
    .where('id', '=', ref)
    .where('version', '=', change.version)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) fail('STALE_VERSION', { current: before })
  if (collection === 'IMAGE_GALLERY' && name !== before.name) await renamePicture(ctx, before.name, name)
  return oneDocument(ctx, collection, ref)
}

/** Moves a document to the bin; its name becomes free for others. Errors: NOT_FOUND, IN_USE. */
export async function removeDocument(ctx: Ctx, collection: Collection, ref: string): Promise<undefined> {
  const { name } = await oneDocument(ctx, collection, ref)
  await ctx.db.selectFrom('library_document').select('id').where('id', '=', ref).forUpdate().execute()
  const pictures = collection === 'IMAGE_GALLERY' ? await usesOfPicture(ctx, name) : []
  const usedBy = [...(await usesOf(ctx.db, 'library_document', [ref])), ...pictures]
  if (usedBy.length > 0) fail('IN_USE', { usedBy })
  const { numUpdatedRows } = await ctx.db
    .updateTable('library_document')
    .set({ deleted_at: sql`now()`, version: sql`version + 1` })
    .where('id', '=', ref)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) fail('NOT_FOUND')
}

/** Brings a document back from the bin; it gets a number if its name was taken meanwhile. Errors: NOT_FOUND. */
export async function restoreDocument(ctx: Ctx, collection: Collection, ref: string): Promise<LibraryDocument> {
  await lockCollection(ctx.db, collection)
  const binned = await ctx.db
    .selectFrom('library_document')
    .select('name')
    .where('id', '=', ref)
    .where('collection', '=', collection)
    .where('deleted_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  if (binned) {
    const name = await freeName(ctx.db, collection, binned.name)
    await ctx.db
      .updateTable('library_document')
      .set({ name, deleted_at: null, version: sql`version + 1` })
      .where('id', '=', ref)
      .execute()
  }
  return oneDocument(ctx, collection, ref)
}

/** Returns the content of the document with this name. Errors: NOT_FOUND, STORAGE_FAILED. */
export async function downloadDocument(
  ctx: Ctx,
  collection: Collection,
  name: string,
  isPreview?: boolean,
): Promise<StoredFileReply> {
  const found = await selectStored(ctx, collection, sql`lower(d.name) = lower(${name.normalize('NFC')})`)
  return storedReply(ctx, found ?? fail('NOT_FOUND'), isPreview)
}

/** Returns where the content of a document is stored; undefined if the caller may not see it. */
export const storedDocument = (ctx: Ctx, collection: Collection, ref: string) =>
  selectStored(ctx, collection, sql`d.id = ${ref}`)

/** Returns where the content of the picture with this name is stored; undefined if the caller may not see it. */
export const storedPicture = (ctx: Ctx, name: string) =>
  selectStored(ctx, 'IMAGE_GALLERY', sql`lower(d.name) = lower(${name.normalize('NFC')})`)

/** Returns the text of a document. Errors: NOT_FOUND, STORAGE_FAILED. */
export async function excerptOfDocument(ctx: Ctx, collection: Collection, ref: string): Promise<DocumentExcerpt> {
  return excerptOf(ctx, (await selectStored(ctx, collection, sql`d.id = ${ref}`)) ?? fail('NOT_FOUND'))
}

/** Errors: NOT_FOUND, also when there is no thumbnail yet. */
export async function thumbnailOf(ctx: Ctx, collection: Collection, ref: string): Promise<StoredFileReply> {
  return thumbnailReply(ctx, await selectStored(ctx, collection, sql`d.id = ${ref}`))
}

/** Errors: NOT_FOUND, UNSUPPORTED_MEDIA, STORAGE_FAILED. */
export async function saveThumbnail(
  ctx: Ctx,
  collection: Collection,
  ref: string,
  received: KeptFile | Refusal,
): Promise<LibraryDocument> {
  await oneDocument(ctx, collection, ref)
  const hash = thumbnailHash(received)
  await ctx.db.updateTable('library_document').set({ thumbnail_hash: hash }).where('id', '=', ref).execute()
  return oneDocument(ctx, collection, ref)
}

/** Job: deletes documents that have been in the bin for long; the check of the file store deletes their files. */
export async function emptyDocumentBin({ database }: AppContext): Promise<void> {
  await sql`delete from library_document where deleted_at < now() - ${limits.document.binDays} * interval '1 day'`.execute(
    database.kysely,
  )
}

async function oneDocument(ctx: Ctx, collection: Collection, ref: string): Promise<LibraryDocument> {
  const [found] = await selectDocuments(ctx, collection, sql`d.id = ${ref}`)
  return found ?? fail('NOT_FOUND')
}
