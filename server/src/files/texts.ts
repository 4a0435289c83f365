import { buffer } from 'node:stream/consumers'
import { type Kysely, sql } from 'kysely'
import { locks } from '../db/locks.ts'
import type { DB } from '../db/schema.ts'
import type { AppContext } from '../http/context.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { jobState } from '../jobs/lost.ts'
import { maxFileBytes } from './excerpt-limits.ts'
import type { FileStore } from './file-store.ts'
import { startReaders } from './readers.ts'

const read = startReaders<Buffer, string>(new URL('./text-reader.ts', import.meta.url), { heapMegabytes: 256 })

/** A content that ends its process so often is left unread. */
const mostTries = 3
/** Then others of the queue have their turn. */
const turnMs = 30_000

/**
 * Job: reads what documents and attachments say, so that searches find it. One process at a time; whoever finds another
 * one at it leaves the rest to that one, which looks once more after it has let go.
 */
export async function readFiles(appContext: AppContext, _payload: object, signal: AbortSignal): Promise<void> {
  const { database, services } = appContext
  const end = performance.now() + turnMs
  const isOver = () => signal.aborted || performance.now() > end
  const client = await database.pool.connect()
  const ask = async (text: string) => (await client.query(text)).rows[0].done === true
  try {
    let isLeft = true
    while (isLeft && !isOver()) {
      if (!(await ask(`select pg_try_advisory_lock(${locks.readingFiles}) as done`))) return
      for (isLeft = await readNext(database.kysely, services.files); isLeft && !isOver(); )
        isLeft = await readNext(database.kysely, services.files)
      await ask(`select pg_advisory_unlock(${locks.readingFiles}) as done`)
      isLeft ||= await ask(`select exists (select from file_text where ${unread}) as done`)
    }
    if (isLeft) await enqueue(database.kysely, 'readFiles', {})
  } finally {
    client.release(true)
  }
}

const unread = `text is null and tries < ${mostTries}`

/** Reads one content; false when there is none left. Errors: those of the store, for which no try is counted. */
async function readNext(db: Kysely<DB>, store: FileStore): Promise<boolean> {
  const { rows } = await sql<{ hash: string }>`
    update file_text set tries = tries + 1 where hash = (
      select hash from file_text where ${sql.raw(unread)} order by hash limit 1) returning hash`.execute(db)
  const [next] = rows
  if (!next) return false
  const { hash } = next
  const text = await textOfStored(store, hash).catch(async (error) => {
    await sql`update file_text set tries = tries - 1 where hash = ${hash}`.execute(db)
    throw error
  })
  await sql`update file_text set text = ${text}, search = words_text(${text}) where hash = ${hash}`.execute(db)
  return true
}

async function textOfStored(store: FileStore, hash: string): Promise<string> {
  const size = await store.size(hash)
  if (size === null || size > maxFileBytes) return ''
  const text = await read(async () => buffer(await store.open(hash)))
  return typeof text === 'string' ? text : ''
}

/** What waits to be read while nobody is about to do it: it was stored by an earlier version, or the job is gone. */
export async function repairFileTexts({ database }: AppContext): Promise<void> {
  await sql`
    select graphile_worker.add_job('readFiles', '{}'::json, max_attempts => 10)
     where exists (select from file_text where ${sql.raw(unread)})
       and ${jobState('readFiles', sql`true`)} <> 'THERE'`.execute(database.kysely)
}
