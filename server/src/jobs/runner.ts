import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseCrontab, run, type TaskList, type WorkerEvents } from 'graphile-worker'
import type pg from 'pg'
import { locks } from '../db/locks.ts'
import { openSessionLocks, type SessionLocks, usualHeartbeat } from '../db/session-locks.ts'
import type { AppContext } from '../http/context.ts'
import { type JobName, type JobPayload, jobs, longJobs, nightly } from './jobs.ts'
import { NotYet } from './not-yet.ts'
import { quiet } from './prepare.ts'

export type JobHandler<Name extends JobName> = (
  appContext: AppContext,
  payload: JobPayload<Name>,
  signal: AbortSignal,
) => Promise<void>
export type JobHandlers = { readonly [Name in JobName]: JobHandler<Name> }

/** Repairs rows whose job is gone. It runs at every start and with every sweep, so it must be cheap. */
export type Repair = (appContext: AppContext) => Promise<void>

interface Log {
  info(about: object, text: string): void
  error(about: object, text: string): void
}

/** Times in milliseconds. */
const defaultTimes = {
  /** Interval between two sweeps. */
  sweep: 10_000,
  /** How long a job may be without a lock after it was taken, before a sweep hands it on. */
  taken: 3000,
  /** How long a job may be without a lock after it has ended, until its row is deleted. */
  ended: 500,
}
type Times = typeof defaultTimes

/** Number of jobs that run at the same time, for long jobs and for all others. */
const atOnce = 2
/** Upper limit of attempts, including those that ended because the process was killed. */
const maxAttempts = 50

/**
 * Starts the workers and sweeps; `stop` waits for running jobs. Only one process works on a job. When a process is
 * killed, its locks end with its connections, and the next sweep of any process hands its jobs on.
 */
export async function startJobs(
  appContext: AppContext,
  handlers: JobHandlers,
  log: Log,
  repairs: readonly Repair[] = [],
  times: Times = defaultTimes,
): Promise<{ stop(): Promise<void> }> {
  const { pool } = appContext.database
  const stopping = new AbortController()
  const taskList: TaskList = Object.fromEntries(
    Object.entries(jobs).map(([name, payload]) => [
      name,
      async (raw, { job }) => {
        const handler = handlers[name as JobName] as JobHandler<JobName>
        const client = await pool.connect()
        try {
          const lock = await client.query('select pg_try_advisory_lock($1, $2) as taken', [
            locks.jobAtWork,
            lockId(job.id),
          ])
          if (!lock.rows[0].taken) throw new NotYet('another process is at work on this job')
          log.info({ job: name, id: job.id, attempt: job.attempts }, 'job started')
          await handler(appContext, payload.parse(raw) as JobPayload<JobName>, stopping.signal)
          log.info({ job: name, id: job.id }, 'job done')
        } catch (error) {
          // Another process works on the job, as intended.
          if (error instanceof NotYet) log.info({ job: name, id: job.id }, error.message)
          else log.error({ job: name, id: job.id, attempt: job.attempts, err: error }, 'job failed')
          throw error
        } finally {
          client.release(true)
        }
      },
    ]),
  )
  const alive = provenAlive(pool)
  const tidy = async () => {
    await alive.lock()
    await sweep(pool, log, times)
    for (const repair of repairs) await repair(appContext)
  }
  await tidy()
  await catchUp(pool)
  const work = (isOurs: (name: string) => boolean, nights: readonly string[] = []) =>
    run({
      pgPool: pool,
      taskList: Object.fromEntries(Object.entries(taskList).filter(([name]) => isOurs(name))),
      concurrency: atOnce,
      noHandleSignals: true,
      pollInterval: 2000,
      parsedCronItems: parseCrontab(nights.join('\n')),
      logger: quiet,
      events: alive.events,
    })
  const isLong = (name: string) => longJobs.some((long) => long === name)
  const nights = Object.entries(nightly).map(([name, when]) => `${when} ${name}`)
  const long = await work(isLong)
  const short = await work((name) => !isLong(name), nights).catch(async (error: unknown) => {
    await long.stop()
    throw error
  })
  await alive.lock()
  const sweeping = setInterval(() => void tidy().catch(() => {}), times.sweep)
  return {
    async stop() {
      clearInterval(sweeping)
      stopping.abort()
      // a failure to stop one worker must not keep the other running
      await Promise.allSettled([long.stop(), short.stop()])
      alive.close()
    },
  }
}

/**
 * Holds a lock under each name by which the queue knows this process, so that its jobs do not look abandoned. A job's
 * own lock does not exist yet just after it was taken, and is gone already just before its row is deleted.
 */
function provenAlive(pool: pg.Pool) {
  const events: WorkerEvents = new EventEmitter()
  const names: string[] = []
  events.on('pool:create', ({ workerPool }) => void names.push(workerPool.id))
  let connection: SessionLocks | undefined
  return {
    events,
    /** Takes the locks, on a new connection where the last one was lost. Taking a held lock again does no harm. */
    async lock(): Promise<void> {
      if (connection?.lost.aborted) {
        connection.close()
        connection = undefined
      }
      connection ??= await openSessionLocks(pool, usualHeartbeat)
      for (const name of names) await connection.tryLock('jobWorker', name)
    },
    close: () => connection?.close(),
  }
}

const lockId = (jobId: string) => Number(BigInt(jobId) % 2_147_483_647n)

/**
 * Enqueues the nightly jobs that should have run while no process was up. The queue has its own catching up, but it
 * compares Date objects, and this pool parses timestamps as text.
 */
const catchUp = (pool: pg.Pool) =>
  pool.query(
    `with missed as (
       update graphile_worker._private_known_crontabs set last_execution = now()
        where coalesce(last_execution, known_since) < now() - interval '1 day' and identifier = any($1)
       returning identifier)
     select graphile_worker.add_job(identifier, '{}'::json, max_attempts => 10) from missed`,
    [Object.keys(nightly)],
  )

/** Frees jobs whose process is gone. */
async function sweep(pool: pg.Pool, log: Log, { taken, ended }: Times): Promise<void> {
  const found = await abandoned(pool, taken)
  if (found.length === 0) return
  // A job that ends releases its lock a moment before its row is deleted: what is still there a little later was
  // abandoned.
  await sleep(ended)
  const still = await abandoned(pool, taken)
  const left = found.filter((worker) => still.includes(worker))
  if (left.length === 0) return
  log.info({ workers: left.length }, 'jobs of a process that is gone are handed on')
  // A kill counts as no failed attempt, up to a limit, because a job may be what kills its process every time. A job
  // that another process has just taken keeps its number of attempts: locked jobs are not rescheduled.
  const { rows: jobs } = await pool.query<{ id: string; most: number }>(
    'select id, least(max_attempts + 1, $2) as most from graphile_worker.jobs where locked_by = any ($1)',
    [left, maxAttempts],
  )
  await pool.query('select graphile_worker.force_unlock_workers($1)', [left])
  await pool.query(
    `select from unnest($1::bigint[], $2::int[]) as job (id, most),
       graphile_worker.reschedule_jobs(array[job.id], max_attempts => job.most)`,
    [jobs.map(({ id }) => id), jobs.map(({ most }) => most)],
  )
}

/** Returns workers that took a job more than `taken` ms ago, and hold a lock neither on the job nor on their name. */
async function abandoned(pool: pg.Pool, taken: number): Promise<string[]> {
  const { rows } = await pool.query<{ locked_by: string }>(
    `select distinct locked_by from graphile_worker.jobs
      where locked_by is not null and locked_at < now() - $2 * interval '1 ms'
        and not exists (select from pg_locks where locktype = 'advisory'
                        and (classid, objid) in (($1, (id % 2147483647)::oid), ($3, hashtext(locked_by)::oid))
                        and database = (select oid from pg_database where datname = current_database()))`,
    [locks.jobAtWork, taken, locks.jobWorker],
  )
  return rows.map((row) => row.locked_by)
}
