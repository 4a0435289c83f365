import { EventEmitter, once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { setImmediate as soon } from 'node:timers/promises'
import pino from 'pino'
import { expect, test } from 'vitest'
import { contactApi } from '#contract/contacts/contacts'
import { emailApi } from '#contract/mail/inbox'
import { omnisearchApi } from '#contract/overview/omnisearch'
import { authApi } from '#contract/users/users'
import { testApp } from '../../test/app.ts'
import { costlyInTurn, hasLeft, type Receiver } from './costly.ts'

const logged: string[] = []
const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) })
const { app, as, database, sessionOf, withCookie } = await testApp({}, log)
const many = 36

/** Returns how many connections wait for the locks of a test. */
async function waiting(): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
  )
  return rows[0]?.count ?? 0
}

test.each([
  [
    'counts of e-mails with a word',
    () => as('USER').call(emailApi.count, { query: { searchTerm: 'feuerschale' } }),
    'email',
    2,
  ],
  [
    'searches for everything',
    () => as('USER').call(omnisearchApi.page, { query: { searchTerm: 'feuerschale', page: 1 } }),
    'encounter, email',
    4,
  ],
])('dozens of %s by one session leave connections for others, and all are answered', async (_, ask, tables, held) => {
  await Promise.all([ask(), as('ADMIN').call(contactApi.count, { body: { surname: 'beispiel' } })])
  const locking = await database.pool.connect()
  let answered = 0
  try {
    await locking.query(`begin; lock table ${tables} in access exclusive mode`)
    const asked = Array.from({ length: many }, async () => {
      const { status } = await ask()
      answered += 1
      return status
    })
    const other = as('ADMIN').call(contactApi.count, { body: { surname: 'beispiel' } })
    expect((await other).status).toBe(200)
    await expect.poll(waiting).toBe(held)
    expect(answered).toBe(0)
    await locking.query('rollback')
    expect(await Promise.all(asked)).toEqual(Array(many).fill(200))
  } finally {
    await locking.query('rollback')
    locking.release()
  }
})

test('a client that disconnects while waiting blocks nobody and is not logged as a fault', async () => {
  await app.listen({ host: '127.0.0.1', port: 0 })
  const cookie = await sessionOf('USER')
  const ask = () => withCookie(cookie).call(emailApi.count, { query: { searchTerm: 'feuerschale' } })
  expect((await ask()).status).toBe(200)
  const locking = await database.pool.connect()
  try {
    await locking.query('begin; lock table email in access exclusive mode')
    const before = [ask(), ask()]
    await expect.poll(waiting).toBe(2)
    const arrived = once(app.server, 'request')
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    socket.write(`GET ${emailApi.count.path}?searchTerm=feuerschale HTTP/1.1\r\nhost: x\r\ncookie: ${cookie}\r\n\r\n`)
    const [, response] = await arrived
    socket.destroy()
    await once(response, 'close')
    const after = ask()
    await locking.query('rollback')
    const replies = await Promise.all([...before, after])
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
  } finally {
    await locking.query('rollback')
    locking.release()
  }
  expect(logged).toEqual([])
})

test('a request whose session is signed out while it waits is answered with 401', async () => {
  const { call } = withCookie(await sessionOf('USER'))
  const ask = () => call(emailApi.count, { query: { searchTerm: 'feuerschale' } })
  const locking = await database.pool.connect()
  try {
    await locking.query('begin; lock table email in access exclusive mode')
    const before = [ask(), ask()]
    await expect.poll(waiting).toBe(2)
    const after = ask()
    expect((await call(authApi.signOut, {})).status).toBe(204)
    await locking.query('rollback')
    expect(await Promise.all(before.map(async (one) => (await one).status))).toEqual([200, 200])
    expect((await after).status).toBe(401)
  } finally {
    await locking.query('rollback')
    locking.release()
  }
})

test('a turn lasts until its answer is sent, and a client that left before its turn is skipped', async () => {
  const began: number[] = []
  const add = (n: number, session = 'one') => {
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    // a response and its socket, as Node has them
    const [response, socket] = [new EventEmitter(), new EventEmitter()].map((one) =>
      Object.assign(one, { destroyed: false }),
    )
    if (!response || !socket) throw new Error('two')
    const receiver = { session, response, socket: socket as unknown as Receiver['socket'] }
    const answer = costlyInTurn('SEARCH', receiver, () => {
      began.push(n)
      return promise
    })
    return { response, socket, answer, done: () => resolve(n), fail: () => reject(new Error(`${n} failed`)) }
  }
  const [one, two, three, four] = [1, 2, 3, 4, 5, 6].map((n) => add(n))
  if (!one || !two || !three || !four) throw new Error('six')
  await soon()
  expect(began).toEqual([1, 2])
  add(7, 'another')
  await soon()
  expect(began).toEqual([1, 2, 7])
  three.response.destroyed = true
  one.done()
  expect(await one.answer).toBe(1)
  await soon()
  expect(began).toEqual([1, 2, 7])
  one.response.emit('finish')
  await soon()
  expect(began).toEqual([1, 2, 7, 4])
  expect(await three.answer).toBe(hasLeft)
  // a client that leaves during the work keeps its turn until the work is done
  two.response.emit('close')
  await soon()
  expect(began).toEqual([1, 2, 7, 4])
  two.fail()
  await expect(two.answer).rejects.toThrow('2 failed')
  await soon()
  expect(began).toEqual([1, 2, 7, 4, 5])
  // an answer queued behind another one on the same connection learns only from the socket that the client is gone
  four.done()
  four.socket.emit('close')
  expect(await four.answer).toBe(4)
  await soon()
  expect(began).toEqual([1, 2, 7, 4, 5, 6])
  expect(four.socket.listenerCount('close') + one.socket.listenerCount('close')).toBe(0)
})
