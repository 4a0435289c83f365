import { EventEmitter, once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { setImmediate as soon } from 'node:timers/promises'
import pino from 'pino'
import { expect, test } from 'vitest'
import { contactApi } from '#contract/contacts/contacts'
import { emailApi } from '#contract/mail/inbox'
import { omnisearchApi } from '#contract/overview/omnisearch'
import { testApp } from '../../test/app.ts'
import { costlyInTurn, hasLeft } from './costly.ts'

const logged: string[] = []
const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) })
const { app, as, database, sessionOf, withCookie } = await testApp({}, log)
const many = 36

/** How many connections wait for what a test has locked. */
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
    3,
  ],
  [
    'searches for everything',
    () => as('USER').call(omnisearchApi.page, { query: { searchTerm: 'feuerschale', page: 1 } }),
    'encounter, email',
    6,
  ],
])(
  'dozens of %s of one session leave connections for the others, and are all answered',
  async (_, ask, tables, held) => {
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
  },
)

test('who went away while waiting holds up nobody, and is no fault of the server', async () => {
  await app.listen({ host: '127.0.0.1', port: 0 })
  const cookie = await sessionOf('USER')
  const ask = () => withCookie(cookie).call(emailApi.count, { query: { searchTerm: 'feuerschale' } })
  expect((await ask()).status).toBe(200)
  const locking = await database.pool.connect()
  try {
    await locking.query('begin; lock table email in access exclusive mode')
    const before = [ask(), ask(), ask()]
    await expect.poll(waiting).toBe(3)
    const arrived = once(app.server, 'request')
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    socket.write(`GET ${emailApi.count.path}?searchTerm=feuerschale HTTP/1.1\r\nhost: x\r\ncookie: ${cookie}\r\n\r\n`)
    const [, response] = await arrived
    socket.destroy()
    await once(response, 'close')
    const after = ask()
    await locking.query('rollback')
    const replies = await Promise.all([...before, after])
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  } finally {
    await locking.query('rollback')
    locking.release()
  }
  expect(logged).toEqual([])
})

/** An answer on its way, as Node has it. */
const response = () => Object.assign(new EventEmitter(), { destroyed: false })

test('a turn lasts until the work is done and its answer is sent, and who left before it does nothing', async () => {
  const began: number[] = []
  const add = (n: number, session = 'one') => {
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    const reply = response()
    const answer = costlyInTurn(session, reply, () => {
      began.push(n)
      return promise
    })
    return { reply, answer, done: () => resolve(n), fail: () => reject(new Error(`${n} failed`)) }
  }
  const [one, two, , four, five, six] = [1, 2, 3, 4, 5, 6].map((n) => add(n))
  if (!one || !two || !four || !five || !six) throw new Error('six')
  await soon()
  expect(began).toEqual([1, 2, 3])
  add(7, 'another')
  await soon()
  expect(began).toEqual([1, 2, 3, 7])
  four.reply.destroyed = true
  one.done()
  expect(await one.answer).toBe(1)
  await soon()
  expect(began).toEqual([1, 2, 3, 7])
  one.reply.emit('finish')
  await soon()
  expect(began).toEqual([1, 2, 3, 7, 5])
  expect(await four.answer).toBe(hasLeft)
  // who leaves while it is worked for keeps the turn until that is done
  two.reply.emit('close')
  await soon()
  expect(began).toEqual([1, 2, 3, 7, 5])
  two.fail()
  await expect(two.answer).rejects.toThrow('2 failed')
  await soon()
  expect(began).toEqual([1, 2, 3, 7, 5, 6])
})
