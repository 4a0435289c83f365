import { Readable } from 'node:stream'
import { type Kysely, sql } from 'kysely'
import { ZipFile } from 'yazl'
import { getContact } from '../contacts/contacts.ts'
import type { DB } from '../db/schema.ts'
import type { FileReply } from '../http/answers.ts'
import type { Ctx } from '../http/context.ts'
import { type RecordFile, type RecordTable, recordFiles, recordTables } from './record-tables.ts'

/**
 * Everything about a contact as a ZIP that is written while it is sent: rows come by a cursor and files one at a time, so
 * that memory stays flat. Errors: NOT_FOUND.
 */
export async function contactArchive(ctx: Ctx, id: string): Promise<FileReply> {
  const { text } = await getContact(ctx, id)
  const contact = JSON.parse(text) as { id: string; fullName: string }
  const tables = await recordTables(ctx.db, contact.id)
  const all: RecordTable[] = [...tables, ...(await looseTables(contact.id))]
  const files = await recordFiles(ctx.db, all)
  const missing = await missingOf(ctx, files)
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const add = (name: string, content: string) => zip.addBuffer(Buffer.from(content), name)
  add('kontakt.json', pretty(contact))
  for (const { table, rows } of all) {
    zip.addReadStreamLazy(`${table}.json`, (give) => {
      const content = Readable.from(jsonOf(ctx.db, table, rows))
      // The library does not pass the error on, and one that nobody hears would end the process.
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
      files: files.map((file) => ({ file: entryName(file), missing: missing.has(file.hash) })),
    }),
  )
  zip.end()
  return { content: output, fileName: `${contact.fullName || contact.id}.zip`, contentType: 'application/zip' }
}

const pretty = (value: unknown) => `${JSON.stringify(value, undefined, 2)}\n`

/** What tells of a contact without a foreign key to it. */
async function looseTables(id: string): Promise<RecordTable[]> {
  return [
    { table: 'history', rows: sql`t.root_id = any (with_merged(${id}))` },
    { table: 'contact_import_row', rows: sql`t.contact_id = any (with_merged(${id}))` },
    { table: 'contact_merge', rows: sql`t.survivor_id = ${id}` },
  ]
}

async function* jsonOf(db: Kysely<DB>, table: string, rows: RecordTable['rows']) {
  const found = db
    .selectFrom(sql<{ row: unknown }>`(select to_jsonb(t) as row from ${sql.table(table)} t where ${rows})`.as('found'))
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

/** Below the table and row it belongs to, so that two files of the same name do not meet. */
const entryName = ({ table, rowId, name }: RecordFile) =>
  `dateien/${table}/${rowId}/${name.replace(/[\\/:*?"<>|]/g, '_').replace(/^\.+/, '_')}`
