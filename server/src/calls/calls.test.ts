import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { callApi } from '#contract/calls/calls'
import { telephonyApi } from '#contract/calls/telephony'
import { encounterApi } from '#contract/contacts/encounters'
import { type NotificationType, notificationApi } from '#contract/together/notifications'
import { accessKeyFactory } from '../../test/access-keys.ts'
import { testApp } from '../../test/app.ts'
import { contactFactory } from '../../test/contacts.ts'
import { customRoles } from '../../test/custom-role.ts'
import { emailFactory } from '../../test/emails.ts'
import { endLostCalls, forgetOldCalls } from './calls.ts'

const testing = await testApp()
const { app, as, database, appContext } = testing
const { kysely } = database
const keys = accessKeyFactory(testing)
const buildContact = contactFactory(as)
const { buildEmail } = emailFactory(testing)
const { headers } = await keys.shown('ADMIN', 'TELEPHONY')
await sql`update app_user set phone_number = case username when 'USER' then '+41 44 700 00 21' else '' end,
                              extensions = case username when 'USER' then '21' when 'ADMIN' then '22, 044 700 00 99' else '' end`.execute(
  kysely,
)

type Role = 'USER' | 'ADMIN'
const told = async (role: Role, type: NotificationType = 'INCOMING_CALL') =>
  (await as(role).call(notificationApi.list, {})).answer.filter(({ notificationType }) => notificationType === type)
const contents = async (role: Role, type?: NotificationType) => (await told(role, type)).map(({ content }) => content)

async function tell(message: object, from: Record<string, string> = headers) {
  const { method, path } = telephonyApi.tell
  return app.inject({ method, url: path, headers: from, payload: message })
}
let calls = 0
/** Makes a call whose caller is unknown; `tell` sends messages about it. */
function call(about: object = {}) {
  const callId = `anruf ${++calls}`
  const usual = { callId, from: '+41 44 999 88 77', to: '21', ...about }
  return {
    callId,
    row: () => kysely.selectFrom('phone_call').selectAll().where('external_id', '=', callId).executeTakeFirstOrThrow(),
    async tell(event: string, more: object = {}) {
      const response = await tell({ ...usual, event, ...more })
      expect(response.statusCode, response.body).toBe(202)
    },
  }
}
const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()

beforeEach(async () => {
  await sql`delete from phone_call`.execute(kysely)
  await sql`delete from unused_call_message`.execute(kysely)
})

describe('a ringing call', () => {
  test('prompts the user with the called extension or number once, even the user of the access key', async () => {
    const one = call()
    await one.tell('RINGING')
    await one.tell('RINGING')
    expect(await told('USER')).toMatchObject([
      { content: '+41449998877 (unbekannt)', contactRef: null, callRef: (await one.row()).id },
    ])
    expect(await told('ADMIN')).toEqual([])
    await call({ to: '0041 44 700 00 99' }).tell('RINGING')
    await call({ to: 'sip:22@pbx.example' }).tell('RINGING')
    expect(await contents('ADMIN')).toHaveLength(2)
    // several telephones of a group
    await call({ to: '+41 44 700 00 00', extension: ['21', '22', '23'] }).tell('RINGING')
    expect([(await told('USER')).length, (await told('ADMIN')).length]).toEqual([2, 3])
  })

  test('names the contact who has the number, in any notation', async () => {
    const contact = await buildContact({
      surname: 'Rufer',
      phoneNumbers: [{ type: 'MOBILE', number: '079 123 45 67' }],
    })
    for (const from of ['+41791234567', '0041 79 123 45 67', '079/123 45 67', '<sip:+41791234567@host>']) {
      await call({ from }).tell('RINGING')
    }
    const all = await told('USER')
    expect(all).toHaveLength(4)
    for (const one of all) expect(one).toMatchObject({ content: '+41791234567 (Anna Rufer)', contactRef: contact.id })
  })

  test('prompts a user who may not read contacts without naming the contact', async () => {
    await sql`update app_user set extensions = '23' where username = 'PROJECT_MANAGER'`.execute(kysely)
    await buildContact({ surname: 'Geheim', phoneNumbers: [{ type: 'MOBILE', number: '079 765 43 21' }] })
    const one = call({ from: '079 765 43 21', to: '23' })
    await one.tell('RINGING')
    const told = { content: '+41797654321 (unbekannt)', contactRef: null, contactName: null, upstreamRef: null }
    const list = async () => (await as('PROJECT_MANAGER').call(notificationApi.list, {})).answer
    expect(await list()).toMatchObject([{ notificationType: 'INCOMING_CALL', ...told }])
    await one.tell('MISSED')
    expect(await list()).toMatchObject([{ notificationType: 'MISSING_CALL', ...told }])
  })

  test('from a hidden number or a colleague names no contact', async () => {
    for (const from of ['anonymous', '', 'Unknown', 'sip:anonymous@anonymous.invalid']) {
      await call({ from }).tell('RINGING')
    }
    await call({ from: '22' }).tell('RINGING')
    expect(await contents('USER')).toEqual(['22 (intern)', ...Array(4).fill('anonym (unbekannt)')])
  })

  test('prompts nobody when its message is more than two minutes late', async () => {
    const late = call()
    await late.tell('RINGING', { at: ago(121) })
    expect(await told('USER')).toEqual([])
    expect((await late.row()).state).toBe('RINGING')
    await call().tell('RINGING', { at: ago(100) })
    expect(await told('USER')).toHaveLength(1)
  })

  test('stops prompting the others when one person answers, and that person when it ends', async () => {
    const one = call({ to: '+41447000000', extension: ['21', '22'] })
    await one.tell('RINGING')
    expect([(await told('USER')).length, (await told('ADMIN')).length]).toEqual([1, 1])
    await one.tell('ANSWERED', { answeredBy: '22' })
    expect([(await told('USER')).length, (await told('ADMIN')).length]).toEqual([0, 1])
    await one.tell('ENDED')
    expect(await told('ADMIN')).toEqual([])
    expect(await told('USER', 'MISSING_CALL')).toEqual([])
    const unknown = call({ extension: ['21', '22'] })
    await unknown.tell('RINGING')
    await unknown.tell('ANSWERED')
    expect([(await told('USER')).length, (await told('ADMIN')).length]).toEqual([0, 0])
  })
})

describe('the state of a call', () => {
  test.each([
    [['RINGING'], 'RINGING'],
    [['RINGING', 'ANSWERED'], 'ANSWERED'],
    [['RINGING', 'ANSWERED', 'HELD'], 'HELD'],
    [['RINGING', 'ANSWERED', 'HELD', 'ANSWERED'], 'ANSWERED'],
    [['RINGING', 'ANSWERED', 'ENDED'], 'ENDED'],
    [['RINGING', 'MISSED'], 'MISSED'],
    // the first message, the answer, or both were lost
    [['ANSWERED'], 'ANSWERED'],
    [['RINGING', 'ENDED'], 'ENDED'],
    // an answer by a voice mailbox does not count as answered
    [['RINGING', 'VOICEMAIL', 'ENDED'], 'MISSED'],
    [['RINGING', 'ANSWERED', 'VOICEMAIL', 'ENDED'], 'ENDED'],
    [['MISSED'], 'MISSED'],
  ])('after %j is %s, whatever the order of the messages and however often they come', async (events, state) => {
    const told = events.map((event, index) => ({ event, at: ago(60 - index) }))
    for (const order of [told, told.toReversed(), [...told, ...told]]) {
      const one = call()
      for (const { event, at } of order) await one.tell(event, { at })
      expect(await one.row(), JSON.stringify(order)).toMatchObject({ state })
    }
  })

  test('controls its notifications: a missed call no longer rings and is reported once', async () => {
    const one = call()
    await one.tell('MISSED')
    await one.tell('RINGING')
    await one.tell('MISSED')
    expect([(await told('USER')).length, (await told('USER', 'MISSING_CALL')).length]).toEqual([0, 1])
    // the message about the answer arrives late
    await one.tell('ANSWERED', { at: ago(30), answeredBy: '21' })
    expect(await told('USER', 'MISSING_CALL')).toEqual([])
    expect((await one.row()).state).toBe('ENDED')
  })

  test('becomes MISSED when no end is reported, and changes again when more messages come', async () => {
    const one = call()
    await one.tell('RINGING')
    await endLostCalls(appContext)
    expect((await one.row()).state).toBe('RINGING')
    await sql`update phone_call set started_at = now() - interval '4 minutes'`.execute(kysely)
    await Promise.all([endLostCalls(appContext), endLostCalls(appContext)])
    expect([(await told('USER')).length, (await told('USER', 'MISSING_CALL')).length]).toEqual([0, 1])
    await one.tell('RINGING')
    expect((await one.row()).state).toBe('MISSED')
    await one.tell('ANSWERED', { answeredBy: '21' })
    expect((await one.row()).state).toBe('ANSWERED')
    await sql`update phone_call set answered_at = now() - interval '13 hours', resumed_at = now() - interval '13 hours'`.execute(
      kysely,
    )
    await endLostCalls(appContext)
    expect((await one.row()).state).toBe('ENDED')
  })

  test('stays correct when fifty calls are reported at once, each twice', async () => {
    const many = Array.from({ length: 50 }, () => call({ extension: ['21', '22'] }))
    await Promise.all(many.flatMap((one) => [one.tell('RINGING'), one.tell('RINGING')]))
    expect([(await told('USER')).length, (await told('ADMIN')).length]).toEqual([50, 50])
    await Promise.all(many.flatMap((one, at) => [one.tell(at % 2 ? 'MISSED' : 'ANSWERED'), one.tell('RINGING')]))
    expect([(await told('USER')).length, (await told('USER', 'MISSING_CALL')).length]).toEqual([0, 25])
  })

  test('when outgoing prompts nobody', async () => {
    const one = call({ direction: 'OUT', from: '21', to: '+41 44 999 88 77' })
    await one.tell('RINGING')
    await one.tell('MISSED')
    expect([await told('USER'), await told('USER', 'MISSING_CALL')]).toEqual([[], []])
    expect((await as('USER').call(callApi.own, {})).answer).toMatchObject([
      { direction: 'OUT', state: 'MISSED', number: '+41449998877', reached: ['USER'] },
    ])
  })
})

describe('the candidates for a caller', () => {
  test('may be several, each with the reason, the surest first', async () => {
    const owner = await buildContact({
      surname: 'Muster',
      phoneNumbers: [{ type: 'BUSINESS', number: '+41 44 555 10 01' }],
      addresses: [{ addressType: 'HOME', street: 'Gasse 1', city: 'Zug', shareable: true }],
    })
    const [home] = owner.addresses
    const sharing = await buildContact({
      surname: 'Teiler',
      phoneNumbers: [{ type: 'BUSINESS', number: '+41 44 555 10 01', sharedByContactPersonRef: owner.id }],
    })
    const living = await buildContact({
      surname: 'Wohner',
      addresses: [{ addressType: 'HOME', street: 'Gasse 1', city: 'Zug', sharedByContactPersonRef: owner.id }],
    })
    expect(home).toBeDefined()
    const colleague = await buildContact({
      surname: 'Kollege',
      phoneNumbers: [{ type: 'LANDLINE', number: '+41 44 555 10 77' }],
    })
    const writer = await buildContact({ surname: 'Schreiber' })
    const mail = await buildEmail({ text: 'Gruss\nTel. 044 555 10 01' })
    await sql`update email set contact_id = ${writer.id} where id = ${mail}`.execute(kysely)
    const one = call({ from: '+41445551001' })
    await one.tell('RINGING')
    const { id } = await one.row()
    const found = await as('USER').call(callApi.candidates, { params: { id } })
    expect(found.answer.map(({ contactRef, reason }) => [contactRef, reason])).toEqual([
      [owner.id, 'EXACT'],
      [sharing.id, 'SHARED'],
      [living.id, 'HOUSEHOLD'],
      [colleague.id, 'COMPANY'],
      [writer.id, 'SIGNATURE'],
    ])
    // a call of somebody else
    expect((await as('ADMIN').call(callApi.candidates, { params: { id } })).status).toBe(404)
  })

  test('include a contact once the number was added to it', async () => {
    const contact = await buildContact({ surname: 'Neu' })
    const one = call({ from: '+41 44 321 00 11' })
    await one.tell('RINGING')
    const { id } = await one.row()
    const body = { contactRef: contact.id, type: 'LANDLINE' as const }
    expect((await as('USER').call(callApi.addNumber, { params: { id }, body })).status).toBe(204)
    expect((await one.row()).contact_id).toBe(contact.id)
    const next = call({ from: '044 321 00 11' })
    await next.tell('RINGING')
    expect(await contents('USER')).toContain('+41443210011 (Anna Neu)')
    expect((await as('USER').call(callApi.addNumber, { params: { id }, body })).problem.code).toBe('PHONENUMBER_EXIST')
  })
})

test('a call is recorded as an encounter of its contact only once', async () => {
  const contact = await buildContact({
    surname: 'Sprecher',
    phoneNumbers: [{ type: 'MOBILE', number: '079 222 33 44' }],
  })
  const one = call({ from: '079 222 33 44' })
  await one.tell('RINGING', { at: ago(90) })
  await one.tell('ANSWERED', { at: ago(80), answeredBy: '21' })
  await one.tell('ENDED', { at: ago(10) })
  const [own] = (await as('USER').call(callApi.own, {})).answer
  expect(own).toMatchObject({ state: 'ENDED', answeredBy: 'USER', contactRef: contact.id, encounterRef: null })
  const input = { params: { id: own?.id ?? '' }, body: { contactRef: contact.id, description: 'Anruf, 1:10' } }
  const { answer } = await as('USER').call(callApi.addEncounter, input)
  expect(answer).toMatchObject({
    encounterType: 'TELEPHONE',
    contactRef: contact.id,
    description: 'Anruf, 1:10',
    originalKnownSince: own?.startedUtc,
  })
  expect((await as('USER').call(callApi.addEncounter, input)).answer.id).toBe(answer.id)
  expect((await as('USER').call(callApi.own, {})).answer[0]?.encounterRef).toBe(answer.id)
  expect((await as('USER').call(encounterApi.count, { params: { id: contact.id } })).answer.count).toBe(1)
  expect((await as('ADMIN').call(callApi.addEncounter, input)).status).toBe(404)
})

describe('a message of a telephone exchange', () => {
  test('without the right key, invalid or too large is refused and changes nothing', async () => {
    const booking = await keys.shown('ADMIN', 'BOOKING')
    const good = { event: 'RINGING', callId: 'x', to: '21' }
    expect((await tell(good, {})).statusCode).toBe(401)
    expect((await tell(good, { authorization: `${headers.authorization}x` })).statusCode).toBe(401)
    expect((await tell(good, booking.headers)).statusCode).toBe(403)
    const unreadable = [
      { ...good, event: 'DANCING' },
      { event: 'RINGING' },
      { ...good, callId: '' },
      { ...good, at: 'gestern' },
      { ...good, from: '1'.repeat(101) },
    ]
    for (const bad of [...unreadable, { ...good, callId: 'a\u0000b' }, [good]]) {
      expect((await tell(bad)).statusCode, JSON.stringify(bad)).toBe(400)
    }
    const kept = (await as('ADMIN').call(telephonyApi.log, {})).answer
    expect(kept.map(({ why }) => why)).toEqual(unreadable.map(() => 'UNREADABLE'))
    expect((await tell({ ...good, more: 'x'.repeat(10 * 1024 * 1024) })).statusCode).toBe(413)
    const { rows } = await sql<{ count: number }>`select count(*)::int from phone_call`.execute(kysely)
    expect(rows).toEqual([{ count: 0 }])
    const { path } = telephonyApi.tellByForm
    const byAddress = (payload: object) =>
      app.inject({ method: 'POST', url: path.replace(':key', headers.authorization.split(' ')[1] ?? ''), payload })
    for (const told of [tell, byAddress]) {
      const { code, errors } = (await told({ event: 'DANCING', callId: 'x', at: 'gestern' })).json()
      expect([code, errors]).toEqual([
        'VALIDATION',
        [
          expect.objectContaining({ path: 'event' }),
          { path: 'at', code: 'date', detail: 'Eingabe ist kein valides Datum' },
        ],
      ])
    }
    expect((await tell({ ...good, to: 21 })).json().errors).toMatchObject([{ path: 'to', code: 'text' }])
  })

  test('is kept with its call, at most twenty per kind, and the call is deleted after twelve months', async () => {
    const one = call()
    for (let count = 0; count < 22; count++) await one.tell('RINGING')
    expect((await one.row()).payload).toHaveLength(20)
    await sql`update phone_call set created_at = now() - interval '11 months'`.execute(kysely)
    await forgetOldCalls(appContext)
    expect((await one.row()).state).toBe('RINGING')
    await sql`update phone_call set created_at = now() - interval '13 months'`.execute(kysely)
    await forgetOldCalls(appContext)
    await expect(one.row()).rejects.toThrow()
  })
})

test('admins see the call log and can test a call that prompts nobody', async () => {
  const contact = await buildContact({ surname: 'Probe', phoneNumbers: [{ type: 'MOBILE', number: '079 555 66 77' }] })
  const one = call({ from: '079 555 66 77' })
  await one.tell('RINGING')
  await one.tell('MISSED')
  const { answer } = await as('ADMIN').call(telephonyApi.log, {})
  expect(answer).toMatchObject([
    {
      call: { state: 'MISSED', contactRef: contact.id },
      why: null,
      messages: [{ event: 'RINGING' }, { event: 'MISSED' }],
    },
  ])
  const before = (await told('USER')).length
  const attempt = await as('ADMIN').call(telephonyApi.tryOut, { body: { from: '079 555 66 77', to: '21' } })
  expect(attempt.answer).toMatchObject({
    from: '+41795556677',
    reached: ['USER'],
    internal: false,
    candidates: [{ contactRef: contact.id, reason: 'EXACT' }],
  })
  expect((await as('ADMIN').call(telephonyApi.tryOut, { body: { from: '22', to: '99' } })).answer).toMatchObject({
    reached: [],
    internal: true,
    candidates: [],
  })
  expect((await told('USER')).length).toBe(before)
  expect((await as('USER').call(telephonyApi.log, {})).status).toBe(403)

  const technician = await customRoles(testing)('GENERAL_ADMIN_FUNCTIONS')
  const withoutNames = { contactRef: null, contactName: null }
  expect((await technician.call(telephonyApi.log, {})).answer).toMatchObject([{ call: withoutNames }])
  const unnamed = await technician.call(telephonyApi.tryOut, { body: { from: '079 555 66 77', to: '21' } })
  expect(unnamed.answer).toMatchObject({ reached: ['USER'], candidates: [] })
})
