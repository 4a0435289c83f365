import { EventEmitter } from 'node:events'
import { setImmediate as soon } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { contactApi } from '#contract/contacts/contacts'
import { emailApi } from '#contract/mail/inbox'
import { omnisearchApi } from '#contract/overview/omnisearch'
import { testApp } from '../../test/app.ts'
import { costlyInTurn, hasLeft } from './costly.ts'

const { as, database } = await testApp()
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
