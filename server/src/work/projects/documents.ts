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

/** Where a document stands: its project and itself. Another project's document is not found. */
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

/** Puts the content of an upload into the store. Errors: NOT_FOUND, IN_BIN, ARCHIVED. */
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
 * A file under the name of a document becomes its new version. Answers EXIST with the document whose current version has
 * this content already. Errors: NOT_FOUND, IN_BIN, ARCHIVED.
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

/** Errors: those of `oneToChange`, STALE_VERSION with the document saved now, TITLE_EXIST. */
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

/** Moves a document to the bin, where its name is free for others. Errors: those of `oneToChange`. */
export async function removeDocument(ctx: Ctx, place: Place): Promise<undefined> {
  await oneToChange(ctx, place)
  await changeDocument(ctx, place, { deleted_at: ctx.now.toISOString() })
}

/** Takes a document back from the bin; a name that was taken meanwhile gets a number. Errors: NOT_FOUND, IN_BIN, ARCHIVED. */
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

/** Whoever changes a document holds its project locked. */
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

/** Errors: those of its project (NOT_FOUND, IN_BIN, ARCHIVED), IN_BIN, NOT_FOUND. */
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

/** The content of the version in force, or of the one with this number. Errors: NOT_FOUND, STORAGE_FAILED. */
export async function downloadProjectDocument(
  ctx: Ctx,
  place: Place,
  { number, isPreview }: { isPreview?: boolean; number?: number },
): Promise<StoredFileReply> {
  return storedReply(ctx, await stored(ctx, place, number), isPreview)
}

/** Of the version in force, or of the one with this number. Errors: NOT_FOUND, STORAGE_FAILED. */
export async function excerptOfProjectDocument(ctx: Ctx, place: Place, number?: number): Promise<DocumentExcerpt> {
  return excerptOf(ctx, await stored(ctx, place, number))
}

async function stored(ctx: Ctx, { id, attId }: Place, number?: number) {
  await getCard(ctx, id)
  return (await selectStored(ctx, id, attId, number)) ?? fail('NOT_FOUND')
}

/** Every content that it has had, the latest upload first. Errors: NOT_FOUND. */
export async function listVersions(ctx: Ctx, place: Place) {
  await getCard(ctx, place.id)
  return documents.selectVersions(ctx, (await oneOf(ctx, place)).id)
}

/** Job: forgets the documents that have been in the bin for long. */
export const emptyProjectDocumentBin = documents.emptyBin
