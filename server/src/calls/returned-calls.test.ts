import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { telephonyApi } from '#contract/calls/telephony'
import { accessKeyFactory } from '../../test/access-keys.ts'
import { testApp } from '../../test/app.ts'
import { atOnceWith } from '../../test/at-once.ts'
import { endLostCalls } from './calls.ts'

const testing = await testApp()
const { app, as, database, appContext } = testing
const { headers } = await accessKeyFactory(testing).shown('ADMIN', 'TELEPHONY')
await sql`update app_user set extensions = '21' where username = 'USER'`.execute(database.kysely)

const [caller, other] = ['+41449998877', '+41441112233']
async function tell(event: string, callId: string, more: object = {}) {
  const { method, path } = telephonyApi.tell
  const payload = { event, callId, from: caller, to: '21', ...more }
  const response = await app.inject({ method, url: path, headers, payload })
  expect(response.statusCode, response.body).toBe(202)
}
const out = { from: '21', to: caller, direction: 'OUT' }

/** The number of calls that the log shows as not called back. */
async function unreturned(): Promise<number> {
  return (await as('ADMIN').call(telephonyApi.log, { query: { calls: 'UNRETURNED' } })).answer.length
}

/** The same number, counted by plain loops over the recorded calls. */
async function unreturnedByLoops(): Promise<number> {
  const calls = await database.kysely.selectFrom('phone_call').selectAll().execute()
  const numberOf = (call: (typeof calls)[number]) => (call.direction === 'IN' ? call.from_number : call.to_number)
  return calls.filter(
    (call) =>
      call.state === 'MISSED' &&
      call.direction === 'IN' &&
      !call.internal &&
      call.from_number !== '' &&
      !calls.some(
        (later) => later.answered_at && numberOf(later) === call.from_number && later.created_at >= call.created_at,
      ),
  ).length
}

beforeEach(async () => {
  await sql`delete from phone_call`.execute(database.kysely)
})

test.each<[string, () => Promise<void>, number]>([
  ['missed', () => tell('MISSED', 'a'), 1],
  [
    'missed of two',
    async () => {
      await tell('MISSED', 'a')
      await tell('MISSED', 'b', { from: other })
    },
    2,
  ],
  ['missed by somebody who hides the number', () => tell('MISSED', 'a', { from: 'anonymous' }), 0],
  [
    'answered, although its end was told first',
    async () => {
      await tell('MISSED', 'a')
      await tell('ANSWERED', 'a')
    },
    0,
  ],
  [
    'spoken with since',
    async () => {
      await tell('MISSED', 'a')
      await tell('MISSED', 'b')
      await tell('RINGING', 'c', out)
      await tell('ANSWERED', 'c', out)
    },
    0,
  ],
  [
    'called back in vain',
    async () => {
      await tell('MISSED', 'a')
      await tell('RINGING', 'c', out)
      await tell('MISSED', 'c', out)
    },
    1,
  ],
  [
    'missed again after somebody spoke',
    async () => {
      await tell('ANSWERED', 'a')
      await tell('MISSED', 'b')
    },
    1,
  ],
  [
    'its end is told once another one was answered',
    async () => {
      await tell('RINGING', 'a')
      await tell('ANSWERED', 'b')
      await tell('MISSED', 'a')
    },
    0,
  ],
  [
    'lost, and goes on',
    async () => {
      await tell('RINGING', 'a', { at: new Date(Date.now() - 600_000).toISOString() })
      await endLostCalls(appContext)
      expect(await unreturned()).toBe(1)
      await tell('ANSWERED', 'a')
    },
    0,
  ],
])('counts the unreturned calls after a call that was %s', async (_, happen, expected) => {
  await happen()
  expect(await unreturned()).toBe(expected)
  expect(await unreturnedByLoops()).toBe(expected)
})

test('a call missed and answered at once counts as returned or not, whichever was first', async () => {
  const numbers = Array.from({ length: 20 }, (_, at) => `+414470000${10 + at}`)
  await Promise.all(
    numbers.flatMap((from) => [
      tell('MISSED', `missed ${from}`, { from }),
      tell('ANSWERED', `answered ${from}`, { from }),
    ]),
  )
  expect(await unreturned()).toBe(await unreturnedByLoops())
})

/** Reports a call while another transaction has written one, which commits once the report waits for it or is done. */
async function meanwhile(call: string, told: () => Promise<void>): Promise<void> {
  await atOnceWith(database, call, told)
  expect(await unreturned()).toBe(0)
  expect(await unreturnedByLoops()).toBe(0)
}
const missedBefore = `
  insert into phone_call (provider, external_id, direction, from_number, to_number, extensions, internal, created_at, started_at,
                          ended_at, outcome, payload)
  values ('GENERIC', 'missed', 'IN', '${caller}', '21', '{}', false, now() - interval '1 minute', now(), now(), 'MISSED', '[]')`
const answeredNow = `
  insert into phone_call (provider, external_id, direction, from_number, to_number, extensions, internal, started_at, answered_at,
                          payload)
  values ('GENERIC', 'answered', 'IN', '${caller}', '21', '{}', false, now(), now(), '[]')`

test('an answered call waits for a missed one of its number being written and marks it as returned', async () => {
  await meanwhile(missedBefore, () => tell('ANSWERED', 'answered'))
})

test('an answered call whose message names no number marks a missed one as returned as well', async () => {
  await tell('RINGING', 'c', out)
  await meanwhile(missedBefore, () => tell('ANSWERED', 'c', { from: '', to: '', direction: 'OUT' }))
})

test('a call given up as lost waits for an answered call of its number being written', async () => {
  await tell('RINGING', 'a', { at: new Date(Date.now() - 600_000).toISOString() })
  await meanwhile(answeredNow, () => endLostCalls(appContext))
})
