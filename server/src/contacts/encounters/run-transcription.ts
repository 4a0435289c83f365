import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import type { TranscriptionReason } from '#contract/contacts/voice-memos'
import { limits } from '#contract/limits'
import { edited } from '../../db/rows.ts'
import { spoolFolder } from '../../files/file-store.ts'
import { type AppContext, inTransaction, systemActor } from '../../http/context.ts'
import type { JobPayload } from '../../jobs/jobs.ts'
import { askService, runCommand, type Transcription } from './transcribe.ts'

type Job = JobPayload<'transcribeVoiceMemo'>

const tries = 3
const patience = 5 * 60_000

/**
 * Job: has a voice memo transcribed. It always ends with the text or with a reason that the encounter shows; a failure
 * that may pass is retried a few times.
 */
export async function transcribeVoiceMemo(
  appContext: AppContext,
  job: Job,
  stopping: AbortSignal,
  wait: number = patience,
): Promise<void> {
  const memo = await takeUp(appContext, job)
  if (!memo) return
  // Attempts exceed the limit only when the process died during each of them.
  if (memo.attempts > 2 * tries) return failed(appContext, job, 'TIMEOUT')
  const outcome = await transcribe(appContext, memo, AbortSignal.any([stopping, AbortSignal.timeout(wait)]))
  if ('text' in outcome) return finish(appContext, job, outcome.text)
  if (stopping.aborted) return putBack(appContext, job, memo.attempts - 1, null, 'stopped before it was done')
  if (outcome.tryAgain && memo.attempts < tries) {
    return putBack(appContext, job, memo.attempts, outcome.reason, `transcription: ${outcome.reason}`)
  }
  await failed(appContext, job, outcome.reason)
}

async function failed(appContext: AppContext, job: Job, reason: TranscriptionReason): Promise<void> {
  await ofRun(appContext, job).set({ transcription: 'FAILED', reason }).execute()
}

const ofRun = ({ database }: AppContext, { encounterId, run }: Job) =>
  database.kysely.updateTable('voice_memo').where('id', '=', encounterId).where('run', '=', run)

interface Memo {
  readonly file_hash: string
  readonly attempts: number
  readonly language: string
}

/** Marks the memo as running and returns it; undefined when a later run was ordered or it is done. */
async function takeUp(appContext: AppContext, { encounterId, run }: Job): Promise<Memo | undefined> {
  const { rows } = await sql<Memo>`
    update voice_memo v set transcription = 'RUNNING', attempts = v.attempts + 1
      from encounter e left join app_user u on u.id = e.created_by
     where v.id = ${encounterId} and v.run = ${run} and v.transcription in ('WAITING', 'RUNNING') and e.id = v.id
    returning v.file_hash, v.attempts, lower(coalesce(u.language, 'DE')) as language`.execute(
    appContext.database.kysely,
  )
  return rows[0]
}

async function transcribe({ services }: AppContext, memo: Memo, signal: AbortSignal): Promise<Transcription> {
  const { transcription, dataDir } = services.config
  if (!transcription) return { reason: 'OFF', tryAgain: false }
  let audio: Buffer
  try {
    audio = await buffer(await services.files.open(memo.file_hash))
  } catch {
    return { reason: 'STORAGE_FAILED', tryAgain: true }
  }
  if ('command' in transcription) return runCommand(transcription, audio, spoolFolder(dataDir), signal)
  return askService(transcription, audio, memo.language, signal)
}

/** Sets the memo back to waiting and throws, so that the queue retries the job. */
async function putBack(
  appContext: AppContext,
  job: Job,
  attempts: number,
  reason: TranscriptionReason | null,
  because: string,
): Promise<never> {
  await ofRun(appContext, job).set({ transcription: 'WAITING', reason, attempts }).execute()
  throw new Error(because)
}

/** Stores the transcript; a text that somebody wrote after the transcription was ordered is kept. */
async function finish(appContext: AppContext, { encounterId: id, run }: Job, said: string): Promise<void> {
  const text = said.replaceAll('\0', '').slice(0, limits.encounter.descriptionLength).toWellFormed()
  await inTransaction(appContext, systemActor(), async ({ db }) => {
    const encounter = await db
      .selectFrom('encounter')
      .select('description')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    const memo = await db
      .selectFrom('voice_memo')
      .select('replaces')
      .where('id', '=', id)
      .where('run', '=', run)
      .executeTakeFirst()
    if (!encounter || !memo) return
    const kept = encounter.description !== '' && encounter.description !== memo.replaces
    await db
      .updateTable('voice_memo')
      .set({ transcription: 'DONE', reason: kept ? 'KEPT' : null, transcript: text })
      .where('id', '=', id)
      .execute()
    if (kept) return
    await db
      .updateTable('encounter')
      .set({ description: text, ...edited, updated_by: null })
      .where('id', '=', id)
      .execute()
  })
}
