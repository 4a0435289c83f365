import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { ContactImport, ContactImportSummary, ImportState, importApi } from '#contract/contacts/imports'
import type { BodyOf, QueryOf } from '#contract/endpoint'
import { importSentences } from '#contract/sentences/imports/by-language'
import { fill } from '#contract/sentences/issue'
import { uuidV7 } from '../../db/uuid-v7.ts'
import { byteOrderMark, csvLine } from '../../files/spreadsheets/csv.ts'
import type { FileReply } from '../../http/answers.ts'
import { actorId, type Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'
import type { UploadedFile } from '../../http/upload.ts'
import { utf8Pieces } from './encoding.ts'
import { rejectedRows, selectImport, selectImports, selectRows } from './imports.queries.ts'
import { type Inspected, inspectFile } from './inspect-file.ts'
import { forgetTrial } from './known-contacts.ts'
import { proposeMapping } from './propose-mapping.ts'
import { forgetFile, storeFile } from './stored-file.ts'

interface Received extends Inspected {
  readonly id: string
  readonly fileName: string
  readonly bytes: number
}

/** Inspects an uploaded file and stores it as UTF-8, before the transaction. Errors: UNREADABLE_CSV with the reason. */
export async function receiveFile(ctx: Ctx, file: UploadedFile | undefined): Promise<Received> {
  if (!file) fail('VALIDATION', { fields: [{ path: 'file', invalid: 'required' }] })
  const inspected = await inspectFile(ctx, file.path)
  const id = uuidV7()
  const bytes = await storeFile(ctx.db, id, utf8Pieces(ctx, file.path, inspected.encoding))
  return { ...inspected, id, bytes, fileName: file.name }
}

/** Errors: VALIDATION when it is to start at once and no column is a name. */
export async function addImport(
  ctx: Ctx,
  { id, fileName, bytes, encoding, delimiter, columns, preview, firstByte, firstLine }: Received,
  { start }: QueryOf<typeof importApi.upload>,
): Promise<ContactImport> {
  const mapping = proposeMapping(columns)
  await ctx.db
    .insertInto('contact_import')
    .values({
      id,
      file_name: fileName,
      encoding,
      delimiter,
      columns,
      mapping: mapping as string[],
      preview: JSON.stringify(preview),
      first_byte: firstByte,
      first_line: firstLine,
      bytes_done: firstByte,
      next_line: firstLine,
      bytes_total: bytes,
      created_by: actorId(ctx),
    })
    .execute()
  return start ? startImport(ctx, id, { mapping, dryRun: false, updateMatches: true }) : getImport(ctx, id)
}

export const listImports = (ctx: Ctx): Promise<ContactImportSummary[]> => selectImports(ctx.db)

/** Errors: NOT_FOUND. */
export async function getImport(ctx: Ctx, id: string): Promise<ContactImport> {
  return (await selectImport(ctx.db, id)) ?? fail('NOT_FOUND')
}

/**
 * Starts an import. A cancelled or failed import continues after its last row; a dry run starts over. Errors:
 * NOT_FOUND, IMPORT_STATE, VALIDATION for a mapping that does not fit.
 */
export async function startImport(
  ctx: Ctx,
  id: string,
  { mapping, dryRun, updateMatches }: BodyOf<typeof importApi.start>,
): Promise<ContactImport> {
  const before = await lock(ctx, id, ['UPLOADED', 'DONE', 'CANCELLED', 'FAILED'])
  const goesOn = !before.dry_run && before.rows_done > 0
  // After a failed rollback only the rollback can continue: the file is deleted already.
  if (goesOn && (dryRun || before.state === 'DONE' || before.undo_total > 0)) fail('IMPORT_STATE')
  assertMapping(mapping, before.columns.length)
  if (!goesOn) {
    await forgetTrial(ctx.db, id)
    await ctx.db.deleteFrom('contact_import_row').where('import_id', '=', id).execute()
  }
  const run = before.run + 1
  await ctx.db
    .updateTable('contact_import')
    .set({
      state: 'WAITING',
      run,
      at_work: false,
      mapping: mapping as string[],
      dry_run: dryRun,
      update_matches: updateMatches,
      language: ctx.actor.language,
      message: '',
      finished_at: null,
      ...(goesOn ? {} : { ...fresh, bytes_done: before.first_byte, next_line: before.first_line }),
    })
    .where('id', '=', id)
    .execute()
  await ctx.enqueue('runContactImport', { importId: id, run, userId: actorId(ctx) })
  return getImport(ctx, id)
}

const fresh = { rows_done: 0, created: 0, matched: 0, changed: 0, rejected: 0 }

/** Throws unless each field but `remarks` is mapped at most once and at least one name field is mapped. */
function assertMapping(mapping: BodyOf<typeof importApi.start>['mapping'], columns: number): void {
  if (mapping.length !== columns) fail('VALIDATION', { fields: [{ path: 'mapping', invalid: 'other' }] })
  const twice = mapping.findIndex((field, at) => field && field !== 'remarks' && mapping.indexOf(field) !== at)
  if (twice >= 0) fail('VALIDATION', { fields: [{ path: `mapping.${twice}`, invalid: 'other' }] })
  if (!mapping.some((field) => field === 'givenName' || field === 'surname' || field === 'companyName')) {
    fail('VALIDATION', { fields: [{ path: 'mapping', invalid: 'nameRequired' }] })
  }
}

/** Cancels an import; it ends after the current batch, whose rows stay. Errors: NOT_FOUND, IMPORT_STATE. */
export async function cancelImport(ctx: Ctx, id: string): Promise<ContactImport> {
  await lock(ctx, id, ['WAITING', 'RUNNING'])
  await ctx.db
    .updateTable('contact_import')
    .set({ state: 'CANCELLED', at_work: false, finished_at: sql`now()` })
    .where('id', '=', id)
    .execute()
  return getImport(ctx, id)
}

/** Errors: NOT_FOUND. */
export async function listRows(ctx: Ctx, id: string, query: QueryOf<typeof importApi.rows>) {
  await assertExists(ctx, id)
  const rows = await selectRows(ctx.db, id, { ...query, limit: query.limit + 1 })
  return { rows: rows.slice(0, query.limit), more: rows.length > query.limit }
}

/** Returns the rejected rows as they were uploaded, with the reason as last column. Errors: NOT_FOUND. */
export async function rejectedFile(ctx: Ctx, id: string): Promise<FileReply> {
  const { columns, fileName } = await getImport(ctx, id)
  const text = importSentences[ctx.actor.language]
  const sheet = rejectedSheet(ctx, columns)
  async function* lines() {
    yield byteOrderMark + sheet.head
    for await (const { cells, reason } of rejectedRows(ctx.db, id)) yield sheet.line(cells ?? [], reason)
  }
  return {
    content: Readable.from(lines()),
    fileName: `${fill(text.rejectedFile, { name: fileName.replace(/\.\w{1,5}$/, '') })}.csv`,
    contentType: 'text/csv; charset=utf-8',
  }
}

/** Returns the writer for rejected rows: the cells as uploaded, with the reason as last column. */
export function rejectedSheet(ctx: Ctx, columns: readonly string[]) {
  // A corrected file that is uploaded again has the column with the reasons already.
  const reasons: readonly string[] = Object.values(importSentences).map(({ reason }) => reason)
  const own = reasons.includes(columns.at(-1) ?? '') ? columns.slice(0, -1) : columns
  return {
    head: csvLine([...own, importSentences[ctx.actor.language].reason]),
    line(cells: readonly string[], reason: string): string {
      const kept = cells.length === columns.length ? cells.slice(0, own.length) : cells
      return csvLine([...kept, ...Array(Math.max(0, own.length - kept.length)).fill(''), reason])
    },
  }
}

/** Errors: NOT_FOUND, IMPORT_STATE while it runs, for a dry run, or when it was rolled back already. */
export async function rollBackImport(ctx: Ctx, id: string): Promise<ContactImport> {
  const before = await lock(ctx, id, ['DONE', 'CANCELLED', 'FAILED'])
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from contact_import_touch where import_id = ${id}`.execute(ctx.db)
  const total = rows[0]?.total ?? 0
  if (before.dry_run || before.rows_done === 0) fail('IMPORT_STATE')
  const run = before.run + 1
  await ctx.db
    .updateTable('contact_import')
    .set({
      state: 'ROLLING_BACK',
      run,
      at_work: false,
      undo_total: total,
      language: ctx.actor.language,
      message: '',
      finished_at: null,
    })
    .where('id', '=', id)
    .execute()
  await forgetFile(ctx.db, id)
  await ctx.enqueue('rollBackContactImport', { importId: id, run, userId: actorId(ctx) })
  return getImport(ctx, id)
}

/** Errors: NOT_FOUND, IMPORT_STATE while it runs. */
export async function removeImport(ctx: Ctx, id: string): Promise<undefined> {
  await lock(ctx, id, ['UPLOADED', 'DONE', 'CANCELLED', 'FAILED', 'ROLLED_BACK'])
  await forgetFile(ctx.db, id)
  await ctx.db.deleteFrom('contact_import').where('id', '=', id).execute()
}

async function lock(ctx: Ctx, id: string, states: readonly ImportState[]) {
  const found = await ctx.db
    .selectFrom('contact_import')
    .select(['state', 'run', 'dry_run', 'rows_done', 'undo_total', 'columns', 'first_byte', 'first_line'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!found) fail('NOT_FOUND')
  if (!states.includes(found.state)) fail('IMPORT_STATE')
  return found
}

async function assertExists(ctx: Ctx, id: string): Promise<void> {
  const found = await ctx.db.selectFrom('contact_import').select('id').where('id', '=', id).executeTakeFirst()
  if (!found) fail('NOT_FOUND')
}
