import { type Kysely, type RawBuilder, sql } from 'kysely'
import { limits } from '#contract/limits'
import type { DocumentVersion } from '#contract/lists/documents'
import { lockOne } from '../db/locks.ts'
import type { DB } from '../db/schema.ts'
import type { AppContext, Ctx } from '../http/context.ts'
import { sentenceOf } from '../http/problem.ts'
import type { KeptFile, Refusal } from './files.ts'

// The documents of a record: each has a name and the versions that were uploaded under it, one of which is current. A
// table of documents has the columns of `contact_document`, and a second table like `contact_document_version` holds
// the versions.

type Because = Refusal | 'EXIST' | 'OK' | 'NUMBERED' | 'NEW_VERSION'

/** Returns the operations on a table of documents; queries use `d` for its rows. */
export function documentsOf(name: 'contact_document' | 'project_document') {
  const table = sql.table(name)
  const versions = sql.table(`${name}_version`)
  const outsideBin = sql`d.deleted_at is null`

  async function insertVersion(ctx: Ctx, id: string, number: RawBuilder<unknown>, file: KeptFile): Promise<void> {
    await sql`
      insert into ${versions} (document_id, number, mime_type, document_kind, size_byte, file_hash, uploaded_by)
      values (${id}, ${number}, ${file.mimeType}, ${file.kind}, ${file.size}, ${file.hash}, ${ctx.actor.id})`.execute(
      ctx.db,
    )
    await ctx.enqueue('readFiles', {})
  }

  return {
    outsideBin,
    /** Columns for `documentFields`, selected from `source`. */
    columns: sql`
      d.id, d.version, d.name, v.mime_type as "mimeType", v.document_kind as "documentKind", v.size_byte as "sizeByte",
      iso(v.uploaded_at) as "uploadedAtUtc", u.username as "uploadedBy",
      (select count(*)::int from ${versions} every where every.document_id = d.id) as versions`,
    source: sql`
      ${table} d join ${versions} v on v.document_id = d.id and v.number = d.current_number
      left join app_user u on u.id = v.uploaded_by`,

    /** Locks the documents of a record until the commit, so that nobody else looks for a name or a content there. */
    lockAll: (db: Kysely<DB>, owner: string) =>
      lockOne(db, name === 'contact_document' ? 'contact document' : 'project document', owner),

    addFirstVersion: (ctx: Ctx, id: string, file: KeptFile) => insertVersion(ctx, id, sql`1`, file),

    /** Adds the first versions of documents that were added together. */
    async addFirstVersions(ctx: Ctx, added: readonly (KeptFile & { readonly id: string })[]): Promise<void> {
      if (added.length === 0) return
      const rows = added.map(({ id, mimeType, kind, size, hash }) => ({ id, mimeType, kind, size, hash }))
      await sql`
        insert into ${versions} (document_id, number, mime_type, document_kind, size_byte, file_hash, uploaded_by)
        select id, 1, "mimeType", kind, size, hash, ${ctx.actor.id}
          from json_to_recordset(${JSON.stringify(rows)}::json)
               as added (id uuid, "mimeType" text, kind text, size bigint, hash text)`.execute(ctx.db)
      await ctx.enqueue('readFiles', {})
    },

    /** Adds a version to an existing document and makes it the current one. */
    async addVersion(ctx: Ctx, id: string, file: KeptFile): Promise<void> {
      const latest = sql`(select max(number) from ${versions} where document_id = ${id})`
      await insertVersion(ctx, id, sql`${latest} + 1`, file)
      await sql`update ${table} set current_number = ${latest}, version = version + 1 where id = ${id}`.execute(ctx.db)
    },

    /** Returns the versions of a document, the latest first. */
    async selectVersions({ db }: Ctx, id: string): Promise<DocumentVersion[]> {
      const { rows } = await sql<DocumentVersion>`
        select v.number, v.number = d.current_number as current, v.mime_type as "mimeType",
               v.document_kind as "documentKind", v.size_byte as "sizeByte", iso(v.uploaded_at) as "uploadedAtUtc",
               u.username as "uploadedBy"
          from ${table} d join ${versions} v on v.document_id = d.id left join app_user u on u.id = v.uploaded_by
         where d.id = ${id} order by v.number desc`.execute(db)
      return rows
    },

    /** Job: deletes documents that have been in the bin for long; the next check of the store removes their files. */
    async emptyBin({ database }: AppContext): Promise<void> {
      const long = sql`${limits.document.binDays} * interval '1 day'`
      await sql`delete from ${table} where deleted_at < now() - ${long}`.execute(database.kysely)
    },
  }
}

/** Returns the answer to an upload. */
export const uploadAnswer = <Document extends { name: string }>(
  { actor }: Ctx,
  because: Because,
  document: Document | null,
) => ({
  result: because === 'NEW_VERSION' || because === 'NUMBERED' ? ('OK' as const) : because,
  detail: sentenceOf(actor.language, 'upload', because, { name: document?.name ?? '' }),
  document,
})
