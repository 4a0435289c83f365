import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { startProcess } from '../../../test/product-process.ts'

const { app, database, sessionOf } = await testApp()
const dataDir = mkdtempSync(path.join(tmpdir(), 'glut-two-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

type Call = (method: string, where: string, headers: Record<string, string>, body?: object) => Promise<Answer>
interface Answer {
  readonly status: number
  readonly body: ReturnType<typeof JSON.parse>
}

/** Starts the product as another process on the database of this one. */
async function begin() {
  const product = startProcess({ LOG_LEVEL: 'error', DATA_DIR: dataDir, DATABASE_URL: database.url })
  const address = await product.address
  const call: Call = async (method, where, headers, body) => {
    const answer = await fetch(`${address}${where}`, {
      method,
      headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return { status: answer.status, body: JSON.parse(await answer.text()) }
  }
  return { call, end: () => product.end('SIGTERM') }
}

const callHere: Call = async (method, url, headers, payload) => {
  const answer = await app.inject({ method: method as 'GET', url, headers, ...(payload ? { payload } : {}) })
  return { status: answer.statusCode, body: answer.json() }
}

test('bookings in two processes at once, by several keys and by staff, fill exactly the free places', async () => {
  const [first, second] = [await begin(), { call: callHere }]
  const staff = { cookie: await sessionOf('ADMIN') }
  const add = async (where: string, body: object) => (await first.call('POST', where, staff, body)).body
  const users: { id: string; username: string }[] = (await first.call('GET', '/api/users', staff)).body
  const me = users.find(({ username }) => username === 'ADMIN')
  const keys: Record<string, string>[] = []
  for (const title of ['Website', 'Laden', 'Partner']) {
    const { key } = await add('/api/access-keys', { title, scope: 'BOOKING', userRef: me?.id })
    keys.push({ authorization: `Bearer ${key}` })
  }
  const times = { weekday: 'TUESDAY', startTime: '09:00', endTime: '10:00', validFrom: '2034-01-01' }
  const { id: slotRef } = await add('/api/predefined-time-slots', { ...times, capacity: 10 })
  const { id: contactRef } = await add('/api/contacts', { legalType: 'NATURAL', surname: 'Beispiel' })
  const place = { slotRef, startUtc: '2034-03-07T08:00:00Z' }

  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, at) => {
      const by = at % 4 === 3 ? staff : (keys[at % 3] ?? staff)
      const person = { surname: `Person ${at}`, emailAddress: `person${at}@example.org` }
      const who = by === staff ? { contactRef } : { person }
      return (at % 2 === 0 ? first : second).call('POST', '/api/appointments', by, { ...place, ...who })
    }),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(10)
  expect(answers.filter(({ body }) => body.code === 'SLOT_FULL')).toHaveLength(40)
  const day = await second.call('GET', '/api/appointments?start=2034-03-07&end=2034-03-07', staff)
  expect(day.body).toHaveLength(10)
  const slots = await first.call('GET', '/api/appointments/slots?from=2034-03-07&to=2034-03-07', staff)
  expect(slots.body).toMatchObject([{ free: 0 }])
  expect(await first.end()).toBe(0)
}, 240_000)
