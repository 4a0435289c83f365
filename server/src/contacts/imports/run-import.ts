import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { sql } from 'kysely'
import { importSentences } from '#contract/sentences/imports/by-language'
import { fill } from '#contract/sentences/issue'
import { type AppContext, inTransaction, systemActor } from '../../http/context.ts'
import type { JobPayload } from '../../jobs/jobs.ts'
import { searchAgain } from '../duplicates/duplicates.ts'
import { importBatch, type MappedRecord, type Plan } from './import-batch.ts'
import { scanOptions } from './inspect-file.ts'
import { forgetTrial } from './known-contacts.ts'
import { mapRow } from './map-row.ts'
import { type CsvRecord, scanCsv } from './scan-csv.ts'
import { forgetFile, storedPieces } from './stored-file.ts'
import { isFault, retryOnConflict, tidySearch, turnMilliseconds } from './turns.ts'

const batchRows = 2000
const batchBytes = 4 * 1024 * 1024
/** Number of rows that are mapped before other work of the process gets its turn. */
const rowsAtOnce = 10

/**
 * Job: continues after the last committed batch. After a while, or when the process is stopped, a long import yields to
 * other jobs by queueing a job for the rest.
 */
export async function runContactImport(
  appContext: AppContext,
  job: JobPayload<'runContactImport'>,
  signal: AbortSignal,
): Promise<void> {
  const ends = Date.now() + turnMilliseconds
  const actor = systemActor(job.userId)
  const taken = await takeUp(appContext, job)
  // Writes the search rows that a process left behind when it died.
  let tidied = tidySearch(appContext)
  tidied.catch(() => {})
  if (!taken) return await tidied
  const { plan, records } = taken
  let from = taken.fromByte
  try {
    for await (const batch of prefetch(batches(records, plan))) {
      const goesOn = await retryOnConflict(() =>
        inTransaction(appContext, actor, (ctx) => importBatch(ctx, plan, batch, from)),
      )
      if (!goesOn) return
      await tidied
      tidied = tidySearch(appContext)
      // Avoids an unhandled rejection if the loop ends early; `finally` awaits the promise.
      tidied.catch(() => {})
      from = batch.at(-1)?.record.nextByte ?? from
      if (Date.now() > ends || signal.aborted) return await giveWay(appContext, job)
    }
    await tidied
    await finish(appContext, plan)
  } catch (error) {
    if (!isFault(error)) throw error
    await giveUp(appContext, plan)
    throw error
  } finally {
    await tidied
  }
}

async function takeUp(appContext: AppContext, { importId, run }: JobPayload<'runContactImport'>) {
  const db = appContext.database.kysely
  const found = await db
    .selectFrom('contact_import')
    .selectAll()
    .where('id', '=', importId)
    .where('run', '=', run)
    .where('state', 'in', ['WAITING', 'RUNNING'])
    .executeTakeFirst()
  if (!found) return null
  const language = found.language
  // If `at_work` is still set, the process that ran the import was killed.
  const message = fill(importSentences[language].message.resumed, { line: found.next_line })
  await db
    .updateTable('contact_import')
    .set({ state: 'RUNNING', at_work: true, ...(found.at_work ? { message } : {}) })
    .where('id', '=', importId)
    .where('run', '=', run)
    .where('state', 'in', ['WAITING', 'RUNNING'])
    .execute()
  const plan: Plan = {
    id: importId,
    run,
    mapping: found.mapping as readonly (string | null)[] as Plan['mapping'],
    language,
    dryRun: found.dry_run,
    updateMatches: found.update_matches,
  }
  const records = scanCsv(storedPieces(db, importId, found.bytes_done), {
    ...scanOptions(found.delimiter),
    startByte: found.bytes_done,
    startLine: found.next_line,
  })
  return { plan, records, fromByte: found.bytes_done }
}

async function* batches(records: AsyncIterable<CsvRecord>, plan: Plan): AsyncGenerator<MappedRecord[]> {
  let batch: MappedRecord[] = []
  let firstByte: number | undefined
  for await (const record of records) {
    firstByte ??= record.nextByte
    batch.push({ record, mapped: mapRow(record, plan) })
    if (batch.length % rowsAtOnce === 0) await yieldToOthers()
    if (batch.length < batchRows && record.nextByte - firstByte < batchBytes) continue
    yield batch
    batch = []
    firstByte = record.nextByte
  }
  if (batch.length > 0) yield batch
}

/** Reads the next batch while the database writes the current one. */
async function* prefetch<T>(items: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = items.next()
  for (;;) {
    const { done, value } = await next
    if (done) return
    next = items.next()
    // Avoids an unhandled rejection if the consumer stops before it asks for the next batch.
    next.catch(() => {})
    yield value
  }
}

async function giveWay(appContext: AppContext, job: JobPayload<'runContactImport'>): Promise<void> {
  await inTransaction(appContext, systemActor(job.userId), async (ctx) => {
    await ctx.db
      .updateTable('contact_import')
      .set({ at_work: false })
      .where('id', '=', job.importId)
      .where('run', '=', job.run)
      .execute()
    await ctx.enqueue('runContactImport', job)
  })
}

async function finish(appContext: AppContext, { id, run, dryRun }: Plan): Promise<void> {
  await inTransaction(appContext, systemActor(), async (ctx) => {
    const { db } = ctx
    const done = await db
      .updateTable('contact_import')
      .set({ state: 'DONE', at_work: false, bytes_done: sql`bytes_total`, finished_at: sql`now()` })
      .where('id', '=', id)
      .where('run', '=', run)
      .where('state', '=', 'RUNNING')
      .executeTakeFirst()
    if (Number(done.numUpdatedRows) === 0) return
    if (dryRun) return forgetTrial(db, id)
    // The personal data of the file is needed no more; rejected rows are stored with their results.
    await forgetFile(db, id)
    await searchAgain(ctx)
  })
}

async function giveUp(appContext: AppContext, { id, run, language }: Plan): Promise<void> {
  const db = appContext.database.kysely
  const own = await db.selectFrom('contact_import').select('next_line').where('id', '=', id).executeTakeFirst()
  await db
    .updateTable('contact_import')
    .set({
      state: 'FAILED',
      at_work: false,
      finished_at: sql`now()`,
      message: fill(importSentences[language].message.failed, { line: own?.next_line ?? 0 }),
    })
    .where('id', '=', id)
    .where('run', '=', run)
    .where('state', '=', 'RUNNING')
    .execute()
}
