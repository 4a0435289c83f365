import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { contactApi } from '#contract/contacts/contacts'
import { importApi } from '#contract/contacts/imports'
import type { AnswerOf } from '#contract/endpoint'
import { appOn } from '../../../test/app.ts'
import { peopledDatabase } from '../../../test/database.ts'
import { peopleCsv } from '../../../test/imports.ts'
import { startProcess } from '../../../test/product-process.ts'
import { startJobs } from '../../jobs/runner.ts'
import { jobHandlers, repairs } from '../../registries/jobs.ts'

const dataDir = mkdtempSync(path.join(tmpdir(), 'glut-kill-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
const database = await peopledDatabase()
const { pool } = database
const { appContext, as, sessionOf } = await appOn(database, { dataDir })
const admin = as('ADMIN')

/** Number of rows; a batch ends at 4 MB, so the first batch holds only some of them. */
const rows = 60
const file = peopleCsv(rows)
  .split('\n')
  .map((line, at) => line && `${line};${at === 0 ? 'Ballast' : 'x'.repeat(80_000)}`)
  .join('\n')

test('an import resumes after its process is killed, without lost or double rows', async () => {
  const killed = startProcess({ DATA_DIR: dataDir, LOG_LEVEL: 'error', DATABASE_URL: database.url })
  const goOn = await holdSecondBatch()
  const { id } = await upload((await killed.address) ?? '')
  await expect.poll(isHeld).toBe(true)
  await killed.end('SIGKILL')
  await goOn()
  const { rows: left } = await pool.query('select rows_done from contact_import')
  expect(left).toEqual([{ rows_done: expect.toSatisfy((done: number) => done > 0 && done < rows) }])

  const often = { sweep: 500, taken: 3000, ended: 500 }
  const jobs = await startJobs(appContext, jobHandlers, { info() {}, error() {} }, repairs, often)
  const get = async () => (await admin.call(importApi.get, { params: { id } })).answer
  try {
    await expect.poll(async () => (await get()).state).toBe('DONE')
  } finally {
    await jobs.stop()
  }
  const done = await get()
  expect(done).toMatchObject({ rowsDone: rows, created: rows, matched: 0, changed: 0, rejected: 0 })
  expect(done.message).toMatch(/^Der Import wurde nach einer Unterbrechung ab Zeile [\d']+ fortgesetzt\.$/)
  const { answer } = await admin.call(importApi.rows, { params: { id }, query: { limit: 1000 } })
  expect(new Set(answer.rows.map(({ line }) => line)).size).toBe(rows)
  const contacts = new Set(answer.rows.map(({ contactRef }) => contactRef))
  expect(contacts.size).toBe(rows)
  const found = (await admin.call(contactApi.search, { body: { pageSize: 100 } })).answer.contacts
  expect(new Set(found.map(({ id }) => id))).toEqual(contacts)
}, 600_000)

/** Makes the second batch wait. The returned function lets it go on, once its process is dead. */
async function holdSecondBatch(): Promise<() => Promise<void>> {
  const client = await pool.connect()
  await client.query(`
    create function hold() returns trigger language plpgsql as $$
    begin
      set local lock_timeout = 0;
      set local statement_timeout = 0;
      perform pg_advisory_xact_lock(1);
      return new;
    end $$;
    create trigger hold before update on contact_import for each row
      when (old.rows_done > 0 and new.rows_done > old.rows_done) execute function hold();
    select pg_advisory_lock(1)`)
  return async () => {
    // A database server would still finish the statement of a dead client, so its connections are terminated.
    await client.query(`
      select pg_terminate_backend(pid, 60000) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid();
      drop function hold cascade`)
    client.release(true)
  }
}

/** Whether somebody waits for the lock of `hold`, not for one of the product or of another database. */
async function isHeld(): Promise<boolean> {
  const { rows } = await pool.query(`
    select from pg_locks where locktype = 'advisory' and (classid, objid, objsubid) = (0, 1, 1) and not granted
       and database = (select oid from pg_database where datname = current_database())`)
  return rows.length > 0
}

async function upload(address: string): Promise<AnswerOf<typeof importApi.upload>> {
  const form = new FormData()
  form.append('file', new Blob([file]), 'kontakte.csv')
  const response = await fetch(`${address}${importApi.upload.path}?start=true`, {
    method: 'POST',
    headers: { cookie: await sessionOf('ADMIN') },
    body: form,
  })
  expect(response.status).toBe(200)
  return (await response.json()) as AnswerOf<typeof importApi.upload>
}
