import { sql } from 'kysely'
import type { QueryOf } from '#contract/endpoint'
import { type BackgroundJob, fileKinds, type KeptFiles, type systemApi } from '#contract/overview/system'
import { referencesTo } from '../../db/references.ts'
import type { Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'

const mostShown = 300

export async function listJobs({ db }: Ctx, { state }: QueryOf<typeof systemApi.jobs>): Promise<BackgroundJob[]> {
  const { rows } = await sql<BackgroundJob>`
    select * from (
      select id::text, task_identifier as name, case when attempts < max_attempts then 'WAITING' else 'FAILED' end as state,
             iso(created_at) as "createdUtc", iso(run_at) as "nextTryUtc", attempts, max_attempts as "mostAttempts",
             coalesce(last_error, '') as error
        from graphile_worker.jobs) job
     where ${state ? sql`state = ${state}` : sql`true`} order by "createdUtc" desc, id::bigint desc limit ${mostShown}`.execute(
    db,
  )
  return rows
}

/** Errors: NOT_FOUND, also for a job that is running. */
export async function retryJob({ db }: Ctx, id: string): Promise<undefined> {
  const { rows } = await sql`
    select from graphile_worker.reschedule_jobs(array[${id}]::bigint[], run_at => now(), attempts => 0)`.execute(db)
  if (rows.length === 0) fail('NOT_FOUND')
}

/** Counts the stored files by kind; a content that several kinds reference counts for each of them. */
export async function listFiles({ db }: Ctx): Promise<KeptFiles[]> {
  const references = await referencesTo(db, 'stored_file')
  const counted = fileKinds.map((kind) => {
    const named = references.filter(({ table }) => table === kind)
    const hashes = named.map(({ table, column }) => sql`select ${sql.ref(column)} as hash from ${sql.table(table)}`)
    return sql`
      select ${kind} as kind, count(*)::int as files, coalesce(sum(f.size_byte), 0)::float8 as bytes
        from (${sql.join(hashes, sql` union `)}) named join stored_file f on f.hash = named.hash`
  })
  const all = sql`select 'ALL' as kind, count(*)::int as files, coalesce(sum(size_byte), 0)::float8 as bytes from stored_file`
  const { rows } = await sql<KeptFiles>`${sql.join([...counted, all], sql` union all `)}`.execute(db)
  return rows.filter(({ files }) => files > 0)
}
