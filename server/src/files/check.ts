import { type Kysely, sql } from 'kysely'
import type { FileCheck } from '#contract/lists/galleries'
import { type Reference, referencesTo } from '../db/references.ts'
import type { DB } from '../db/schema.ts'
import type { AppContext, Ctx } from '../http/context.ts'
import { type FileStore, type Listed, spoolFolder } from './file-store.ts'
import { hashOf } from './hashing.ts'
import { forgetOld } from './spool.ts'

/** Number of bytes that are verified in one night, beginning with the files that were verified longest ago. */
const bytesPerNight = 20 * 1024 ** 3
/** How long a content may be without a row that names it, because that row may be about to be written. */
const grace = sql.raw(`interval '1 day'`)
const keptChecks = 30
/** Upper limit of faulty files that a check lists. */
const namedFaults = 1000

/** Returns the latest checks of the store, the latest first. */
export async function listFileChecks({ db }: Ctx): Promise<FileCheck[]> {
  const { rows } = await sql<FileCheck>`
    select id, iso(started_at) as "startedAtUtc", iso(finished_at) as "finishedAtUtc", files, size_byte as "sizeByte",
           verified, missing, damaged, orphaned, removed
      from file_check order by started_at desc limit ${keptChecks}`.execute(db)
  return rows
}

/**
 * Job: compares the store with the rows. It finds contents that a row names and the store lacks, contents that do not
 * match their hash, and contents that no row names, which it removes when they are older than a day.
 */
export async function checkFiles(appContext: AppContext, _payload: object, signal: AbortSignal): Promise<void> {
  const db = appContext.database.kysely
  const store = appContext.services.files
  const { id } = await db.insertInto('file_check').defaultValues().returning('id').executeTakeFirstOrThrow()
  await forgetOld(spoolFolder(appContext.services.config.dataDir))
  const references = await namesOfFiles(db)
  const { files, size } = await recordFound(db, store.list(), signal)
  const missing = await findMissing(db, store, references)
  const { verified, damaged } = await verify(db, store, signal)
  const orphans = await findOrphans(db, references)
  let removed = 0
  for (const hash of orphans.old) if (!signal.aborted && (await removeOrphan(db, store, references, hash))) removed++
  if (signal.aborted) throw new Error('stopped before the check was done')
  const faulty = async (hashes: string[]) => JSON.stringify(await withUses(db, references, hashes))
  await db
    .updateTable('file_check')
    .set({
      finished_at: sql`now()`,
      files,
      size_byte: size,
      verified,
      missing: await faulty(missing),
      damaged: await faulty(damaged),
      orphaned: orphans.count,
      removed,
    })
    .where('id', '=', id)
    .execute()
  await sql`
    delete from file_check where id not in (select id from file_check order by started_at desc limit ${keptChecks})
       or (finished_at is null and id <> ${id})`.execute(db)
}

/** Returns the columns that name a stored file and keep it; those that are deleted together with the content do not. */
async function namesOfFiles(db: Kysely<DB>): Promise<Reference[]> {
  const references = (await referencesTo(db, 'stored_file')).filter(({ onRemove }) => onRemove === 'fail')
  if (references.length === 0) throw new Error('no table names a stored file: nothing may be taken for an orphan')
  return references
}

const named = (references: readonly Reference[]) =>
  sql.join(
    references.map(
      ({ table, column }) => sql`exists (select from ${sql.table(table)} r where r.${sql.ref(column)} = f.hash)`,
    ),
    sql` or `,
  )

/** Gives every file of the store a row, so that one whose row was never written is treated as an orphan too. */
async function recordFound(db: Kysely<DB>, listed: AsyncIterable<Listed>, signal: AbortSignal) {
  let files = 0
  let size = 0
  for await (const file of listed) {
    signal.throwIfAborted()
    files++
    size += file.size
    await sql`
      insert into stored_file (hash, size_byte, touched_at) values (${file.hash}, ${file.size}, ${file.storedAt})
      on conflict (hash) do nothing`.execute(db)
  }
  return { files, size }
}

async function findMissing(db: Kysely<DB>, store: FileStore, references: readonly Reference[]): Promise<string[]> {
  const missing: string[] = []
  const { rows } = await sql<{ hash: string }>`
    select hash from stored_file f where ${named(references)} order by hash`.execute(db)
  for (const { hash } of rows) if ((await store.size(hash)) === null) missing.push(hash)
  return missing
}

async function verify(db: Kysely<DB>, store: FileStore, signal: AbortSignal) {
  const damaged: string[] = []
  let verified = 0
  let left = bytesPerNight
  const { rows } = await sql<{ hash: string; size: number }>`
    select hash, size_byte as size from stored_file order by verified_at nulls first, hash`.execute(db)
  for (const { hash, size } of rows) {
    signal.throwIfAborted()
    if (left <= 0) break
    left -= size
    if ((await store.size(hash)) === null) continue
    const found = await store.open(hash).then(hashOf)
    if (found !== hash) damaged.push(hash)
    else await sql`update stored_file set verified_at = now() where hash = ${hash}`.execute(db)
    verified++
  }
  return { verified, damaged }
}

async function findOrphans(db: Kysely<DB>, references: readonly Reference[]) {
  const { rows } = await sql<{ hash: string; old: boolean }>`
    select hash, touched_at < now() - ${grace} as old from stored_file f where not (${named(references)})`.execute(db)
  return { count: rows.length, old: rows.filter(({ old }) => old).map(({ hash }) => hash) }
}

/**
 * Removes an orphan while its row is locked. A transaction that stores or names the content meanwhile waits; one that
 * came first is seen by the second query.
 */
async function removeOrphan(db: Kysely<DB>, store: FileStore, references: readonly Reference[], hash: string) {
  return db.transaction().execute(async (tx) => {
    await sql`select from stored_file where hash = ${hash} for update`.execute(tx)
    const { rows } = await sql`
      select from stored_file f
       where hash = ${hash} and touched_at < now() - ${grace} and not (${named(references)})`.execute(tx)
    if (rows.length === 0) return false
    await store.remove(hash)
    await sql`delete from stored_file where hash = ${hash}`.execute(tx)
    return true
  })
}

async function withUses(db: Kysely<DB>, references: readonly Reference[], hashes: readonly string[]) {
  const faults: FileCheck['missing'] = []
  for (const hash of hashes.slice(0, namedFaults)) {
    const usedBy: FileCheck['missing'][number]['usedBy'] = []
    for (const { table, column } of references) {
      const { rows } = await sql<{ id: string }>`
        select id from ${sql.table(table)} where ${sql.ref(column)} = ${hash} limit 10`.execute(db)
      for (const { id } of rows) usedBy.push({ what: table, id })
    }
    faults.push({ hash, usedBy })
  }
  return faults
}
