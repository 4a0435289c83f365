import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { openDatabase, preparedStatement, rowsOfBoth, sentAhead } from './db.ts'

const { connection } = await testDatabase()
const own = openDatabase(connection, { max: 1 })
const { kysely, pool } = own
await pool.query('create table kept (n int primary key)')
beforeEach(() => pool.query('truncate kept'))
afterAll(() => own.close())

const keep = (n: unknown) => sql`${sentAhead} ${preparedStatement} insert into kept values (${n}::int)`
const kept = sql<{ n: number }>`${preparedStatement} select n from kept order by n`
const all = async () => (await kept.execute(kysely)).rows.map(({ n }) => n)

test('a statement sent ahead is visible to the statement that follows', async () => {
  const { rows } = await kysely.transaction().execute(async (db) => {
    expect((await keep(1).execute(db)).rows).toEqual([])
    await keep(2).execute(db)
    return kept.execute(db)
  })
  expect(rows).toEqual([{ n: 1 }, { n: 2 }])
})

test('a statement sent ahead is executed with the commit when no other follows', async () => {
  await kysely.transaction().execute((db) => keep(3).execute(db))
  expect(await all()).toEqual([3])
})

test('a statement that follows a failed one gets its error and can be run again later', async () => {
  const question = sql<{ n: number }>`${preparedStatement} select count(*)::int as n from kept where n > ${0}`
  const run = kysely.transaction().execute(async (db) => {
    await keep(1).execute(db)
    await keep(1).execute(db)
    return question.execute(db)
  })
  await expect(run).rejects.toMatchObject({ code: '23505' })
  expect((await question.execute(kysely)).rows).toEqual([{ n: 0 }])
})

test('a failure at the commit rolls back everything', async () => {
  const run = kysely.transaction().execute(async (db) => {
    await keep(1).execute(db)
    await keep(1).execute(db)
  })
  await expect(run).rejects.toMatchObject({ code: '23505' })
  expect(await all()).toEqual([])
})

test('a value that cannot be serialised fails its statement, and the connection stays usable', async () => {
  const circle: { own?: object } = {}
  circle.own = circle
  const run = kysely.transaction().execute(async (db) => {
    await keep(1).execute(db)
    await sql`${sentAhead} ${preparedStatement} insert into kept select length(${circle}::text)`.execute(db)
    return kept.execute(db)
  })
  await expect(run).rejects.toThrow('circular')
  expect(await all()).toEqual([])
})

test('a transaction aborted before its first round trip sends nothing', async () => {
  const run = kysely.transaction().execute(async (db) => {
    await keep(1).execute(db)
    throw new Error('left')
  })
  await expect(run).rejects.toThrow('left')
  expect(await all()).toEqual([])
})

test('plain statements and cursors run after those sent ahead', async () => {
  const [plain, streamed] = await kysely.transaction().execute(async (db) => {
    await keep(1).execute(db)
    const { rows } = await sql<{ n: number }>`select n from kept`.execute(db)
    await keep(2).execute(db)
    const streamed: unknown[] = []
    for await (const row of db.selectFrom(sql<{ n: number }>`kept`.as('k')).selectAll().stream(1)) streamed.push(row)
    return [rows, streamed]
  })
  expect(plain).toEqual([{ n: 1 }])
  expect(streamed).toEqual([{ n: 1 }, { n: 2 }])
})

test('outside a transaction a statement is executed at once', async () => {
  await keep(4).execute(kysely)
  expect(await all()).toEqual([4])
})

test('a statement sent with a lock sees what the lock waited for', async () => {
  await keep(1).execute(kysely)
  const other = openDatabase(connection, { max: 1 })
  const locked = Promise.withResolvers<void>()
  const free = Promise.withResolvers<void>()
  const holding = other.kysely.transaction().execute(async (db) => {
    await sql`update kept set n = 2 where n = ${1}`.execute(db)
    await sql`insert into kept values (${3}::int)`.execute(db)
    locked.resolve()
    await free.promise
  })
  await locked.promise
  const asking = kysely.transaction().execute((db) => {
    const lock = sql<{ first: number }>`select n as first from kept where n = ${1} or n = ${2} for update`
    return rowsOfBoth(db, lock, sql<{ n: number }>`select max(n) as n from kept where n > ${0}`)
  })
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  const watch = openDatabase(connection, { max: 1 })
  await expect.poll(async () => (await watch.pool.query(waiting)).rows.length).toBe(1)
  free.resolve()
  await holding
  expect(await asking).toEqual([{ first: 2 }, { n: 3 }])
  await Promise.all([other.close(), watch.close()])
})
