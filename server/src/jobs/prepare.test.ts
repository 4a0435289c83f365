import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../test/app.ts'
import { toldDuring } from '../../test/told.ts'
import { enqueue } from './enqueue.ts'
import { letJobsTell, prepareJobs } from './prepare.ts'

const { database } = await testApp()
const { kysely, pool } = database
const told = async (act: () => Promise<unknown>) => (await toldDuring(database, act)).told

test('the queue tells changes shown in a list of jobs, not locks', async () => {
  const jobs = sql`graphile_worker._private_jobs`
  expect(await told(() => enqueue(kysely, 'checkFiles', {}))).toEqual(['job'])
  expect(await told(() => sql`update ${jobs} set locked_at = now(), locked_by = 'somebody'`.execute(kysely))).toEqual(
    [],
  )
  expect(await told(() => sql`update ${jobs} set attempts = 1, last_error = 'Platte voll'`.execute(kysely))).toEqual([
    'job',
  ])
  expect(await told(() => sql`delete from ${jobs}`.execute(kysely))).toEqual(['job'])
})

test('the queue tells changes after each start, even when its table was replaced', async () => {
  await pool.query('drop schema graphile_worker cascade')
  for (let starts = 0; starts < 2; starts++) {
    await prepareJobs(pool)
    await letJobsTell(pool)
  }
  expect(await told(() => enqueue(kysely, 'checkFiles', {}))).toEqual(['job'])
})
