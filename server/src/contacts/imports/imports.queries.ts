import { type Kysely, sql } from 'kysely'
import type { ContactImport, ContactImportSummary, ImportRow, RowResult } from '#contract/contacts/imports'
import type { DB } from '../../db/schema.ts'

type Db = Kysely<DB>

const summary = sql`
  i.id, i.state, i.file_name as "fileName", i.encoding, i.delimiter, i.dry_run as "dryRun",
  i.update_matches as "updateMatches", i.rows_done as "rowsDone", i.bytes_done as "bytesDone",
  i.bytes_total as "bytesTotal", i.created, i.matched, i.changed, i.rejected, i.undo_total as "undoTotal", i.undone,
  i.undo_refused as "undoRefused", i.message, u.username as "createdBy", iso(i.created_at) as "createdAtUtc",
  iso(i.finished_at) as "finishedAtUtc"`
const source = sql`contact_import i join app_user u on u.id = i.created_by`

export async function selectImport(db: Db, id: string): Promise<ContactImport | undefined> {
  const { rows } = await sql<ContactImport>`
    select ${summary}, i.columns, i.mapping, i.preview from ${source} where i.id = ${id}`.execute(db)
  return rows[0]
}

/** Returns the latest five hundred imports. */
export async function selectImports(db: Db): Promise<ContactImportSummary[]> {
  const { rows } = await sql<ContactImportSummary>`
    select ${summary} from ${source} order by i.id desc limit 500`.execute(db)
  return rows
}

export async function selectRows(
  db: Db,
  importId: string,
  { result, after, limit }: { result?: RowResult; after: number; limit: number },
): Promise<ImportRow[]> {
  const which = result ? sql`and r.result = ${result}` : sql``
  const { rows } = await sql<ImportRow>`
    select r.line, r.result, c.id as "contactRef", r.name, r.reason
      from contact_import_row r left join contact c on c.id = r.contact_id
     where r.import_id = ${importId} and r.line > ${after} ${which}
     order by r.line limit ${limit}`.execute(db)
  return rows
}

/** Yields the rejected rows with their cells, read in portions. */
export async function* rejectedRows(db: Db, importId: string) {
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('contact_import_row')
      .select(['line', 'cells', 'reason'])
      .where('import_id', '=', importId)
      .where('result', '=', 'REJECTED')
      .where('line', '>', after)
      .orderBy('line')
      .limit(50)
      .execute()
    yield* rows
    const last = rows.at(-1)
    if (!last) return
    after = last.line
  }
}
