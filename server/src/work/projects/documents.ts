import { sql, type Updateable } from 'kysely'
import type { AnswerOf } from '#contract/endpoint'
import type { DocumentExcerpt } from '#contract/lists/galleries'
import type { ProjectDocument, projectDocumentApi } from '#contract/work/project-documents'
import type { DB } from '../../db/schema.ts'
import { uploadAnswer } from '../../files/documents.ts'
import { excerptOf } from '../../files/excerpt.ts'
import { type KeptFile, keepUpload, newFileName, type Refusal, storedReply } from '../../files/files.ts'
import type { StoredFileReply } from '../../http/answers.ts'
import type { Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'
import type { UploadedFile } from '../../http/upload.ts'
import { countDocuments, documents, selectBinned, selectDocuments, selectStored } from './documents.queries.ts'
import { projectCards } from './lock.ts'
import { getCard } from './projects.ts'

/** A document and the project it is looked up at; a document of another project is not found. */
interface Place {
  readonly id: string
  readonly attId: string
}

type Uploaded = AnswerOf<typeof projectDocumentApi.upload>

/** Errors: NOT_FOUND. */
export async function listProjectDocuments(ctx: Ctx, projectId: string): Promise<ProjectDocument[]> {
  await getCard(ctx, projectId)
  return selectDocuments(ctx, projectId)
}

/** Errors: NOT_FOUND. */
export async function countProjectDocuments(ctx: Ctx, projectId: string): Promise<{ count: number }> {
  await getCard(ctx, projectId)
  return { count: await countDocuments(ctx, projectId) }
}

// --- uploading -----------------------------------------------------------------------------------------------------

/** Stores the content of an upload. Errors: NOT_FOUND, IN_BIN, ARCHIVED. */
export async function receiveProjectDocument(
  ctx: Ctx,
  projectId: string,
  file: UploadedFile,
): Promise<KeptFile | Refusal> {
  const { archivedUtc, deletedUtc } = (await getCard(ctx, projectId)).value
  if (deletedUtc) fail('IN_BIN')
  if (archivedUtc) fail('ARCHIVED')
  return keepUpload(ctx, file)
}

/**
 * Adds an uploaded file; a file with the name of a document becomes its new version. Answers EXIST with the document
 * whose current version has this content already. Errors: NOT_FOUND, IN_BIN, ARCHIVED.
 */
export async function addProjectDocument(ctx: Ctx, projectId: string, received: KeptFile | Refusal): Promise<Uploaded> {
  if (typeof received === 'string') return uploadAnswer<ProjectDocument>(ctx, received, null)
  await projectCards.lockOpen(ctx, projectId)
  await documents.lockAll(ctx.db, projectId)
  const [named] = await selectDocuments(ctx, projectId, sql`lower(d.name) = lower(${received.name})`)
  const ofIt = named ? sql`d.id = ${named.id}` : sql`true`
  const [same] = await selectDocuments(ctx, projectId, sql`v.file_hash = ${received.hash} and ${ofIt}`)
  if (same) return uploadAnswer(ctx, 'EXIST', same)
  if (named) {
    await documents.addVersion(ctx, named.id, received)
    return uploadAnswer(ctx, 'NEW_VERSION', await oneOf(ctx, { id: projectId, attId: named.id }))
  }
  const { id } = await ctx.db
    .insertInto('project_document')
    .values({ project_id: projectId, name: received.name })
    .returning('id')
    .executeTakeFirstOrThrow()
  await documents.addFirstVersion(ctx, id, received)
  return uploadAnswer(ctx, 'OK', await oneOf(ctx, { id: projectId, attId: id }))
}

// --- changing ------------------------------------------------------------------------------------------------------

/** Errors: those of `oneToChange`, STALE_VERSION with the saved document, TITLE_EXIST. */
export async function renameDocument(
  ctx: Ctx,
  place: Place,
  { newDocumentName, version }: { newDocumentName: string; version?: number },
): Promise<ProjectDocument> {
  const before = await oneToChange(ctx, place)
  if (version !== undefined && version !== before.version) fail('STALE_VERSION', { current: before })
  await changeDocument(ctx, place, { name: newFileName(newDocumentName, 'newDocumentName') })
  return oneOf(ctx, place)
}

/** Moves a document to the bin; its name becomes free for others. Errors: those of `oneToChange`. */
export async function removeDocument(ctx: Ctx, place: Place): Promise<undefined> {
  await oneToChange(ctx, place)
  await changeDocument(ctx, place, { deleted_at: ctx.now.toISOString() })
}

/** Restores a document, with a number if its name was taken meanwhile. Errors: NOT_FOUND, IN_BIN, ARCHIVED. */
export async function restoreDocument(ctx: Ctx, place: Place): Promise<ProjectDocument> {
  await projectCards.lockOpen(ctx, place.id)
  if ((await selectBinned(ctx, place.id, place.attId)).length > 0)
    await changeDocument(ctx, place, { deleted_at: null })
  return oneOf(ctx, place)
}

/** Errors: those of `oneToChange`, NOT_FOUND for the version. */
export async function makeVersionCurrent(ctx: Ctx, place: Place, number: number): Promise<ProjectDocument> {
  await oneToChange(ctx, place)
  if (!(await selectStored(ctx, place.id, place.attId, number))) fail('NOT_FOUND')
  await changeDocument(ctx, place, { current_number: number })
  return oneOf(ctx, place)
}

/** Changes the columns of a document; the caller must have locked its project. */
async function changeDocument(
  ctx: Ctx,
  { id, attId }: Place,
  columns: Updateable<DB['project_document']>,
): Promise<void> {
  await ctx.db
    .updateTable('project_document')
    .set({ ...columns, version: sql`version + 1` })
    .where('id', '=', attId)
    .where('project_id', '=', id)
    .execute()
}

/**
 * Returns a document that may be changed, and locks its project. Errors: those of its project (NOT_FOUND, IN_BIN,
 * ARCHIVED), IN_BIN, NOT_FOUND.
 */
async function oneToChange(ctx: Ctx, { id, attId }: Place): Promise<ProjectDocument> {
  await projectCards.lockOpen(ctx, id)
  const [found] = await selectDocuments(ctx, id, sql`d.id = ${attId}`)
  if (found) return found
  return fail((await selectBinned(ctx, id, attId)).length > 0 ? 'IN_BIN' : 'NOT_FOUND')
}

async function oneOf(ctx: Ctx, { id, attId }: Place): Promise<ProjectDocument> {
  const [found] = await selectDocuments(ctx, id, sql`d.id = ${attId}`)
  return found ?? fail('NOT_FOUND')
}

// --- contents ------------------------------------------------------------------------------------------------------

/** Returns the content of the current version, or of the given one. Errors: NOT_FOUND, STORAGE_FAILED. */
export async function downloadProjectDocument(
  ctx: Ctx,
  place: Place,
  { number, isPreview }: { isPreview?: boolean; number?: number },
): Promise<StoredFileReply> {
  return storedReply(ctx, await stored(ctx, place, number), isPreview)
}

/** Returns the text of the current version, or of the given one. Errors: NOT_FOUND, STORAGE_FAILED. */
export async function excerptOfProjectDocument(ctx: Ctx, place: Place, number?: number): Promise<DocumentExcerpt> {
  return excerptOf(ctx, await stored(ctx, place, number))
}

async function stored(ctx: Ctx, { id, attId }: Place, number?: number) {
  await getCard(ctx, id)
  return (await selectStored(ctx, id, attId, number)) ?? fail('NOT_FOUND')
}

/** Returns all versions of a document, the latest upload first. Errors: NOT_FOUND. */
export async function listVersions(ctx: Ctx, place: Place) {
  await getCard(ctx, place.id)
  return documents.selectVersions(ctx, (await oneOf(ctx, place)).id)
}

/** Job: deletes the documents that have been in the bin for long. */
export const emptyProjectDocumentBin = documents.emptyBin
