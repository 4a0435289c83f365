import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import Cursor from 'pg-cursor'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { databaseThrough } from '../../test/proxy.ts'
import { endCutConnections } from './cut-connections.ts'

const { connection } = await testDatabase()
const { proxy, through } = await databaseThrough(connection)
const times = { look: 50, silent: 300 }

function watchedPool() {
  const pool = new pg.Pool(through)
  pool.on('error', () => {})
  const { stop } = endCutConnections(pool, times)
  afterAll(async () => {
    stop()
    await pool.end()
  })
  return pool
}

test('a query on a silently cut connection fails, and the next query gets another connection', async () => {
  const pool = watchedPool()
  const held = await pool.connect()
  held.on('error', () => {})
  proxy.silence(/in the middle/)
  await expect(held.query('select 1 /* in the middle */')).rejects.toMatchObject({ code: 'ECONNRESET' })
  proxy.silence(null)
  held.release()
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('a slow query and a slow reader of rows do not count as a cut connection', async () => {
  const pool = watchedPool()
  const asked = pool.query('select pg_sleep(1.5)')
  const held = await pool.connect()
  const cursor = new Cursor<{ n: number }>('select * from generate_series(1, 3) as n', [])
  held.query(cursor as typeof cursor & pg.Submittable)
  expect(await cursor.read(1)).toEqual([{ n: 1 }])
  await sleep(1000)
  expect(await cursor.read(5)).toEqual([{ n: 2 }, { n: 3 }])
  await cursor.close()
  held.release()
  expect((await asked).rowCount).toBe(1)
})
