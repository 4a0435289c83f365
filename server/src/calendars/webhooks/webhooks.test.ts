import { execFile } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { appointmentApi } from '#contract/calendars/appointments'
import { type WebhookEvent, WebhookMessage, webhookApi, webhookEvents } from '#contract/calendars/webhooks'
import { masterData } from '#contract/lists/master-data'
import { notificationApi } from '#contract/together/notifications'
import { accessKeyApi } from '#contract/users/access-keys'
import { userApi } from '#contract/users/users'
import { testApp } from '../../../test/app.ts'
import { callAtOnce } from '../../../test/at-once.ts'
import { contactFactory } from '../../../test/contacts.ts'
import { callWebhook, isCallable } from './call.ts'
import { deliverDue, startWebhooks } from './deliver.ts'

const { app, as, database, appContext } = await testApp({ webhookNetworks: ['127.0.0.0/8'] })
const [admin, clerk] = [as('ADMIN'), as('TERMIN_USER')]
const contact = await contactFactory(as)({ surname: 'Feuer', emailAddresses: [{ address: 'feuer@example.org' }] })

interface Received {
  readonly path: string
  readonly headers: http.IncomingHttpHeaders
  readonly body: string
}
/** What happens before `/slow` answers. */
let answerLater: () => Promise<unknown> = async () => undefined
const nothing: Received = { path: '', headers: {}, body: '' }
const received: Received[] = []
/** Answers according to the requested path. */
const receiver = http.createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part) => parts.push(part))
  request.on('end', () => {
    const place = request.url ?? ''
    received.push({ path: place, headers: request.headers, body: Buffer.concat(parts).toString() })
    if (place.startsWith('/broken')) response.writeHead(500).end('Bitte\u0000 später <b>wieder</b>')
    else if (place.startsWith('/inwards')) response.writeHead(302, { location: `${base}/reached` }).end()
    else if (place.startsWith('/hangs')) response.writeHead(200).write('ok')
    else if (place.startsWith('/flood')) response.writeHead(200).end('x'.repeat(5_000_000))
    else if (place.startsWith('/slow')) void answerLater().then(() => response.writeHead(204).end())
    else response.writeHead(204).end()
  })
})
await new Promise<void>((ready) => receiver.listen(0, '127.0.0.1', ready))
afterAll(() => {
  receiver.closeAllConnections()
  receiver.close()
})
const base = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
const at = (place: string) => received.filter((one) => one.path === place)
const messagesAt = (place: string) => at(place).map(({ body }) => WebhookMessage.parse(JSON.parse(body)))

const add = async (place: string, events: readonly WebhookEvent[] = webhookEvents) =>
  (await admin.call(webhookApi.add, { body: { title: place, url: base + place, events: [...events] } })).answer
const remove = (id: string) => admin.call(webhookApi.remove, { params: { id } })
const logOf = async (id: string) => (await admin.call(webhookApi.log, { params: { id }, query: {} })).answer.deliveries
const hookOf = async (id: string) => (await admin.call(webhookApi.list, {})).answer.find((one) => one.id === id)
const book = async (startUtc: string) =>
  (
    await clerk.call(appointmentApi.add, {
      body: { contactRef: contact.id, startUtc, endUtc: startUtc.replace(':00:00', ':45:00'), title: 'Geheimnis' },
    })
  ).answer
/** Makes deliveries due that wait for their next attempt. */
const due = () => sql`update webhook_delivery set next_try_at = now() where state = 'WAITING'`.execute(database.kysely)
const sendAll = async () => {
  while ((await deliverDue(appContext)) > 0);
}

test('a webhook gets signed events about booking, moving and cancelling without personal data', async () => {
  const { webhook, secret } = await add('/all')
  const booked = await book('2034-02-01T08:00:00.000Z')
  const params = { id: booked.id }
  await clerk.call(appointmentApi.update, { params, body: { version: 1, place: 'Büro' } })
  await clerk.call(appointmentApi.update, { params, body: { version: 2, startUtc: '2034-02-02T08:00:00Z' } })
  await clerk.call(appointmentApi.cancel, { params, query: { reason: 'krank' } })
  await clerk.call(appointmentApi.cancel, { params, query: {} })
  await sendAll()
  const { id, contactRef, startUtc, endUtc, slotRef } = booked
  const told = { id, contactRef, slotRef }
  const after = { startUtc: '2034-02-02T08:00:00.000Z', endUtc: '2034-02-02T08:45:00.000Z' }
  expect(messagesAt('/all').map(({ type, data }) => ({ type, data }))).toEqual([
    { type: 'APPOINTMENT_BOOKED', data: { ...told, version: 1, state: 'BOOKED', startUtc, endUtc } },
    {
      type: 'APPOINTMENT_MOVED',
      data: { ...told, ...after, version: 3, state: 'BOOKED', previous: { startUtc, endUtc, slotRef } },
    },
    { type: 'APPOINTMENT_CANCELLED', data: { ...told, ...after, version: 4, state: 'CANCELLED' } },
  ])
  const [one] = at('/all')
  expect(one?.headers).toMatchObject({
    'content-type': 'application/json',
    'webhook-id': JSON.parse(one?.body ?? '').id,
  })
  expect(JSON.stringify(received)).not.toMatch(/Feuer|feuer@|Geheimnis|krank|Büro/)
  const log = await logOf(webhook.id)
  expect(log.map(({ eventType, state }) => [eventType, state])).toEqual([
    ['APPOINTMENT_CANCELLED', 'DELIVERED'],
    ['APPOINTMENT_MOVED', 'DELIVERED'],
    ['APPOINTMENT_BOOKED', 'DELIVERED'],
  ])
  expect(log[0]?.attempts).toMatchObject([{ status: 204, fault: null, answer: '' }])
  expect(JSON.stringify((await admin.call(webhookApi.list, {})).answer)).not.toContain(secret)
  const kept = await database.pool.query("select w::text as row from webhook w where title = '/all'")
  expect(kept.rows[0].row).not.toContain(secret.slice(10))
  await remove(webhook.id)
})

test('a webhook is told of a booking made by a program, but not of a refused one', async () => {
  const { webhook } = await add('/programs', ['APPOINTMENT_BOOKED'])
  const users = (await admin.call(userApi.list, {})).answer
  const userRef = users.find(({ username }) => username === 'TERMIN_API')?.id ?? ''
  const { key } = (await admin.call(accessKeyApi.add, { body: { title: 'Laden', scope: 'BOOKING', userRef } })).answer
  const times = { weekday: 'TUESDAY' as const, startTime: '09:00', endTime: '10:00' }
  const slot = { ...times, capacity: 1, validFrom: '2034-01-01' }
  const slotRef = (await admin.call(masterData.predefinedTimeSlots.add, { body: slot })).answer.id
  const person = { surname: 'Beispiel', emailAddress: 'beispiel@example.org' }
  const payload = { slotRef, startUtc: '2034-03-07T08:00:00Z', person }
  const headers = { authorization: `Bearer ${key}` }
  const post = () => app.inject({ method: 'POST', url: '/api/appointments', headers, payload })
  const [first, second] = [await post(), await post()]
  expect([first.statusCode, second.statusCode]).toEqual([201, 409])
  await sendAll()
  expect(messagesAt('/programs').map(({ data }) => data)).toMatchObject([{ id: first.json().id, slotRef }])
  await remove(webhook.id)
})

test('an event that is replayed during its first attempt is sent once more', async () => {
  const { webhook } = await add('/slow')
  await book('2034-02-06T08:00:00.000Z')
  const [delivery] = await logOf(webhook.id)
  const params = { id: webhook.id, eventRef: delivery?.eventRef ?? '' }
  answerLater = () => admin.call(webhookApi.replay, { params })
  await deliverDue(appContext)
  answerLater = async () => undefined
  expect(await logOf(webhook.id)).toMatchObject([{ state: 'WAITING', attempts: [{ status: 204 }] }])
  await sendAll()
  expect(messagesAt('/slow').map(({ id }) => id)).toEqual([params.eventRef, params.eventRef])
  expect(await logOf(webhook.id)).toMatchObject([{ state: 'DELIVERED' }])
  await remove(webhook.id)
})

test('a webhook that answers 500 is retried with growing delays, then switched off, and an admin is told', async () => {
  const { webhook } = await add('/broken')
  await book('2034-02-03T08:00:00.000Z')
  await sendAll()
  expect(await logOf(webhook.id)).toMatchObject([
    { state: 'WAITING', attempts: [{ status: 500, fault: 'STATUS', answer: 'Bitte  später <b>wieder</b>' }] },
  ])
  const gaps: number[] = []
  for (let tries = 1; tries < 8; tries++) {
    const { rows } = await sql<{ gap: number }>`
      select round(extract(epoch from next_try_at - now()) / 60)::int as gap from webhook_delivery
       where webhook_id = ${webhook.id}`.execute(database.kysely)
    gaps.push(rows[0]?.gap ?? 0)
    await sendAll()
    expect(at('/broken')).toHaveLength(tries)
    if (tries === 7) await sql`update webhook set failing_since = now() - interval '44 hours'`.execute(database.kysely)
    await due()
    await sendAll()
  }
  expect(gaps).toEqual([1, 5, 30, 120, 360, 720, 1440])
  expect(at('/broken')).toHaveLength(8)
  expect(new Set(at('/broken').map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(await logOf(webhook.id)).toMatchObject([{ state: 'GIVEN_UP', nextTryUtc: null }])
  expect(await hookOf(webhook.id)).toMatchObject({ active: false, gaveUpUtc: expect.any(String), version: 2 })
  const told = (await admin.call(notificationApi.list, {})).answer
  expect(told.filter(({ notificationType }) => notificationType === 'WEBHOOK_OFF')).toMatchObject([
    { content: '/broken' },
  ])

  // an inactive webhook gets no events, and none can be repeated
  await book('2034-02-04T08:00:00.000Z')
  const [delivery] = await logOf(webhook.id)
  const params = { id: webhook.id, eventRef: delivery?.eventRef ?? '' }
  expect((await admin.call(webhookApi.replay, { params })).problem.code).toBe('WEBHOOK_OFF')
  expect(await logOf(webhook.id)).toHaveLength(1)

  // after the correction and activation the event is sent again with the same id
  const body = { version: 2, title: '/mended', url: `${base}/mended`, events: [...webhookEvents], active: true }
  const on = await admin.call(webhookApi.update, { params: { id: webhook.id }, body })
  expect(on.answer).toMatchObject({ active: true, gaveUpUtc: null, failingSinceUtc: null })
  expect((await admin.call(webhookApi.update, { params: { id: webhook.id }, body })).problem).toMatchObject({
    code: 'STALE_VERSION',
    current: { version: 3 },
  })
  expect((await admin.call(webhookApi.replay, { params })).answer).toMatchObject({ state: 'WAITING' })
  await sendAll()
  expect(messagesAt('/mended').map(({ id }) => id)).toEqual([params.eventRef])
  expect((await logOf(webhook.id))[0]).toMatchObject({ state: 'DELIVERED' })
  expect((await logOf(webhook.id))[0]?.attempts).toHaveLength(9)
  await remove(webhook.id)
})

test('a webhook that hangs delays neither a booking nor other webhooks', async () => {
  const hanging = await add('/hangs')
  const other = await add('/beside')
  const sender = startWebhooks(appContext, { info() {}, error() {} })
  const booked = await book('2034-02-05T08:00:00.000Z')
  await expect.poll(() => messagesAt('/beside').map(({ data }) => data)).toMatchObject([{ id: booked.id }])
  await expect.poll(() => at('/hangs')).toHaveLength(1)
  const again = await book('2034-02-06T08:00:00.000Z')
  await expect.poll(() => messagesAt('/beside').map(({ data }) => data)).toMatchObject([{}, { id: again.id }])
  // one event at a time
  expect(at('/hangs')).toHaveLength(1)
  receiver.closeAllConnections()
  await sender.stop()
  const [, first] = await logOf(hanging.webhook.id)
  expect(first).toMatchObject({ state: 'WAITING', attempts: [{ fault: 'UNREACHABLE' }] })
  const call = { url: `${base}/hangs`, secrets: [hanging.secret], id: booked.id, body: '{}', networks: ['127.0.0.1'] }
  expect(await callWebhook(call, { ms: 200 })).toMatchObject({ fault: 'TIMEOUT', status: null })
  await remove(hanging.webhook.id)
  await remove(other.webhook.id)
})

test('a webhook is tested with a made-up event; redirects and endless answers are not followed', async () => {
  const tryOut = async (place: string) => {
    const { webhook } = await add(place, ['APPOINTMENT_MOVED'])
    const { answer } = await admin.call(webhookApi.tryOut, { params: { id: webhook.id } })
    await remove(webhook.id)
    return answer
  }
  expect(await tryOut('/fine')).toMatchObject({ eventType: 'TEST', state: 'DELIVERED', attempts: [{ status: 204 }] })
  expect(messagesAt('/fine')).toMatchObject([{ type: 'TEST', data: {} }])
  expect(await tryOut('/inwards')).toMatchObject({ state: 'GIVEN_UP', attempts: [{ status: 302, fault: 'REDIRECT' }] })
  expect(at('/reached')).toEqual([])
  const flooded = await tryOut('/flood')
  expect(flooded).toMatchObject({ state: 'DELIVERED', attempts: [{ status: 200, answer: 'x'.repeat(500) }] })
  const { answer } = await admin.call(webhookApi.add, {
    body: { title: 'nirgends', url: 'https://localhost:9/hook', events: ['APPOINTMENT_BOOKED'] },
  })
  const params = { id: answer.webhook.id }
  await sql`update webhook set url = 'http://127.0.0.1:9/' where id = ${params.id}`.execute(database.kysely)
  expect((await admin.call(webhookApi.tryOut, { params })).answer.attempts).toMatchObject([{ fault: 'UNREACHABLE' }])
  await sql`update webhook set sealed_secret = 'x' where id = ${params.id}`.execute(database.kysely)
  expect((await admin.call(webhookApi.tryOut, { params })).answer.attempts).toMatchObject([{ fault: 'OWN_FAULT' }])
  await remove(params.id)
  expect((await admin.call(webhookApi.tryOut, { params })).problem.code).toBe('NOT_FOUND')
})

test('a webhook URL that points into the own network is refused and never called', async () => {
  const outside = await testApp()
  const strict = outside.as('ADMIN')
  const enter = (url: string) =>
    strict.call(webhookApi.add, { body: { title: 'x', url, events: ['APPOINTMENT_BOOKED'] } })
  for (const url of [
    'http://example.org/',
    `${base}/x`,
    'https://10.0.0.1/',
    'https://[::1]/',
    'https://2130706433/',
  ]) {
    expect((await enter(url)).problem.errors, url).toMatchObject([{ path: 'url' }])
  }
  for (const url of [
    'ftp://example.org/',
    'https://a:b@example.org/',
    'nirgends',
    '',
    `https://example.org/${'x'.repeat(2000)}`,
  ]) {
    expect((await enter(url)).problem.code, url).toBe('VALIDATION')
  }
  // a host name that leads to an internal address
  const before = received.length
  const { answer } = await enter(`https://localhost:${new URL(base).port}/inside`)
  const params = { id: answer.webhook.id }
  const tried = await strict.call(webhookApi.tryOut, { params })
  expect(tried.answer).toMatchObject({ state: 'GIVEN_UP', attempts: [{ fault: 'NOT_PUBLIC', status: null }] })
  await sql`update webhook set url = ${`${base}/inside`}`.execute(outside.database.kysely)
  expect((await strict.call(webhookApi.tryOut, { params })).answer.attempts).toMatchObject([{ fault: 'NOT_PUBLIC' }])
  expect(received.length).toBe(before)
  expect(isCallable('https://hooks.example.org:8443/a?b=c', [])).toBe(true)
  expect(isCallable('http://10.1.2.3/', ['10.1.0.0/16'])).toBe(true)
  expect(isCallable('http://10.2.2.3/', ['10.1.0.0/16'])).toBe(false)
})

test('only an admin sees webhooks, and a webhook gets only the events it asked for', async () => {
  const { webhook } = await add('/mine', ['APPOINTMENT_CANCELLED'])
  const params = { id: webhook.id }
  expect((await as('USER').call(webhookApi.list, {})).status).toBe(403)
  expect((await as('USER').call(webhookApi.log, { params, query: {} })).status).toBe(403)
  const other = { id: webhook.id, eventRef: webhook.id }
  expect((await admin.call(webhookApi.replay, { params: other })).problem.code).toBe('NOT_FOUND')
  await book('2034-02-07T08:00:00.000Z')
  expect(await logOf(webhook.id)).toEqual([])
  await remove(webhook.id)
  expect((await admin.call(webhookApi.log, { params, query: {} })).problem.code).toBe('NOT_FOUND')
})

test('of two admins who renew a secret at once, one gets a conflict and the other the secret that holds', async () => {
  const { webhook } = await add('/renewed-twice')
  const { version } = webhook
  const renew = () => admin.call(webhookApi.renewSecret, { params: { id: webhook.id }, body: { version } })
  const [first, second] = await callAtOnce(database, renew, renew)
  expect(first.status).toBe(200)
  expect(second.problem).toMatchObject({ code: 'STALE_VERSION', current: { version: first.answer.webhook.version } })
  await remove(webhook.id)
})

test('a renewed secret signs together with the former one for a day, and only an admin can renew it', async () => {
  const { webhook, secret: before } = await add('/renewed')
  const params = { id: webhook.id }
  const body = { version: webhook.version }
  const { answer } = await admin.call(webhookApi.renewSecret, { params, body })
  expect(answer.secret).not.toBe(before)
  expect(Date.parse(answer.webhook.formerSecretUntilUtc ?? '') - Date.now()).toBeGreaterThan(23 * 3_600_000)
  const signedBy = async () => {
    await admin.call(webhookApi.tryOut, { params })
    const { headers, body } = at('/renewed').at(-1) ?? nothing
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
    return String(headers['webhook-signature'])
      .split(' ')
      .map((one) => [answer.secret, before].find((secret) => one === `v1,${hmac(secret, signed)}`))
  }
  expect(await signedBy()).toEqual([answer.secret, before])
  await sql`update webhook set secret_before_until = now()`.execute(database.kysely)
  expect(await signedBy()).toEqual([answer.secret])
  expect((await hookOf(webhook.id))?.formerSecretUntilUtc).toBeNull()
  expect((await as('USER').call(webhookApi.renewSecret, { params, body })).status).toBe(403)
  const { rows } = await sql<{ row: string }>`select w::text as row from webhook w`.execute(database.kysely)
  expect(rows.some(({ row }) => row.includes(answer.secret.slice(10)))).toBe(false)
  await remove(webhook.id)
  expect((await admin.call(webhookApi.renewSecret, { params, body })).problem.code).toBe('NOT_FOUND')
})

const hmac = (secret: string, text: string) =>
  createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))
    .update(text)
    .digest('base64')

test('the signature check in docs/webhooks.md accepts what is sent and rejects anything changed', async () => {
  const { webhook, secret } = await add('/documented')
  await admin.call(webhookApi.tryOut, { params: { id: webhook.id } })
  await remove(webhook.id)
  const page = readFileSync(path.join(import.meta.dirname, '../../../../docs/webhooks.md'), 'utf8')
  const [, program = ''] = /```js\n([\s\S]*?)```/.exec(page) ?? []
  const folder = mkdtempSync(path.join(tmpdir(), 'glut-webhook-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const file = path.join(folder, 'check.mjs')
  writeFileSync(
    file,
    `${program}\nconst { secret, headers, body, now } = JSON.parse(process.argv[2])\nconsole.log(isFromGlut(secret, headers, body, now))`,
  )
  const [{ headers, body } = nothing] = at('/documented')
  const check = async (sent: object) =>
    (
      await promisify(execFile)(process.execPath, [file, JSON.stringify({ secret, headers, body, ...sent })])
    ).stdout.trim()
  expect(await check({})).toBe('true')
  const signature = `v1,c2Vjb25k ${headers['webhook-signature']}`
  expect(await check({ headers: { ...headers, 'webhook-signature': signature } })).toBe('true')
  expect(await check({ body: `${body} ` })).toBe('false')
  expect(await check({ now: Date.now() + 600_000 })).toBe('false')
  expect(await check({ secret: `whsec_${Buffer.alloc(32).toString('base64')}` })).toBe('false')
})
