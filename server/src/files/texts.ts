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

/** Upper limit of attempts for a content that ends the reader process. */
const mostTries = 3
/** After more failures than this in a run, the cause is hardly in the contents, and the job ends. */
const mostFailed = 5
/** How long a run takes in milliseconds before other jobs get their turn. */
const turnMs = 30_000

/**
 * Job: reads the text of documents and attachments for searches. One process reads at a time; a process that finds
 * another one at work leaves the rest to it, and that one looks once more after releasing the lock. A content that
 * cannot be read or written does not stop the others; afterwards the job fails and is retried for it.
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

/** Reads one content; returns false when only failed ones are left. An error of the store is no attempt. */
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

/** Repair: adds the job if contents are unread and it is missing: stored by an earlier version, or the job is gone. */
export async function repairFileTexts({ database }: AppContext): Promise<void> {
  await sql`
    select graphile_worker.add_job('readFiles', '{}'::json, max_attempts => 10)
     where exists (select from file_text where ${sql.raw(unread)})
       and ${jobState('readFiles', sql`true`)} <> 'THERE'`.execute(database.kysely)
}
