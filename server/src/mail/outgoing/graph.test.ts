import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { outgoingApi } from '#contract/mail/outgoing'
import { outgoingApp } from '../../../test/outgoing.ts'
import { addMailbox } from '../../../test/smtp.ts'
import { sendAbsenceAnswer } from './absence.ts'
import { workOnce } from './outbox.ts'

interface Draft {
  isDraft: boolean
  raw: string
  content: Record<string, unknown> | null
  attachments: { name: string; size: number }[]
  sends: number
}

/** Stand-in for Microsoft's sign-in and Graph that can be told to fail. */
const graph = {
  drafts: new Map<string, Draft>(),
  tokens: [] as URLSearchParams[],
  ids: [] as (string | undefined)[],
  fault: (_method: string, _path: string): number | 'lost' | undefined => undefined,
  /** Accepts a send without doing anything. */
  silent: false,
}
const server = createServer(async (request, response) => {
  const body = await buffer(request)
  const path = decodeURIComponent(request.url ?? '')
  const answer = (status: number, content?: object) => {
    if (content) response.setHeader('content-type', 'application/json')
    response.writeHead(status).end(content && JSON.stringify(content))
  }
  const fault = graph.fault(request.method ?? '', path)
  if (fault === 429) response.setHeader('retry-after', '600')
  if (typeof fault === 'number') return answer(fault, { error: { code: 'Told', message: 'to fail' } })
  // Executes the request, but loses the answer.
  handle(request, path, body, fault === 'lost' ? () => request.socket.destroy() : answer)
})
function handle(
  request: IncomingMessage,
  path: string,
  body: Buffer,
  answer: (status: number, content?: object) => void,
) {
  if (path.endsWith('/oauth2/v2.0/token')) {
    graph.tokens.push(new URLSearchParams(body.toString()))
    return answer(200, { access_token: 'token', expires_in: 3600 })
  }
  if (path.startsWith('/upload/')) {
    const [, , id = '', name = ''] = path.split('/')
    const draft = graph.drafts.get(id)
    const known = draft?.attachments.find((one) => one.name === name)
    if (known) known.size += body.length
    else draft?.attachments.push({ name, size: body.length })
    expect(request.headers.authorization).toBeUndefined()
    return answer(201)
  }
  graph.ids.push(request.headers.prefer as string)
  const [, id = '', action = ''] = /\/messages(?:\/([^/?]+))?(?:\/([^?]+))?/.exec(path) ?? []
  const draft = graph.drafts.get(id)
  if (request.method === 'POST' && !id) {
    const made = `id${graph.drafts.size}`
    const isMime = request.headers['content-type'] === 'text/plain'
    graph.drafts.set(made, {
      isDraft: true,
      raw: isMime ? Buffer.from(body.toString(), 'base64').toString('utf8') : '',
      content: isMime ? null : (JSON.parse(body.toString()) as Record<string, unknown>),
      attachments: [],
      sends: 0,
    })
    return answer(201, { id: made })
  }
  if (!draft) return answer(404, {})
  if (action === 'attachments') {
    const { name, contentBytes } = JSON.parse(body.toString()) as { name: string; contentBytes: string }
    draft.attachments.push({ name, size: Buffer.from(contentBytes, 'base64').length })
    return answer(201, {})
  }
  if (action === 'attachments/createUploadSession') {
    const { AttachmentItem } = JSON.parse(body.toString()) as { AttachmentItem: { name: string } }
    return answer(201, { uploadUrl: `${origin}/upload/${id}/${AttachmentItem.name}` })
  }
  if (request.method === 'DELETE') {
    graph.drafts.delete(id)
    return answer(204)
  }
  if (action === 'send') {
    draft.sends++
    draft.isDraft = graph.silent
    return answer(202)
  }
  return answer(200, { isDraft: draft.isDraft, internetMessageId: '<rewritten@exchange.example>' })
}
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
afterAll(() => server.close())

const { database, appContext, user, send, sent, deliver, row } = await outgoingApp({
  m365LoginUrl: new URL(origin),
  m365GraphUrl: new URL(origin),
})
const office = { tenantId: 'tenant', clientId: 'client', user: 'verkauf@glut.example', protocol: 'GRAPH' }
const id = await addMailbox(appContext, 9, {
  type: 'OFFICE_365',
  title: 'Microsoft',
  settings: { outgoing: null, office },
  secrets: { clientSecret: 'geheim' },
})
const last = () => [...graph.drafts.values()].at(-1)
const outgoing = async (...given: Parameters<typeof send>) => {
  const handed = await sent(given[0], { ...given[1], id })
  await deliver()
  return handed
}

afterEach(() => {
  graph.fault = () => undefined
  graph.silent = false
})

test('a message becomes a complete draft, is sent and takes the Message-ID of Exchange', async () => {
  const { outboxRef, emailRef } = await outgoing({ bodyAsHtml: '<p>Hallo</p>', bcc: ['chefin@example.test'] })
  expect((await row(outboxRef))?.state).toBe('ACCEPTED')
  const { bcc, html } = await PostalMime.parse(last()?.raw ?? '')
  expect([bcc?.[0]?.address, html?.trim(), last()?.sends]).toEqual(['chefin@example.test', '<p>Hallo</p>', 1])
  expect(graph.tokens.at(-1)?.get('client_secret')).toBe('geheim')
  expect(new Set(graph.ids)).toEqual(new Set(['IdType="ImmutableId"']))
  const { rows } = await sql<{ id: string; copy: string }>`
    select e.message_id as id, o.copy_state as copy from email e join outbox o on o.email_id = e.id
     where e.id = ${emailRef}`.execute(database.kysely)
  expect(rows[0]).toEqual({ id: 'rewritten@exchange.example', copy: 'NONE' })
})

test('a large message is built with separate uploads', async () => {
  const files = [new File(['x'.repeat(4_000_000)], 'gross.txt'), new File(['y'], 'klein.txt')]
  const { outboxRef } = await outgoing({ subject: 'Gross', bodyAsHtml: '<p>Plan</p>' }, { files })
  expect((await row(outboxRef))?.state).toBe('ACCEPTED')
  expect(last()).toMatchObject({
    content: { subject: 'Gross', toRecipients: [{ emailAddress: { address: 'kunde@example.test' } }] },
    attachments: [
      { name: 'gross.txt', size: 4_000_000 },
      { name: 'klein.txt', size: 1 },
    ],
    sends: 1,
  })
})

test('a revoked token is renewed once', async () => {
  await outgoing()
  let refused = 0
  graph.fault = (method, path) => (method === 'POST' && path.endsWith('/messages') && refused++ === 0 ? 401 : undefined)
  const before = graph.tokens.length
  const { outboxRef } = await outgoing()
  expect([(await row(outboxRef))?.state, last()?.sends]).toEqual(['ACCEPTED', 1])
  expect(graph.tokens.length - before).toBe(1)
})

test('an absence e-mail is sent as an automatic message', async () => {
  const db = database.kysely
  await sql`insert into absence_email (subject, text, valid_from) values ('Ferien', 'Bis Montag', '2020-01-01')`.execute(
    db,
  )
  const { rows } = await sql<{ id: string }>`
    with folder as (insert into mail_folder (mailbox_id, path, role) values (${id}, 'Posteingang', 'INBOX') returning id),
         arrived as (
           insert into email (direction, kind, subject, from_address, to_list, message_id, thread_id, received_at)
           values ('INCOMING', 'NORMAL', 'Frage', 'kunde@example.test', '[{"name":"","address":"verkauf@glut.example"}]',
                   'frage@example.test', uuid_v7(), now()) returning id)
    insert into mail_source (folder_id, uid, email_id) select folder.id, '1', arrived.id from folder, arrived
    returning email_id as id`.execute(db)
  const drafts = graph.drafts.size
  for (let twice = 0; twice < 2; twice++) await sendAbsenceAnswer(appContext, { emailId: rows[0]?.id ?? '' })
  await deliver()
  expect(graph.drafts.size - drafts).toBe(1)
  expect(last()).toMatchObject({ isDraft: false, sends: 1 })
  const answer = await PostalMime.parse(last()?.raw ?? '')
  expect(answer).toMatchObject({ subject: 'Ferien', inReplyTo: '<frage@example.test>' })
  const header = (name: string) => answer.headers.find(({ key }) => key === name)?.value
  expect([header('auto-submitted'), header('x-auto-response-suppress')]).toEqual(['auto-replied', 'All'])
})

describe('a failing delivery', () => {
  test.each([
    [429, 'WAITING', 'THROTTLED'],
    [503, 'WAITING', 'THROTTLED'],
    [401, 'WAITING', 'TOKEN'],
    [403, 'WAITING', 'NOT_ALLOWED'],
    [413, 'FAILED', 'TOO_LARGE'],
  ] as const)('with status %d is %s (%s)', async (status, state, fault) => {
    graph.fault = (method, path) => (method === 'POST' && path.endsWith('/messages') ? status : undefined)
    const { outboxRef } = await outgoing()
    expect(await row(outboxRef)).toMatchObject({ state, fault, said: 'Told: to fail' })
    graph.fault = () => undefined
    if (state === 'WAITING') await deliver()
  })

  test('waits as long as a throttling server asks', async () => {
    graph.fault = () => 429
    const { outboxRef } = await outgoing()
    const wait = sql<{ seconds: number }>`
      select extract(epoch from next_try_at - now())::int as seconds from outbox where id = ${outboxRef}`
    expect((await wait.execute(database.kysely)).rows[0]?.seconds).toBeGreaterThan(590)
    graph.fault = () => undefined
    await deliver()
    await sql`update outbox set state = 'SENT', next_try_at = now() where id = ${outboxRef}`.execute(database.kysely)
    graph.fault = () => 429
    while (await workOnce(appContext));
    expect((await wait.execute(database.kysely)).rows[0]?.seconds).toBeGreaterThan(590)
  })

  test('whose answer is lost is not sent twice', async () => {
    graph.fault = (_, path) => (path.endsWith('/send') ? 'lost' : undefined)
    const { outboxRef } = await outgoing()
    expect((await row(outboxRef))?.state).toBe('WAITING')
    const { answer } = await user.call(outgoingApi.outbox, {})
    expect(answer.find((one) => one.id === outboxRef)?.undoable).toBe(false)
    graph.fault = () => undefined
    await deliver()
    expect([(await row(outboxRef))?.state, last()?.sends]).toEqual(['ACCEPTED', 1])
  })

  test('that is accepted but not sent is noticed and sent again', async () => {
    graph.silent = true
    const { outboxRef } = await outgoing()
    expect((await row(outboxRef))?.state).toBe('SENT')
    graph.silent = false
    await sql`
      update outbox set sent_at = now() - interval '11 minutes', next_try_at = now() where id = ${outboxRef}`.execute(
      database.kysely,
    )
    while (await workOnce(appContext));
    expect([(await row(outboxRef))?.state, last()?.sends]).toEqual(['ACCEPTED', 2])
  })

  test('that is never sent is repeated and fails after a day', async () => {
    graph.silent = true
    const { outboxRef } = await outgoing()
    const later = async () => {
      await sql`
        update outbox set sent_at = now() - interval '11 minutes', next_try_at = now() where id = ${outboxRef}`.execute(
        database.kysely,
      )
      while (await workOnce(appContext));
      return [(await row(outboxRef))?.state, last()?.sends]
    }
    expect(await later()).toEqual(['SENT', 2])
    await sql`update outbox set leaves_at = now() - interval '25 hours' where id = ${outboxRef}`.execute(
      database.kysely,
    )
    expect(await later()).toEqual(['FAILED', 2])
    graph.silent = false
    await user.call(outgoingApi.retry, { params: { id: outboxRef } })
    await deliver()
    expect([(await row(outboxRef))?.state, last()?.sends]).toEqual(['ACCEPTED', 3])
  })

  test('counts as accepted when the mailbox was switched off after sending', async () => {
    graph.silent = true
    const { outboxRef } = await outgoing()
    const turn = (active: boolean) =>
      sql`update mailbox set active = ${active} where id = ${id}`.execute(database.kysely)
    await turn(false)
    await sql`update outbox set next_try_at = now() where id = ${outboxRef}`.execute(database.kysely)
    while (await workOnce(appContext));
    await turn(true)
    expect((await row(outboxRef))?.state).toBe('ACCEPTED')
  })

  test('of a large message leaves no unfinished draft', async () => {
    graph.fault = (_, path) => (path.startsWith('/upload/') ? 503 : undefined)
    const before = graph.drafts.size
    const { outboxRef } = await outgoing({}, { files: [new File(['x'.repeat(4_000_000)], 'gross.txt')] })
    expect(await row(outboxRef)).toMatchObject({ state: 'WAITING', fault: 'THROTTLED' })
    expect(graph.drafts.size).toBe(before)
    graph.fault = () => undefined
    await deliver()
    expect([(await row(outboxRef))?.state, last()?.sends]).toEqual(['ACCEPTED', 1])
  })

  test('whose draft is gone is UNCLEAR until a person decides', async () => {
    graph.fault = (_, path) => (path.endsWith('/send') ? 503 : undefined)
    const { outboxRef } = await outgoing()
    graph.fault = () => undefined
    graph.drafts.clear()
    await deliver()
    expect((await row(outboxRef))?.state).toBe('UNCLEAR')
    await user.call(outgoingApi.retry, { params: { id: outboxRef } })
    await deliver()
    expect([(await row(outboxRef))?.state, last()?.sends]).toEqual(['ACCEPTED', 1])
  })
})
