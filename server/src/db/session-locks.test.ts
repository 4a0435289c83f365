import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { databaseThrough } from '../../test/proxy.ts'
import { locks } from './locks.ts'
import { openSessionLocks } from './session-locks.ts'

const { pool, connection } = await testDatabase()
const pace = { beatMs: 50, limitMs: 500 }

test('a session lock belongs to one connection until it is released or the connection closes', async () => {
  const one = await openSessionLocks(pool, pace)
  const other = await openSessionLocks(pool, pace)
  expect(await one.tryLock('readingMailbox', 'a')).toBe(true)
  expect(await other.tryLock('readingMailbox', 'a')).toBe(false)
  await one.unlock('readingMailbox', 'a')
  expect(await other.tryLock('readingMailbox', 'a')).toBe(true)
  other.close()
  await expect.poll(() => one.tryLock('readingMailbox', 'a')).toBe(true)
  one.close()
  expect(one.lost.aborted).toBe(true)
})

test('a connection closed by the server is noticed at once', async () => {
  const held = await openSessionLocks(pool, { beatMs: 60_000, limitMs: 60_000 })
  await held.tryLock('readingMailbox', 'b')
  const lost = new Promise((done) => held.lost.addEventListener('abort', done))
  await pool.query(
    `select pg_terminate_backend(pid) from pg_locks
      where classid = $1 and database = (select oid from pg_database where datname = current_database())`,
    [locks.readingMailbox],
  )
  await lost
  await expect(held.tryLock('readingMailbox', 'b')).rejects.toMatchObject({ code: 'ECONNRESET' })
  held.close()
})

test('a silently cut connection is noticed by its silence', async () => {
  const { proxy, through } = await databaseThrough(connection)
  const cut = new pg.Pool(through)
  cut.on('error', () => {})
  afterAll(() => cut.end())
  const held = await openSessionLocks(cut, pace)
  expect(await held.tryLock('readingMailbox', 'c')).toBe(true)
  const lost = new Promise((done) => held.lost.addEventListener('abort', done))
  proxy.silence(/are the locks held/)
  await lost
  await expect(held.unlock('readingMailbox', 'c')).rejects.toMatchObject({ code: 'ECONNRESET' })
  held.close()
})
