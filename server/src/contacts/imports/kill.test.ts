import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { contactApi } from '#contract/contacts/contacts'
import { importApi } from '#contract/contacts/imports'
import type { AnswerOf, Endpoint, InputOf } from '#contract/endpoint'
import { pathOf } from '#contract/endpoint'
import { testDatabase } from '../../../test/database.ts'
import { freePort } from '../../../test/free-port.ts'
import { peopleCsv } from '../../../test/imports.ts'

const { pool, url } = await testDatabase()
const dataDir = mkdtempSync(path.join(tmpdir(), 'glut-kill-'))
const port = await freePort()
const origin = `http://127.0.0.1:${port}`
let server: ChildProcess | undefined
let cookie = ''

afterAll(async () => {
  server?.kill('SIGTERM')
  if (server && server.exitCode === null) await once(server, 'exit')
  rmSync(dataDir, { recursive: true, force: true })
})

test('an import outlives the sudden death of its process: nothing is lost, nothing is there twice', async () => {
  // the first batch holds 2000
  const rows = 2010
  await startServer()
  await signIn()
  const goOn = await holdSecondBatch()
  const { id } = await upload(peopleCsv(rows))
  await until(isHeld)
  server?.kill('SIGKILL')
  if (server) await once(server, 'exit')
  await goOn()
  expect((await pool.query('select rows_done from contact_import')).rows).toEqual([{ rows_done: 2000 }])
  await startServer()
  await until(async () => (await call(importApi.get, { params: { id } })).state === 'DONE')
  const done = await call(importApi.get, { params: { id } })
  expect(done).toMatchObject({ rowsDone: rows, created: rows, matched: 0, changed: 0, rejected: 0 })
  expect(done.message).toMatch(/^Der Import wurde nach einer Unterbrechung ab Zeile [\d']+ fortgesetzt\.$/)
  const lines = new Set<number>()
  const contacts = new Set<string | null>()
  for (let after = 0, more = true; more; ) {
    const page = await call(importApi.rows, { params: { id }, query: { after, limit: 1000 } })
    for (const row of page.rows) {
      lines.add(row.line)
      contacts.add(row.contactRef)
    }
    after = page.rows.at(-1)?.line ?? after
    more = page.more
  }
  expect(lines.size).toBe(rows)
  expect(contacts.size).toBe(rows)
  const found = new Set<string>()
  for (let page = 1, more = true; more; page++) {
    const answer = await call(contactApi.search, { body: { page, pageSize: 100 } })
    for (const { id } of answer.contacts) found.add(id)
    more = answer.contacts.length > 0
  }
  expect(found).toEqual(contacts)
}, 600_000)

/** The second batch comes to its end only when the answer is called, and then its process must be gone. */
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
    create trigger hold before update on contact_import for each row when (new.rows_done > 2000) execute function hold();
    select pg_advisory_lock(1)`)
  return async () => {
    // what the server of a dead process has in hand it would finish first
    await client.query(`
      select pg_terminate_backend(pid, 60000) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid();
      drop function hold cascade`)
    client.release(true)
  }
}

/** It waits for the lock of `hold`, not for one that the product has, nor that of another database. */
async function isHeld(): Promise<boolean> {
  const { rows } = await pool.query(`
    select from pg_locks where locktype = 'advisory' and (classid, objid, objsubid) = (0, 1, 1) and not granted
       and database = (select oid from pg_database where datname = current_database())`)
  return rows.length > 0
}

async function startServer(): Promise<void> {
  server = spawn(process.execPath, ['src/main.ts'], {
    cwd: path.resolve(import.meta.dirname, '../../..'),
    env: {
      ...process.env,
      ...{ DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'error', DATABASE_URL: url },
      ...{ ADMIN_USERNAME: 'admin', ADMIN_PASSWORD: 'correct horse' },
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await until(async () => (await fetch(`${origin}/healthz`).catch(() => null))?.ok === true)
}

async function signIn(): Promise<void> {
  const response = await fetch(`${origin}/api/auth/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: 'correct horse' }),
  })
  cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

async function upload(csv: string): Promise<AnswerOf<typeof importApi.upload>> {
  const form = new FormData()
  form.append('file', new Blob([csv]), 'kontakte.csv')
  const response = await fetch(`${origin}${importApi.upload.path}?start=true`, {
    method: 'POST',
    headers: { cookie },
    body: form,
  })
  expect(response.status).toBe(200)
  return (await response.json()) as AnswerOf<typeof importApi.upload>
}

async function call<E extends Endpoint>(endpoint: E, { params, query, body }: InputOf<E>): Promise<AnswerOf<E>> {
  const text = new URLSearchParams(query as Record<string, string>)
  const response = await fetch(`${origin}${pathOf(endpoint, params as Record<string, string>)}?${text}`, {
    method: endpoint.method,
    headers: { cookie, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return (await response.json()) as AnswerOf<E>
}

async function until(reached: () => Promise<boolean>): Promise<void> {
  for (let left = 10_000; left > 0; left--) {
    if (await reached()) return
    await wait(50)
  }
  throw new Error('waited in vain')
}
