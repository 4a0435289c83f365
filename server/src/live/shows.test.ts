import { expect, test } from 'vitest'
import { subjects } from '#contract/live'
import { nameOf, reading } from '../../test/reads.ts'

/** Reads whose screens no told subject refreshes, and why. */
const untold: Record<string, string> = {
  'GET /api/booking': 'the customer’s page, which has no live channel; whoever books is told whether it is open',
  'GET /api/booking/slots': 'the customer’s page, which has no live channel; whoever books is told if a place has gone',
  'GET /api/booking/requests/:token': 'the customer’s page, which has no live channel',
  'GET /api/telephony/3cx/contacts': 'asked by an exchange at each call, shown by no screen of ours',
  'GET /api/emails/:id/attachments/:attId/excerpt': 'of a content that never changes',
  'POST /api/outgoing/_check': 'asked each time that a message is about to be sent',
  'POST /api/mailboxes/_test': 'says how a mail server answered just now',
  'GET /api/mailboxes/:id/folders': 'says what is on a mail server just now',
  'GET /api/mailboxes/import': 'starts work, and shows how many mailboxes it is for',
  'POST /api/templates/:id/_fill': 'begins a message, which is the writer’s from then on',
  'POST /api/templates/_values': 'fills what is put into a message once',
  'GET /api/holidays/_regions': 'known to the program, which no data change',
}

test('every reading call declares the subjects that its answer shows', () => {
  expect(reading.length).toBeGreaterThan(100)
  expect(reading.filter(({ shows }) => !shows).map(({ path }) => path)).toEqual([])
})

test('every reading call without told subjects is listed here with a reason', () => {
  const showing = reading.filter(({ shows }) => shows?.length === 0).map(nameOf)
  expect(showing.sort()).toEqual(Object.keys(untold).sort())
})

test('the declared subjects exist, and their keys come from the request', () => {
  for (const { path, shows = [], query } of reading) {
    const asked = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name)
    const queried = Object.keys((query as { shape?: object }).shape ?? {})
    for (const text of shows) {
      const [kind = '', ...pairs] = text.split(' ')
      expect(Object.keys(subjects), path).toContain(kind)
      for (const pair of pairs) {
        const [key = '', value = ''] = pair.split('=')
        expect(subjects[kind as keyof typeof subjects].keys as readonly string[], `${path} ${text}`).toContain(key)
        if (value.startsWith(':')) expect([...asked, ...queried], `${path} ${text}`).toContain(value.slice(1))
      }
    }
  }
})
