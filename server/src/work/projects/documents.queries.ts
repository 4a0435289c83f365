import { type RawBuilder, sql } from 'kysely'
import type { DocumentKind } from '#contract/lists/galleries'
import type { ProjectDocument } from '#contract/work/project-documents'
import { documentsOf } from '../../files/documents.ts'
import type { Ctx } from '../../http/context.ts'

/** Where the content of a version is stored. */
interface StoredVersion {
  readonly hash: string
  readonly size: number
  readonly name: string
  readonly mimeType: string
  readonly kind: DocumentKind | null
}

export const documents = documentsOf('project_document')
const { outsideBin } = documents

/** Returns a project's documents outside the bin, ordered by name. The caller must check access to the project. */
export async function selectDocuments(ctx: Ctx, projectId: string, which = sql`true`): Promise<ProjectDocument[]> {
  return select(ctx, sql`d.project_id = ${projectId} and ${outsideBin} and ${which}`)
}

export const selectBinned = (ctx: Ctx, projectId: string, id: string): Promise<ProjectDocument[]> =>
  select(ctx, sql`d.project_id = ${projectId} and d.id = ${id} and d.deleted_at is not null`)

async function select(ctx: Ctx, which: RawBuilder<unknown>): Promise<ProjectDocument[]> {
  const { rows } = await sql<ProjectDocument>`
    select ${documents.columns}, d.project_id as "projectRef" from ${documents.source}
     where ${which} order by fold(d.name), d.id`.execute(ctx.db)
  return rows
}

export async function countDocuments(ctx: Ctx, projectId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from project_document d where d.project_id = ${projectId} and ${outsideBin}`.execute(
    ctx.db,
  )
  return rows[0]?.count ?? 0
}

/** Returns the content of a version, or of the current version without a number. */
export async function selectStored(
  ctx: Ctx,
  projectId: string,
  documentId: string,
  number?: number,
): Promise<StoredVersion | undefined> {
  const { rows } = await sql<StoredVersion>`
    select v.file_hash as hash, v.size_byte as size, d.name, v.mime_type as "mimeType", v.document_kind as kind
      from project_document d
      join project_document_version v on v.document_id = d.id and v.number = coalesce(${number ?? null}, d.current_number)
     where d.id = ${documentId} and d.project_id = ${projectId} and ${outsideBin}`.execute(ctx.db)
  return rows[0]
}
