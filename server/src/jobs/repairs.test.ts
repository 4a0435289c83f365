import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { contactApi } from '#contract/contacts/contacts'
import { importApi } from '#contract/contacts/imports'
import { testApp } from '../../test/app.ts'
import { peopleCsv } from '../../test/imports.ts'
import { repairs } from '../registries/jobs.ts'

const { as, database, appContext } = await testApp({ viesUrl: new URL('http://127.0.0.1:1/') })
const repair = async () => {
  for (const one of repairs) await one(appContext)
}
const run = (statement: string) => sql.raw(statement).execute(database.kysely)
const waiting = async () => {
  const { rows } = await sql<{ identifier: string }>`
    select t.identifier from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where attempts < max_attempts order by 1`.execute(database.kysely)
  return rows.map(({ identifier }) => identifier)
}
/** Leaves the jobs as after their last try; `lose` removes them, as a move of the database does. */
const exhaust = () => run("update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'killed'")
const lose = () => run('delete from graphile_worker._private_jobs')
beforeEach(lose)

async function begun(): Promise<string> {
  const file = new File([peopleCsv(3)], 'kontakte.csv')
  const { answer } = await as('ADMIN').call(importApi.upload, { file, query: { start: true } as never })
  await run(`update contact_import set state = 'RUNNING', rows_done = 1 where id = '${answer.id}'`)
  return answer.id
}

test('an import whose job was given up has failed and can be resumed', async () => {
  const id = await begun()
  await repair()
  expect((await as('ADMIN').call(importApi.get, { params: { id } })).answer.state).toBe('RUNNING')
  await exhaust()
  await repair()
  const { answer } = await as('ADMIN').call(importApi.get, { params: { id } })
  expect([answer.state, answer.message]).toEqual([
    'FAILED',
    'Der Import wurde vor Zeile 2 zu oft unterbrochen. Die Zeilen davor sind übernommen, und er kann fortgesetzt werden.',
  ])
  const body = { mapping: answer.mapping, dryRun: false, updateMatches: true }
  expect((await as('ADMIN').call(importApi.start, { params: { id }, body })).answer.state).toBe('WAITING')
  await run("update contact_import set state = 'DONE'")
})

test('an import or rollback that lost its job gets one new job', async () => {
  const id = await begun()
  await lose()
  await Promise.all([repair(), repair()])
  await repair()
  expect(await waiting()).toEqual(['runContactImport'])
  await run("update contact_import set state = 'DONE'")
  await lose()
  await as('ADMIN').call(importApi.rollBack, { params: { id } })
  await lose()
  await repair()
  expect(await waiting()).toEqual(['rollBackContactImport'])
  await exhaust()
  await repair()
  const { answer } = await as('ADMIN').call(importApi.get, { params: { id } })
  expect([answer.state, answer.message]).toEqual([
    'FAILED',
    'Das Zurücknehmen wurde zu oft unterbrochen. Es kann fortgesetzt werden.',
  ])
})

test('a tax number, a search for duplicates and a voice memo that lost their jobs get new ones', async () => {
  const { answer } = await as('ADMIN').call(contactApi.add, { body: { companyName: 'Feuer GmbH' } })
  await run("insert into contact_duplicate_run (state) values ('RUNNING')")
  await run(`with e as (insert into encounter (contact_id, encounter_type, original_known_since) values ('${answer.id}', 'VOICE_MEMO', now()) returning id),
    f as (insert into stored_file (hash, size_byte) values ('${'a'.repeat(64)}', 1) returning hash)
    insert into voice_memo (id, file_hash, size_byte, seconds, transcription) select e.id, f.hash, 1, 3, 'RUNNING' from e, f`)
  await run(`update contact set uid_state = 'PENDING' where id = '${answer.id}'`)
  await lose()
  await repair()
  await repair()
  expect(await waiting()).toEqual(['checkTaxNumber', 'findContactDuplicates', 'transcribeVoiceMemo'])
  await exhaust()
  await repair()
  const { rows } = await sql`
    select (select uid_state from contact where id = ${answer.id}) as uid, (select state from contact_duplicate_run) as run,
           (select transcription from voice_memo) as memo`.execute(database.kysely)
  expect(rows).toEqual([{ uid: 'UNREACHABLE', run: 'FAILED', memo: 'FAILED' }])
  expect(await waiting()).toEqual([])
})
