import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { openDatabase } from './db.ts'

const { pool, connection } = await testDatabase()

const chosen = process.env.TEST_DATABASE_URL ?? process.env.PG_BIN

test.skipIf(chosen)('the tests run on PostgreSQL 18', async () => {
  expect((await pool.query('SHOW server_version')).rows[0].server_version).toMatch(/^18\./)
})

test('values are read without rounding or a shift of time zone', async () => {
  const { rows } = await pool.query(`SELECT 9007199254740991::bigint AS big, 0.1::numeric + 0.2 AS sum,
    '2026-03-29'::date AS day, '2026-03-29 02:30:00.5+02'::timestamptz AS instant,
    '2026-03-29 00:30:00.123456Z'::timestamptz AS exact, '{"a": [1]}'::jsonb AS json,
    '{1,NULL}'::bigint[] AS numbers, '{2026-01-01}'::date[] AS days, ARRAY['a,b', NULL, ''] AS texts,
    '\\x00ff'::bytea AS bytes, ARRAY['2026-01-01 00:00Z']::timestamptz[] AS instants`)
  expect(rows[0]).toEqual({
    big: 9007199254740991,
    sum: '0.3',
    day: '2026-03-29',
    instant: '2026-03-29T00:30:00.500Z',
    exact: '2026-03-29T00:30:00.123456Z',
    json: { a: [1] },
    numbers: [1, null],
    days: ['2026-01-01'],
    texts: ['a,b', null, ''],
    bytes: Buffer.from([0, 255]),
    instants: ['2026-01-01T00:00:00.000Z'],
  })
})

test('an integer that is too large for a number is an error', async () => {
  await expect(pool.query('SELECT 9007199254740993::bigint')).rejects.toThrow('too large')
})

test('each connection has the settings of the pool', async () => {
  const own = openDatabase(connection, { max: 1, statementTimeout: 300 })
  const { rows } = await own.pool.query(`SELECT current_setting('TimeZone') AS zone,
    current_setting('statement_timeout') AS statement,
    current_setting('lock_timeout') AS lock, current_setting('idle_in_transaction_session_timeout') AS idle`)
  expect(rows[0]).toEqual({
    zone: 'UTC',
    statement: '300ms',
    lock: '10s',
    idle: '1min',
  })
  await expect(own.pool.query('SELECT pg_sleep(5)')).rejects.toThrow('statement timeout')
  await own.close()
})

test('the settings of the pool apply together with options in the connection string', async () => {
  const { host = '', port, user = '', database } = connection
  const url = connection.connectionString
    ? new URL(connection.connectionString)
    : new URL(`postgresql:///${database}?host=${host}&port=${port}&user=${user}`)
  url.searchParams.set('options', '-c work_mem=7MB')
  const own = openDatabase(url.href, { max: 1 })
  const { rows } = await own.pool.query(
    "SELECT current_setting('work_mem') AS memory, current_setting('TimeZone') AS zone",
  )
  await own.close()
  expect(rows[0]).toEqual({ memory: '7MB', zone: 'UTC' })
})

test('a lost connection is reported and replaced', async () => {
  const lost: string[] = []
  const own = openDatabase(connection, { max: 2, onLost: (error) => lost.push(error.message) })
  const idle = await own.pool.connect()
  const lent = await own.pool.connect()
  idle.release()
  await pool.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'",
  )
  await expect.poll(() => lost.length).toBe(1)
  lent.release(true)
  expect((await own.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  await own.close()
})

test('a query marked as prepared keeps its plan; other queries are planned each time', async () => {
  for (const text of ['/* prepared statement */ SELECT $1::int AS one', 'SELECT $1::int AS two']) {
    for (let round = 0; round < 3; round++) await pool.query(text, [round])
  }
  const { rows } = await pool.query(
    "SELECT count(*)::int AS kept FROM pg_prepared_statements WHERE statement LIKE '%$1%'",
  )
  expect(rows[0]?.kept).toBe(1)
})

test('a transaction is on the disk when its commit returns', async () => {
  const own = openDatabase(connection, { max: 1 })
  await own.pool.query('SET synchronous_commit = on; CREATE TABLE written (n int)')
  for (let n = 0; n < 20; n++) {
    const end = await own.kysely.transaction().execute(async (db) => {
      await sql`insert into written values (1)`.execute(db)
      await sql`select pg_notify('changes', 'written')`.execute(db)
      return (await sql<{ lsn: string }>`select pg_current_wal_insert_lsn()::text as lsn`.execute(db)).rows[0]?.lsn
    })
    const { rows } = await own.pool.query('SELECT pg_current_wal_flush_lsn() > $1::pg_lsn AS safe', [end])
    expect(rows).toEqual([{ safe: true }])
  }
  await own.close()
})
