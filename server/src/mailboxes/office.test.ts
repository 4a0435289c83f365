import { NewMailbox } from '@glut/contract/mailboxes'
import { beforeEach, expect, test } from 'vitest'
import { testApp } from '../../test/app.ts'
import { graphStandIn } from '../../test/graph.ts'
import { connectMailbox, mail } from '../../test/mail.ts'
import { testDovecot } from '../../test/test-dovecot.ts'
import { mailError } from '../mail/faults.ts'
import { syncOnce } from './sync-mailbox.ts'

const graph = await graphStandIn()
const dovecot = await testDovecot({ introspection: graph.introspection })
const { house, database } = await testApp({ m365LoginUrl: graph.url, m365GraphUrl: graph.url })
const db = database.kysely
const office = { tenantId: 'tenant', clientId: 'client', user: 'info@example.test' }
const settings = { type: 'OFFICE_365', address: 'info@example.test', clientSecret: graph.secret }
const id = await connectMailbox(house, NewMailbox.parse({ ...settings, title: 'Graph', office }))
beforeEach(() => {
  graph.fault = () => false
})

const emails = () => db.selectFrom('email').select(['subject', 'seen', 'id']).orderBy('subject').execute()
const refusing = (status: number, headers: Record<string, string> = {}, body = '') => {
  let refused = 0
  graph.fault = (request, response) => {
    if (!request.url?.includes('/delta') || refused > 0) return false
    refused++
    response.writeHead(status, headers).end(body)
    return true
  }
}

test('mail comes in over several pages, each message once', async () => {
  for (const name of ['A', 'B', 'C', 'D', 'E']) graph.add(mail({ Subject: name }))
  expect(await syncOnce(house, id)).toBe(5)
  expect(await syncOnce(house, id)).toBe(0)
  expect((await emails()).map(({ subject }) => subject)).toEqual(['A', 'B', 'C', 'D', 'E'])
})

test('read and gone there is known here, and the other way round', async () => {
  const [first, second] = graph.messages
  if (!first || !second) throw new Error('there are messages')
  Object.assign(first, { isRead: true, change: 1000 })
  graph.remove(second.id)
  await syncOnce(house, id)
  const [a, b] = await emails()
  expect(a?.seen).toBe(true)
  const source = db.selectFrom('mail_source').select(['id', 'gone_at'])
  expect((await source.where('email_id', '=', b?.id ?? '').executeTakeFirstOrThrow()).gone_at).not.toBeNull()
  const { id: sourceId } = await source.where('email_id', '=', a?.id ?? '').executeTakeFirstOrThrow()
  await db.insertInto('mail_server_task').values({ source_id: sourceId, task: 'UNSEEN' }).execute()
  await db.insertInto('mail_server_task').values({ source_id: sourceId, task: 'BIN' }).execute()
  await syncOnce(house, id)
  expect(first).toMatchObject({ isRead: false, folder: 'f-bin' })
  expect(await db.selectFrom('mail_server_task').select('id').execute()).toEqual([])
})

test('what was kept of the last look no longer holds: everything is looked at anew, nothing comes twice', async () => {
  refusing(410, {}, '{"error":{"code":"syncStateNotFound","message":"gone"}}')
  graph.add(mail({ Subject: 'F' }))
  expect(await syncOnce(house, id)).toBe(1)
})

test('a server that slows down says for how long', async () => {
  refusing(429, { 'retry-after': '7' })
  expect(mailError(await syncOnce(house, id).catch((error: unknown) => error))).toMatchObject({
    fault: 'THROTTLED',
    waitMs: 7000,
  })
})

test('a link to another host is not followed with the token', async () => {
  refusing(200, {}, JSON.stringify({ value: [], '@odata.nextLink': 'https://evil.example/v1.0/steal' }))
  expect(mailError(await syncOnce(house, id).catch((error: unknown) => error))).toMatchObject({ fault: 'PROTOCOL' })
})

test('a token that is no longer good is renewed once', async () => {
  graph.revoke()
  expect(await syncOnce(house, id)).toBe(0)
})

test('a wrong secret is said to be one, with what Microsoft says', async () => {
  const other = await connectMailbox(
    house,
    NewMailbox.parse({ ...settings, title: 'Falsch', office, clientSecret: 'x' }),
  )
  const error = mailError(await syncOnce(house, other).catch((error: unknown) => error))
  expect(error).toMatchObject({ fault: 'TOKEN', said: expect.stringContaining('AADSTS7000215') })
})

test('a mailbox that the application may not open', async () => {
  graph.fault = (request, response) => {
    if (!request.url?.includes('/mailFolders')) return false
    response.writeHead(403).end('{"error":{"code":"ErrorAccessDenied","message":"Access is denied."}}')
    return true
  }
  expect(mailError(await syncOnce(house, id).catch((error: unknown) => error))).toMatchObject({
    fault: 'NOT_ALLOWED',
    said: 'ErrorAccessDenied: Access is denied.',
  })
})

test('the other way: IMAP with a token, which a real server checks', async () => {
  const server = { host: '127.0.0.1', port: dovecot.imap, security: 'NONE' as const }
  const way = { ...settings, incoming: server, office: { ...office, protocol: 'IMAP_SMTP' } }
  const imap = await connectMailbox(house, NewMailbox.parse({ ...way, title: 'IMAP' }))
  await dovecot.deliver('info@example.test', mail({ Subject: 'Mit Token' }))
  expect(await syncOnce(house, imap)).toBe(1)
  graph.revoke()
  expect(await syncOnce(house, imap)).toBe(0)
})
