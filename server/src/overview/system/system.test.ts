import { expect, test } from 'vitest'
import { fileKinds, systemApi } from '#contract/overview/system'
import { testApp } from '../../../test/app.ts'
import { emailFactory } from '../../../test/emails.ts'
import { referencesTo } from '../../db/references.ts'

const testing = await testApp()
const { as, database } = testing
const admin = as('ADMIN')
const jobs = async (state?: 'WAITING' | 'FAILED') =>
  (await admin.call(systemApi.jobs, { query: state ? { state } : {} })).answer

test('an admin sees waiting and failed jobs and can retry them', async () => {
  await database.pool.query(`
    select graphile_worker.add_job('checkFiles', '{}'::json, run_at => now() + interval '1 hour', max_attempts => 10);
    select graphile_worker.add_job('readFiles', '{}'::json, run_at => now() + interval '1 hour', max_attempts => 1)`)
  await database.pool.query(`
    update graphile_worker._private_jobs j set attempts = 1, last_error = 'Platte voll'
      from graphile_worker._private_tasks t where t.id = j.task_id and t.identifier = 'readFiles'`)
  expect((await jobs('WAITING')).map(({ name }) => name)).toContain('checkFiles')
  const [failed] = await jobs('FAILED')
  expect(failed).toMatchObject({
    name: 'readFiles',
    state: 'FAILED',
    attempts: 1,
    mostAttempts: 1,
    error: 'Platte voll',
  })
  const params = { id: failed?.id ?? '' }
  expect((await as('USER').call(systemApi.retry, { params })).status).toBe(403)
  expect((await as('USER').call(systemApi.jobs, { query: {} })).status).toBe(403)
  expect((await admin.call(systemApi.retry, { params })).status).toBe(204)
  expect(await jobs('FAILED')).toEqual([])
  expect((await jobs()).find(({ id }) => id === params.id)).toMatchObject({ state: 'WAITING', attempts: 0 })
  expect((await admin.call(systemApi.retry, { params: { id: '999999999' } })).status).toBe(404)
  expect((await admin.call(systemApi.retry, { params: { id: 'x' } })).status).toBe(400)
})

test('files are counted by the kind of record that references them', async () => {
  const { buildEmail } = emailFactory(testing)
  await buildEmail({ attachments: [{ name: 'a.txt', mimeType: 'text/plain', content: 'hallo' }] })
  const { answer } = await admin.call(systemApi.files, {})
  expect(answer.find(({ kind }) => kind === 'email_attachment')).toEqual({
    kind: 'email_attachment',
    files: 1,
    bytes: 5,
  })
  // A content that two kinds reference counts once.
  const { rows } = await database.pool.query('select count(*)::int as files from stored_file')
  expect(answer.find(({ kind }) => kind === 'ALL')?.files).toBe(rows[0].files)
  expect(rows[0].files).toBeGreaterThan(1)
  const naming = (await referencesTo(database.kysely, 'stored_file')).filter(({ onRemove }) => onRemove === 'fail')
  expect([...new Set(naming.map(({ table }) => table))].sort()).toEqual([...fileKinds].sort())
})
