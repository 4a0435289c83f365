import { afterAll, expect, test } from 'vitest'
import { testApp } from '../../test/app.ts'
import { preparedMark } from './db.ts'

const { database } = await testApp()
const client = await database.pool.connect()
afterAll(() => client.release())

const ask = async (text: string) => (await client.query<{ value: number }>(`${preparedMark} ${text}`)).rows
const textOf = (value: number, length = 10_000) => `select ${value} as value /* ${'x'.repeat(length)} */`
const kept = async () =>
  (
    await client.query<{ statement: string; preparedAt: string }>(
      'select statement, prepare_time::text as "preparedAt" from pg_prepared_statements order by prepare_time',
    )
  ).rows

test('a connection drops the least recently used prepared statements and keeps frequent ones', async () => {
  const often = 'select 7 as value'
  await ask(often)
  const [first] = (await kept()).slice(-1)
  for (let at = 0; at < 60; at++) {
    expect(await ask(textOf(at))).toEqual([{ value: at }])
    expect(await ask(often)).toEqual([{ value: 7 }])
  }
  const now = await kept()
  expect(now).toContainEqual(first)
  expect(now.length).toBeLessThan(30)
  expect(now.at(-1)?.statement).toContain(textOf(59))
  // a discarded statement is prepared again
  expect(await ask(textOf(0))).toEqual([{ value: 0 }])
  expect((await kept()).at(-1)?.statement).toContain(textOf(0))
})

test('a connection drops prepared statements also within a transaction that fails', async () => {
  for (let round = 0; round < 30; round++) {
    await client.query('begin')
    expect(await ask(textOf(100 + round))).toEqual([{ value: 100 + round }])
    await expect(ask(`select ${round} / 0 as value /* ${'y'.repeat(10_000)} */`)).rejects.toThrow('division by zero')
    await expect(ask(textOf(200 + round))).rejects.toThrow('current transaction is aborted')
    await client.query('rollback')
    expect(await ask(textOf(200 + round))).toEqual([{ value: 200 + round }])
  }
  expect((await kept()).length).toBeLessThan(30)
})

test('a statement too long for the limit is not kept and drops no others', async () => {
  const before = await kept()
  expect(await ask(textOf(1, 30_000))).toEqual([{ value: 1 }])
  expect(await kept()).toEqual(before)
})
