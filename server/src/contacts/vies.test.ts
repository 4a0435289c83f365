import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { contactApi } from '#contract/contacts/contacts'
import { testApp } from '../../test/app.ts'
import { checkTaxNumber } from './check-uid.ts'
import { askVies } from './vies.ts'

/** Reply of the stand-in for VIES; each test sets its own. */
let answer: (response: http.ServerResponse, asked: unknown) => void = () => {}
const service = http.createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  answer(response, JSON.parse(body))
})
service.listen(0, '127.0.0.1')
await once(service, 'listening')
afterAll(() => {
  service.closeAllConnections()
  service.close()
})
const viesUrl = new URL(`http://127.0.0.1:${(service.address() as AddressInfo).port}/check-vat-number`)
const json = (body: unknown) => (response: http.ServerResponse) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))

const { as, appContext, database } = await testApp({ viesUrl })
const uid = 'DE136695976'

beforeEach(async () => {
  answer = () => {}
  await sql`delete from graphile_worker._private_jobs`.execute(database.kysely)
})
const buildContact = async (value = uid) => {
  const made = await as('USER').call(contactApi.add, { body: { companyName: 'Muster GmbH', uidCheck: { value } } })
  expect(made.status).toBe(200)
  return made.answer
}
const jobCount = async () => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from graphile_worker._private_jobs`.execute(database.kysely)
  return rows[0]?.count
}
const uidOf = async (id: string) => (await as('USER').call(contactApi.get, { params: { id } })).answer.uidCheck

describe('the VIES service', () => {
  test('gets country and number and can confirm', async () => {
    let asked: unknown
    answer = (response, body) => {
      asked = body
      json({ valid: true })(response)
    }
    expect(await askVies(viesUrl, uid)).toBe('CONFIRMED')
    expect(asked).toEqual({ countryCode: 'DE', vatNumber: '136695976' })
  })

  test('can deny a number', async () => {
    answer = json({ valid: false, userError: 'INVALID' })
    expect(await askVies(viesUrl, uid)).toBe('DENIED')
  })

  test.each([
    ['is overloaded', json({ valid: false, userError: 'MS_MAX_CONCURRENT_REQ' })],
    ['has no answer of the country', json({ valid: false, userError: 'MS_UNAVAILABLE' })],
    ['answers 500', (response: http.ServerResponse) => response.writeHead(500).end('{"valid":false}')],
    ['answers HTML', (response: http.ServerResponse) => response.writeHead(200).end('<html>Wartung</html>')],
    ['answers something else', json({ isValid: false })],
    ['hangs up', (response: http.ServerResponse) => response.destroy()],
    ['sends elsewhere', (response: http.ServerResponse) => response.writeHead(302, { location: '/loop' }).end()],
  ])('that %s makes no number invalid', async (_, given) => {
    answer = given
    expect(await askVies(viesUrl, uid)).toBe('UNREACHABLE')
  })

  test('that hangs is given up after the timeout', async () => {
    expect(await askVies(viesUrl, uid, 200)).toBe('UNREACHABLE')
  })

  test('that is down is unreachable', async () => {
    expect(await askVies(new URL('http://127.0.0.1:1/'), uid)).toBe('UNREACHABLE')
  })
})

describe('a contact with an EU tax number', () => {
  test('waits for the answer that a job fetches', async () => {
    const { id, uidCheck } = await buildContact()
    expect(uidCheck).toMatchObject({ value: uid, state: 'PENDING', verified: false })
    expect(await jobCount()).toBe(1)
    answer = json({ valid: true })
    await checkTaxNumber(appContext, { contactId: id })
    expect(await uidOf(id)).toMatchObject({ state: 'CONFIRMED', verified: true, source: 'VIES' })
  })

  test('can be denied', async () => {
    const { id } = await buildContact()
    answer = json({ valid: false })
    await checkTaxNumber(appContext, { contactId: id })
    expect(await uidOf(id)).toMatchObject({ state: 'DENIED', verified: false, source: 'VIES' })
  })

  test('stays unverified while the service is down, until the job runs again', async () => {
    const { id } = await buildContact()
    answer = (response) => response.writeHead(503).end()
    await expect(checkTaxNumber(appContext, { contactId: id })).rejects.toThrow('VIES does not answer')
    expect(await uidOf(id)).toMatchObject({ state: 'UNREACHABLE', verified: false, source: null })
    answer = json({ valid: true })
    await checkTaxNumber(appContext, { contactId: id })
    expect(await uidOf(id)).toMatchObject({ state: 'CONFIRMED', verified: true })
  })

  test('an answer about a number that was changed meanwhile does not count for the new one', async () => {
    const made = await buildContact()
    let changed: Promise<unknown> | undefined
    answer = async (response) => {
      changed = as('USER').call(contactApi.update, {
        params: { id: made.id },
        body: { ...made, uidCheck: { value: 'ATU13585627' } },
      })
      await changed
      json({ valid: true })(response)
    }
    await checkTaxNumber(appContext, { contactId: made.id })
    expect(await uidOf(made.id)).toMatchObject({ value: 'ATU13585627', state: 'PENDING', verified: false })
  })

  test('a number is not checked again when another field changes', async () => {
    const made = await buildContact()
    await as('USER').call(contactApi.update, { params: { id: made.id }, body: { ...made, remarks: 'x' } })
    expect(await jobCount()).toBe(1)
  })

  test('Swiss and invalid numbers are not sent to the service', async () => {
    await buildContact('CHE-123.456.788')
    await buildContact('DE136695978')
    expect(await jobCount()).toBe(0)
  })
})

test('without the service only the form of a number is checked', async () => {
  const { as } = await testApp()
  const { answer } = await as('USER').call(contactApi.add, { body: { surname: 'x', uidCheck: { value: uid } } })
  expect(answer.uidCheck).toMatchObject({ state: 'FORM_OK', verified: false })
})
