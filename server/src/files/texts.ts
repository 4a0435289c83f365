import { buffer } from 'node:stream/consumers'
import { type Kysely, sql } from 'kysely'
import { locks } from '../db/locks.ts'
import type { DB } from '../db/schema.ts'
import type { AppContext } from '../http/context.ts'
import { isAway } from '../http/problem.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { jobState } from '../jobs/lost.ts'
import { maxFileBytes } from './excerpt-limits.ts'
import type { FileStore } from './file-store.ts'
import { startReaders } from './readers.ts'

const read = startReaders<Buffer, string>(new URL('./text-reader.ts', import.meta.url), { heapMegabytes: 256 })

/** A content that ends its process so often is left unread. */
const mostTries = 3
/** After so many that failed the fault is hardly theirs. */
const mostFailed = 5
/** Then others of the queue have their turn. */
const turnMs = 30_000

/**
 * Job: reads what documents and attachments say, so that searches find it. One process at a time; whoever finds another
 * one at it leaves the rest to that one, which looks once more after it has let go. What cannot be read or written holds up
 * none of the others; then the job fails, and is tried again for it.
 */
export async function readFiles(appContext: AppContext, _payload: object, signal: AbortSignal): Promise<void> {
  const { database, services } = appContext
  const end = performance.now() + turnMs
  const isOver = () => signal.aborted || performance.now() > end
  const client = await database.pool.connect()
  const ask = async (text: string) => (await client.query(text)).rows[0].done === true
  const failed: Failed[] = []
  try {
    let isLeft = true
    while (isLeft && !isOver()) {
      if (!(await ask(`select pg_try_advisory_lock(${locks.readingFiles}) as done`))) return
      do isLeft = await readNext(database.kysely, services.files, failed)
      while (isLeft && !isOver())
      await ask(`select pg_advisory_unlock(${locks.readingFiles}) as done`)
      if (failed[0]) throw failed[0].error
      isLeft ||= await ask(`select exists (select from file_text where ${unread}) as done`)
    }
    if (isLeft) await enqueue(database.kysely, 'readFiles', {})
  } finally {
    client.release(true)
  }
}

const unread = `text is null and tries < ${mostTries}`

interface Failed {
  readonly hash: string
  readonly error: unknown
}

/** Reads one content; false when there is none left but those that failed. For an error of the store no try is counted. */
async function readNext(db: Kysely<DB>, store: FileStore, failed: Failed[]): Promise<boolean> {
  const { rows } = await sql<{ hash: string }>`
    update file_text set tries = tries + 1 where hash = (
      select hash from file_text where ${sql.raw(unread)} and hash <> all (${failed.map(({ hash }) => hash)})
       order by hash limit 1) returning hash`.execute(db)
  const [next] = rows
  if (!next) return false
  const { hash } = next
  try {
    const text = await textOfStored(store, hash).catch(async (error) => {
      await sql`update file_text set tries = tries - 1 where hash = ${hash}`.execute(db)
      throw error
    })
    await sql`update file_text set text = ${text}, search = words_text(${text}) where hash = ${hash}`.execute(db)
  } catch (error) {
    if (isAway(error) || failed.length === mostFailed) throw error
    failed.push({ hash, error })
  }
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
