import { Readable } from 'node:stream'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { ZipFile } from 'yazl'
import { allReferences } from '../../db/references.ts'
import type { DB } from '../../db/schema.ts'
import type { FileReply } from '../../http/answers.ts'
import type { Actor, Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'
import { isVisible, readableChanges, tellsOfVisible } from '../../together/history/history.ts'
import { getContact } from '../contacts.ts'
import { narrow, type RecordFile, type RecordTable, recordFiles, recordTables } from './record-tables.ts'

/**
 * Returns everything about a contact that the caller may see as a ZIP. The ZIP is written while it is sent: rows are
 * read by a cursor and files one at a time, so memory use stays flat. An ADMIN gets everything. Errors: FORBIDDEN
 * without the permission to read contacts, NOT_FOUND.
 */
export async function contactArchive(ctx: Ctx, id: string): Promise<FileReply> {
  if (!ctx.actor.permissions.has('CONTACT_READ')) fail('FORBIDDEN')
  const { text } = await getContact(ctx, id)
  const contact = JSON.parse(text) as { id: string; fullName: string }
  const isWhole = ctx.actor.roles.includes('ADMIN')
  const pointingTo = await allReferences(ctx.db)
  const own = recordTables(pointingTo, contact.id, isWhole ? undefined : (table) => isVisible(ctx, table))
  const all = [...own, ...looseTables(contact.id).map((table) => (isWhole ? table : narrowed(ctx, table)))]
  const files = await recordFiles(ctx.db, pointingTo, all)
  const missing = await missingOf(ctx, files)
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const add = (name: string, content: string) => zip.addBuffer(Buffer.from(content), name)
  add('kontakt.json', pretty(contact))
  for (const table of all) {
    zip.addReadStreamLazy(`${table.table}.json`, (give) => {
      const content = Readable.from(jsonOf(ctx.db, table, isWhole ? undefined : shownAs(ctx.actor)[table.table]))
      // The library does not forward the error, and an unhandled error event would end the process.
      content.on('error', (error) => output.destroy(error))
      give(null, content)
    })
  }
  for (const file of files.filter(({ hash }) => !missing.has(hash))) {
    zip.addReadStreamLazy(entryName(file), (give) => {
      ctx.services.files.open(file.hash).then(
        (content) => {
          content.on('error', (error) => output.destroy(error))
          give(null, content)
        },
        (error: Error) => output.destroy(error),
      )
    })
  }
  add(
    'inhalt.json',
    pretty({
      contact: { id: contact.id, fullName: contact.fullName },
      createdAtUtc: ctx.now.toISOString(),
      createdBy: ctx.actor.username,
      tables: all.map(({ table }) => table),
      // Tables in which the caller may not see every row.
      leftOut: await leftOut(ctx.db, all),
      files: files.map((file) => ({ file: entryName(file), missing: missing.has(file.hash) })),
    }),
  )
  zip.end()
  return { content: output, fileName: `${contact.fullName || contact.id}.zip`, contentType: 'application/zip' }
}

const pretty = (value: unknown) => `${JSON.stringify(value, undefined, 2)}\n`

/** Tables that hold data of a contact without a foreign key to it. */
const looseTables = (id: string): RecordTable[] => [
  { table: 'history', rows: sql`t.root_id = any (with_merged(${id}))` },
  { table: 'contact_import_row', rows: sql`t.contact_id = any (with_merged(${id}))` },
  { table: 'contact_merge', rows: sql`t.survivor_id = ${id}` },
]

function narrowed(ctx: Ctx, { table, rows }: RecordTable): RecordTable {
  const visible =
    table === 'history'
      ? sql<boolean>`exists (select from history h where h.id = t.id and ${tellsOfVisible(ctx)})`
      : isVisible(ctx, table)
  return narrow({ table, rows }, visible)
}

/** Replaces columns of rows for callers other than ADMIN, so that they are shown as on the screens. */
const shownAs = (actor: Actor): Readonly<Record<string, RawBuilder<unknown>>> => ({
  history: sql`to_jsonb(t) || jsonb_build_object('changes', (select ${readableChanges(actor)} from history h where h.id = t.id))`,
  comment: sql`to_jsonb(t) || case when t.deleted_at is null then '{}'::jsonb else '{"text": ""}' end`,
  contact: sql`to_jsonb(t) - ${actor.permissions.has('FLAME_READ') ? '' : 'latest_purchase'}::text`,
})

async function leftOut(db: Kysely<DB>, tables: readonly RecordTable[]): Promise<string[]> {
  const found: string[] = []
  for (const { table, hidden } of tables) {
    if (!hidden) continue
    const { rows } = await sql`select from ${sql.table(table)} t where ${hidden} limit 1`.execute(db)
    if (rows.length > 0) found.push(table)
  }
  return found
}

async function* jsonOf(db: Kysely<DB>, { table, rows }: RecordTable, row: RawBuilder<unknown> = sql`to_jsonb(t)`) {
  const found = db
    .selectFrom(sql<{ row: unknown }>`(select ${row} as row from ${sql.table(table)} t where ${rows})`.as('found'))
    .select('found.row')
    .stream(200)
  let begin = '[\n'
  for await (const { row } of found) {
    yield `${begin}${JSON.stringify(row)}`
    begin = ',\n'
  }
  yield begin === '[\n' ? '[]\n' : '\n]\n'
}

async function missingOf(ctx: Ctx, files: readonly RecordFile[]): Promise<Set<string>> {
  const missing = new Set<string>()
  for (const { hash } of files) if ((await ctx.services.files.size(hash)) === null) missing.add(hash)
  return missing
}

/** Returns the path in the ZIP: below table and row, so that files with the same name do not collide. */
const entryName = ({ table, rowId, name }: RecordFile) =>
  `dateien/${table}/${rowId}/${name.replace(/[\\/:*?"<>|]/g, '_').replace(/^\.+/, '_')}`
