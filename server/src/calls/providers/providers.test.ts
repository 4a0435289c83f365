import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { callApi, type Provider, providers } from '#contract/calls/calls'
import { type CallEvent, telephonyApi } from '#contract/calls/telephony'
import { pathOf } from '#contract/endpoint'
import { type NotificationType, notificationApi } from '#contract/together/notifications'
import { accessKeyApi } from '#contract/users/access-keys'
import { testApp } from '../../../test/app.ts'
import { contactFactory } from '../../../test/contacts.ts'

const testing = await testApp()
const { app, as, database } = testing
const { kysely } = database
const buildContact = contactFactory(as)
const admin = as('ADMIN')
const { id: own } = await kysely
  .selectFrom('app_user')
  .select('id')
  .where('username', '=', 'USER')
  .executeTakeFirstOrThrow()

async function makeKey(signs = false) {
  const body = { title: 'Anlage', scope: 'TELEPHONY' as const, userRef: own, signs }
  const { key } = (await admin.call(accessKeyApi.add, { body })).answer
  const [id = '', secret = ''] = key.split('.')
  return { key, id, secret }
}
const { key } = await makeKey()
await sql`update app_user set extensions = '21, 1234567w0, 7777abcdefg, 044 700 00 21' where username = 'USER'`.execute(
  kysely,
)

const formHeaders = { 'content-type': 'application/x-www-form-urlencoded' }
const form = (fields: Record<string, string | string[]>) =>
  new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' ? [[name, value]] : value.map((one) => [`${name}[]`, one]),
    ),
  ).toString()
const post = (url: string, payload: string | object, headers: Record<string, string> = formHeaders) =>
  app.inject({ method: 'POST', url, payload, headers })
const told = async (type: NotificationType = 'INCOMING_CALL') =>
  (await as('USER').call(notificationApi.list, {})).answer
    .filter(({ notificationType }) => notificationType === type)
    .map(({ content }) => content)
const ownCalls = async () => (await as('USER').call(callApi.own, {})).answer
const log = async () => (await admin.call(telephonyApi.log, {})).answer

beforeEach(async () => {
  await sql`delete from phone_call`.execute(kysely)
  await sql`delete from unused_call_message`.execute(kysely)
})

describe('sipgate.io', () => {
  const address = pathOf(telephonyApi.sipgate, { key })
  const call = { callId: '7012', origCallId: '7012', direction: 'in', from: '41449998877', to: '41447000021' }
  const rings = { event: 'newCall', ...call, user: ['Anna'], userId: ['w0'], fullUserId: ['1234567w0'] }
  const tell = (fields: Record<string, string | string[]>) => post(address, form(fields))

  test('gets the callback URLs in the answer to a new call, and reports the call to its end', async () => {
    const { statusCode, headers, body } = await tell(rings)
    expect([statusCode, headers['content-type']]).toEqual([200, 'application/xml'])
    const [, onAnswer = '', onHangup = ''] = /<Response onAnswer="([^"]+)" onHangup="([^"]+)"\/>/.exec(body) ?? []
    expect(new URL(onAnswer).pathname).toBe(address)
    expect(onHangup).toBe(onAnswer)
    expect(await told()).toEqual(['+41449998877 (unbekannt)'])
    await tell({
      event: 'answer',
      ...call,
      user: 'Anna',
      userId: 'w0',
      fullUserId: '1234567w0',
      answeringNumber: '41447000021',
    })
    expect(await ownCalls()).toMatchObject([{ provider: 'SIPGATE', state: 'ANSWERED', answeredBy: 'USER' }])
    await tell({ event: 'hangup', ...call, cause: 'normalClearing' })
    expect(await ownCalls()).toMatchObject([{ state: 'ENDED', number: '+41449998877' }])
    expect([await told(), await told('MISSING_CALL')]).toEqual([[], []])
  })

  test.each(['busy', 'cancel', 'noAnswer', 'congestion', 'notFound'])(
    'reports a call that ends with %s as missed',
    async (cause) => {
      await tell({ event: 'hangup', ...call, cause })
      await tell({ ...rings, from: 'anonymous' })
      expect(await ownCalls()).toMatchObject([{ state: 'MISSED' }])
      expect(await told()).toEqual([])
    },
  )

  test('reports a call that goes to voicemail as missed, and its keypad digits are ignored', async () => {
    await tell(rings)
    await tell({ event: 'answer', ...call, user: 'voicemail', fullUserId: '1234567v0' })
    await tell({ event: 'hangup', ...call, cause: 'normalClearing' })
    expect((await tell({ event: 'dtmf', callId: '7012', dtmf: '1' })).statusCode).toBe(200)
    expect(await ownCalls()).toMatchObject([{ state: 'MISSED' }])
    expect(await told('MISSING_CALL')).toEqual(['+41449998877 (unbekannt)'])
    expect((await log()).map(({ why, messages }) => [why, messages.length])).toEqual([
      ['IGNORED', 1],
      [null, 3],
    ])
  })

  test('reports an outgoing call of the user who makes it', async () => {
    const out = { ...call, direction: 'out', from: '41447000021', to: '491511234567' }
    await tell({ event: 'newCall', ...out, user: ['Anna'], userId: ['w0'], fullUserId: ['1234567w0'] })
    await tell({ event: 'answer', ...out, answeringNumber: '491511234567' })
    expect(await ownCalls()).toMatchObject([{ direction: 'OUT', state: 'ANSWERED', number: '+491511234567' }])
    expect(await log()).toMatchObject([{ why: 'OUTGOING' }])
  })
})

describe('Placetel', async () => {
  const signing = await makeKey(true)
  const address = pathOf(telephonyApi.placetel, { key: signing.id })
  const call = { call_id: 'a'.repeat(64), from: '022129191999', to: '0041447000021', direction: 'in' }
  const signed = (body: string, secret = signing.secret) => ({
    ...formHeaders,
    'x-placetel-signature': createHmac('sha256', secret).update(body).digest('hex'),
  })
  async function tell(fields: Record<string, string>) {
    const body = form(fields)
    const { statusCode } = await post(address, body, signed(body))
    expect(statusCode).toBe(202)
  }

  test('signs each message; a wrong secret, body or key is refused', async () => {
    const body = form({ event: 'IncomingCall', ...call })
    for (const [url, headers] of [
      [address, formHeaders],
      [address, signed(body, 'x')],
      [address, signed(`${body}&x=1`)],
      [pathOf(telephonyApi.placetel, { key: (await makeKey()).id }), signed(body)],
      [pathOf(telephonyApi.placetel, { key: 'x' }), signed(body)],
    ] as const) {
      expect((await post(url, body, headers)).statusCode).toBe(401)
    }
    // a key that signs is no credential in the address
    const shown = pathOf(telephonyApi.tellByForm, { key: signing.key })
    expect((await post(shown, form({ event: 'RINGING', callId: '1' }))).statusCode).toBe(401)
    expect((await post(address, body, signed(body))).statusCode).toBe(202)
    expect(await told()).toEqual(['+4922129191999 (unbekannt)'])
  })

  test('reports a call to its end with the user who answered it', async () => {
    await tell({ event: 'IncomingCall', ...call })
    await tell({ event: 'CallAccepted', ...call, peer: '7777abcdefg@fpbx.de' })
    expect(await ownCalls()).toMatchObject([{ provider: 'PLACETEL', state: 'ANSWERED', answeredBy: 'USER' }])
    await tell({ event: 'HungUp', ...call, type: 'accepted', duration: '60' })
    expect(await ownCalls()).toMatchObject([{ state: 'ENDED' }])
  })

  test.each([
    ['missed', 'MISSED'],
    ['voicemail', 'MISSED'],
    ['blocked', 'ENDED'],
  ])('reports a call that ends with %s as %s', async (type, state) => {
    await tell({ event: 'IncomingCall', ...call })
    await tell({ event: 'HungUp', ...call, type, duration: '0' })
    expect(await ownCalls()).toMatchObject([{ state }])
  })

  test('reports only at the end of an outgoing call that it was answered', async () => {
    const out = { ...call, from: '004144700 00 21', to: '015112345678', direction: 'out' }
    await tell({ event: 'OutgoingCall', ...out, peer: '7777abcdefg@fpbx.de' })
    const endless = { ...out, call_id: 'endlos', type: 'accepted', duration: '1e300' }
    await tell({ event: 'HungUp', ...endless })
    await sql`delete from phone_call where external_id = 'endlos'`.execute(kysely)
    await tell({ event: 'HungUp', ...out, type: 'accepted', duration: '60' })
    const [one] = await ownCalls()
    expect(one).toMatchObject({ direction: 'OUT', state: 'ENDED', number: '+4915112345678' })
    expect(Date.parse(one?.endedUtc ?? '') - Date.parse(one?.answeredUtc ?? '')).toBe(60_000)
  })
})

describe('3CX', () => {
  const headers = { authorization: `Basic ${Buffer.from(`key:${key}`).toString('base64')}` }
  const journal = (fields: object) => post(telephonyApi.threeCxCalls.path, fields, headers)
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString().replace(/\.\d+/, '')

  test('looks up the contacts with a number, including those who share it', async () => {
    const contact = await buildContact({
      surname: 'Frager',
      phoneNumbers: [{ type: 'MOBILE', number: '079 123 45 67' }],
    })
    const sharing = await buildContact({
      surname: 'Teiler',
      phoneNumbers: [{ type: 'MOBILE', number: '079 123 45 67', sharedByContactPersonRef: contact.id }],
    })
    const ask = (number: string, from: Record<string, string> = headers) =>
      app.inject({ url: telephonyApi.threeCxContacts.path, query: { number }, headers: from })
    const { contacts } = (await ask('+41791234567')).json()
    expect(contacts).toMatchObject([
      { id: contact.id, givenName: 'Anna', surname: 'Frager', number: '+41791234567' },
      { id: sharing.id, surname: 'Teiler' },
    ])
    expect(new URL(contacts[0].url).pathname).toBe(`/contacts/${contact.id}`)
    expect((await ask('anonymous')).json()).toEqual({ contacts: [] })
    expect((await ask('+41791234567', {})).statusCode).toBe(401)
    await sql`delete from user_role where user_id = ${own}`.execute(kysely)
    expect((await ask('+41791234567')).statusCode).toBe(403)
    await sql`insert into user_role (user_id, role_id) select ${own}, id from role where name = 'USER'`.execute(kysely)
  })

  test('reports a call once it is over: nothing rings, and a repeated report changes nothing', async () => {
    const times = { started: ago(90), answered: ago(80), ended: ago(20) }
    const fields = { callType: 'Inbound', number: '+41449998877', agent: '21', duration: '00:01:00', ...times }
    for (let count = 0; count < 2; count++) expect((await journal(fields)).statusCode).toBe(202)
    expect(await ownCalls()).toMatchObject([
      { provider: 'THREE_CX', state: 'ENDED', answeredBy: 'USER', number: '+41449998877' },
    ])
    const [one] = await ownCalls()
    expect([one?.startedUtc, one?.answeredUtc, one?.endedUtc].map((at) => at?.replace(/\.\d+/, ''))).toEqual([
      times.started,
      times.answered,
      times.ended,
    ])
    await journal({
      callType: 'Missed',
      number: '+41449998877',
      agent: '21',
      duration: '00:00:00',
      started: ago(30),
      answered: '0001-01-01T00:00:00Z',
      ended: ago(10),
    })
    expect((await ownCalls()).map(({ state }) => state)).toEqual(['MISSED', 'ENDED'])
    expect([await told(), await told('MISSING_CALL')]).toEqual([[], ['+41449998877 (unbekannt)']])
    // an impossible duration says nothing about when the call began
    for (const duration of ['99999999999999999', 'lang']) {
      expect((await journal({ callType: 'Inbound', number: '+41449998800', agent: '21', duration })).statusCode).toBe(
        202,
      )
    }
    await journal({ callType: 'Notanswered', number: '+41449998877', agent: '21', started: '11/23/2026 6:02:11 PM' })
    expect((await ownCalls())[0]).toMatchObject({ direction: 'OUT', state: 'MISSED' })
  })

  test('gets a template with the URLs of both calls and without the key', async () => {
    const { response } = await admin.call(telephonyApi.threeCxTemplate, {})
    const text = response.payload
    expect(text).toContain(telephonyApi.threeCxContacts.path)
    expect(text).toContain(telephonyApi.threeCxCalls.path)
    expect(text).toContain('[[CallStartTimeUTC].ToString(&quot;yyyy-MM-ddTHH:mm:ssZ&quot;)]')
    expect(text.match(/<(\w+)[^>]*[^/]>/g)?.length).toBe(text.match(/<\/\w+>/g)?.length)
    expect((await as('USER').call(telephonyApi.threeCxTemplate, {})).status).toBe(403)
  })
})

describe('any telephone exchange', () => {
  const address = pathOf(telephonyApi.tellByForm, { key })

  test('reports by URL, form or JSON, with the event names of GLUT or of other providers', async () => {
    const usual = { from: '+41449998877', to: '21' }
    const get = (query: Record<string, string>) => app.inject({ url: address, query })
    expect((await get({ event: 'RINGING', callId: '1', ...usual })).statusCode).toBe(202)
    expect((await post(address, form({ event: 'newCall', callId: '2', direction: 'in', ...usual }))).statusCode).toBe(
      202,
    )
    expect(
      (await post(address, { event: 'ringing', callId: 3, ...usual, to: '44', extension: '22, 21' }, {})).statusCode,
    ).toBe(202)
    expect(await told()).toHaveLength(3)
    await get({ event: 'answer', callId: '1', ...usual, answeringNumber: '21' })
    await get({ event: 'hangup', callId: '1', ...usual })
    await get({ event: 'hangup', callId: '2', ...usual, cause: 'noAnswer' })
    await get({ event: 'HELD', callId: '3', ...usual, at: String(Math.floor(Date.now() / 1000)) })
    expect((await ownCalls()).map(({ state }) => state)).toEqual(['HELD', 'MISSED', 'ENDED'])
  })

  test('is refused without its key, and its unreadable messages are logged for the admin', async () => {
    const good = form({ event: 'RINGING', callId: '1' })
    for (const bad of ['x', key.slice(0, -1), key.replace('.', '')]) {
      expect((await post(pathOf(telephonyApi.tellByForm, { key: bad }), good)).statusCode).toBe(401)
    }
    for (const fields of [
      { event: 'dancing', callId: '1' },
      { event: 'RINGING' },
      { event: 'RINGING', callId: '1', at: 'gestern' },
    ]) {
      expect((await post(address, form(fields as Record<string, string>))).statusCode).toBe(400)
    }
    expect((await post(address, `event=RINGING&callId=1&x=${'x'.repeat(70_000)}`)).statusCode).toBe(413)
    expect((await log()).map(({ why, call }) => [why, call])).toEqual(Array(3).fill(['UNREADABLE', null]))
    // other calls do not accept forms
    expect((await post('/api/contacts/_search', good)).statusCode).not.toBe(200)
  })

  test('gets one call, one log line and one prompt for each of fifty calls at once', async () => {
    const names = Array.from({ length: 50 }, (_, at) => `fünfzig ${at}`)
    await Promise.all(
      names.map((callId) => post(address, form({ event: 'RINGING', callId, from: '+41449998877', to: '21' }))),
    )
    expect(await told()).toHaveLength(50)
    expect(await log()).toHaveLength(50)
  })
})

test('the log shows why a call prompted nobody', async () => {
  const address = pathOf(telephonyApi.tellByForm, { key })
  const late = String(Math.floor(Date.now() / 1000) - 200)
  await post(address, form({ event: 'RINGING', callId: 'spät', to: '21', at: late }))
  await post(address, form({ event: 'RINGING', callId: 'niemand', to: '4711' }))
  await post(address, form({ event: 'RINGING', callId: 'jemand', to: '21' }))
  expect((await log()).map(({ why }) => why)).toEqual([null, 'NOBODY', 'LATE'])
})

describe('a test call', () => {
  const made = { from: '+41449998877', to: '21' }
  test.each(providers)('of %s is shown as the exchange would send it, and is accepted when sent', async (provider) => {
    const tried = await admin.call(telephonyApi.tryOut, { body: { provider, ...made } })
    expect(tried.answer).toMatchObject({ from: made.from, reached: ['USER'], internal: false })
    expect(tried.answer.request.body).not.toBe('')
    expect(await log()).toEqual([])
    const states: Partial<Record<CallEvent, string>> = {
      RINGING: 'RINGING',
      HELD: 'HELD',
      ANSWERED: 'ANSWERED',
      ENDED: 'ENDED',
    }
    for (const event of tried.answer.events) {
      const body = { provider: provider as Provider, event, callId: event, ...made }
      expect((await admin.call(telephonyApi.send, { body })).status).toBe(204)
      expect((await ownCalls())[0], event).toMatchObject({ provider, state: states[event] ?? 'MISSED' })
    }
  })

  test('is for admins only', async () => {
    const body = { provider: 'SIPGATE' as const, event: 'RINGING' as const, callId: '1', ...made }
    expect((await as('USER').call(telephonyApi.send, { body })).status).toBe(403)
    expect((await as('USER').call(telephonyApi.tryOut, { body })).status).toBe(403)
  })
})
