import type { ServerResponse } from 'node:http'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { mailboxApi, NewMailbox } from '#contract/mail/mailboxes'
import { testApp } from '../../../test/app.ts'
import { testCertificate } from '../../../test/certificate.ts'
import { graphStandIn } from '../../../test/graph.ts'
import { connectMailbox, mail } from '../../../test/mail.ts'
import { smtpServer } from '../../../test/smtp.ts'
import { testDovecot } from '../../../test/test-dovecot.ts'
import { mailError } from '../transports/faults.ts'
import { noteFailure } from './status.ts'
import { syncOnce } from './sync-mailbox.ts'

const graph = await graphStandIn()
const dovecot = await testDovecot({ introspection: graph.introspection })
const { as, appContext, database } = await testApp({ m365LoginUrl: graph.url, m365GraphUrl: graph.url })
const db = database.kysely
const office = { tenantId: 'tenant', clientId: 'client', user: 'info@example.test' }
const settings = { type: 'OFFICE_365', address: 'info@example.test', clientSecret: graph.secret }
const id = await connectMailbox(appContext, NewMailbox.parse({ ...settings, title: 'Graph', office }))
beforeEach(() => {
  graph.fault = () => false
})

const emails = () => db.selectFrom('email').select(['subject', 'seen', 'id']).orderBy('subject').execute()
/** Answers the next requests of this kind, up to a number of times. */
const taking = (part: string, times: number, answer: (response: ServerResponse) => void) => {
  let taken = 0
  graph.fault = (request, response) => {
    if (!request.url?.includes(part) || taken >= times) return false
    taken++
    answer(response)
    return true
  }
}
const refusing = (status: number, headers: Record<string, string> = {}, body = '') =>
  taking('/delta', 1, (response) => response.writeHead(status, headers).end(body))

test('mail over several result pages arrives once each', async () => {
  for (const name of ['A', 'B', 'C', 'D', 'E']) graph.add(mail({ Subject: name }))
  expect(await syncOnce(appContext, id)).toBe(5)
  expect(await syncOnce(appContext, id)).toBe(0)
  expect((await emails()).map(({ subject }) => subject)).toEqual(['A', 'B', 'C', 'D', 'E'])
})

test('read and deleted messages are synchronised in both directions', async () => {
  const [first, second] = graph.messages
  if (!first || !second) throw new Error('there are messages')
  Object.assign(first, { isRead: true, change: 1000 })
  graph.remove(second.id)
  await syncOnce(appContext, id)
  const [a, b] = await emails()
  expect(a?.seen).toBe(true)
  const source = db.selectFrom('mail_source').select(['id', 'gone_at'])
  expect((await source.where('email_id', '=', b?.id ?? '').executeTakeFirstOrThrow()).gone_at).not.toBeNull()
  const { id: sourceId } = await source.where('email_id', '=', a?.id ?? '').executeTakeFirstOrThrow()
  await db.insertInto('mail_server_task').values({ source_id: sourceId, task: 'UNSEEN' }).execute()
  await db.insertInto('mail_server_task').values({ source_id: sourceId, task: 'BIN' }).execute()
  await syncOnce(appContext, id)
  expect(first).toMatchObject({ isRead: false, folder: 'f-bin' })
  expect(await db.selectFrom('mail_server_task').select('id').execute()).toEqual([])
})

describe('a message deleted here', async () => {
  const customers = { id: 'f-customers', displayName: 'Kunden' }
  const all = { ...settings, title: 'Graph', office, folders: ['Kunden'] }
  const sourceOf = async (uid: string) =>
    (
      await sql<{ id: string; role: string }>`
        select s.id, f.role from mail_source s join mail_folder f on f.id = s.folder_id
         where s.uid = ${uid} and s.gone_at is null`.execute(db)
    ).rows
  async function tell(uid: string, task: 'BIN' | 'UNBIN') {
    const [source] = await sourceOf(uid)
    await db
      .insertInto('mail_server_task')
      .values({ source_id: source?.id ?? '', task })
      .execute()
    await syncOnce(appContext, id)
  }

  test('is restored to its folder after a rename of that and a repeated deletion', async () => {
    graph.folders.push(customers)
    await db
      .updateTable('mailbox')
      .set({ settings: JSON.stringify(NewMailbox.parse(all)) })
      .where('id', '=', id)
      .execute()
    const message = graph.add(mail({ Subject: 'Kunde' }), customers.id)
    expect(await syncOnce(appContext, id)).toBe(1)
    await tell(message.id, 'BIN')
    expect(message.folder).toBe('f-bin')
    await tell(message.id, 'BIN')
    customers.displayName = 'Kundschaft'
    await tell(message.id, 'UNBIN')
    expect(message.folder).toBe(customers.id)
    expect(await sourceOf(message.id)).toMatchObject([{ role: 'OTHER' }])
  })

  test('does not wait for another one that the server refuses to move', async () => {
    const [first, second] = [graph.add(mail({ Subject: 'Zu gross' })), graph.add(mail({ Subject: 'Klein' }))]
    await syncOnce(appContext, id)
    await db
      .insertInto('mail_server_task')
      .values({ source_id: (await sourceOf(first.id))[0]?.id ?? '', task: 'BIN' })
      .execute()
    taking('/move', 1, (response) => response.writeHead(400).end('{"error":{"code":"ErrorMessageSizeExceeded"}}'))
    await tell(second.id, 'BIN')
    expect([first.folder, second.folder]).toEqual(['f-inbox', 'f-bin'])
    await db.deleteFrom('mail_server_task').execute()
    for (const { id } of [first, second]) graph.remove(id)
    await syncOnce(appContext, id)
  })
})

test('an expired sync state leads to a full scan without double messages', async () => {
  const before = (await emails()).length
  const [gone] = graph.messages.filter(({ folder }) => folder === 'f-inbox')
  const [was] = await db
    .selectFrom('mail_source')
    .select('id')
    .where('uid', '=', gone?.id ?? '')
    .execute()
  // No later list mentions a message that vanished meanwhile.
  graph.messages.splice(graph.messages.indexOf(gone as (typeof graph.messages)[number]), 1)
  refusing(410, {}, '{"error":{"code":"syncStateNotFound","message":"gone"}}')
  graph.add(mail({ Subject: 'F' }))
  graph.requests.length = 0
  expect(await syncOnce(appContext, id)).toBe(1)
  expect(graph.requests.filter((one) => one.includes('/f-inbox/messages/delta?$select')).length).toBe(1)
  expect(await emails()).toHaveLength(before + 1)
  const source = await db
    .selectFrom('mail_source')
    .select('gone_at')
    .where('id', '=', was?.id ?? '')
    .execute()
  expect(source).toEqual([{ gone_at: expect.any(String) }])
  expect(await syncOnce(appContext, id)).toBe(0)
})

describe('a throttling server that asks for a delay', () => {
  test.each([
    ['429, in seconds', 429, (): string => '7', 7000],
    ['503, in seconds', 503, (): string => '120', 120_000],
    ['503, by a date', 503, (): string => new Date(Date.now() + 90_000).toUTCString(), 90_000],
    ['504, not at all', 504, (): string => '', 30_000],
    ['503, for ever', 503, (): string => '999999999', 3_600_000],
  ] as const)('%s', async (_, status, after, waitMs) => {
    const begun = Date.now()
    const value = after()
    refusing(status, value ? { 'retry-after': value } : {})
    const error = mailError(await syncOnce(appContext, id).catch((error: unknown) => error))
    expect(error.fault).toBe('THROTTLED')
    // A date has whole seconds, and comes nearer while the machine is busy.
    const least = waitMs - 1000 - (Date.now() - begun)
    expect(error.waitMs).toBeGreaterThanOrEqual(least)
    expect(error.waitMs).toBeLessThan(waitMs + 2000)
    const wait = await noteFailure(db, id, error)
    expect(wait).toBeGreaterThanOrEqual(least)
  })
})

describe('a message whose download breaks off', () => {
  const breaking = (times: number, source: string) =>
    taking('$value', times, (response) => {
      response.writeHead(200, { 'content-type': 'text/plain', 'content-length': String(source.length * 2) })
      response.write(source, () => response.destroy())
    })

  test('is downloaded again', async () => {
    graph.add(mail({ Subject: 'Beim zweiten Mal' }, 'ganz'))
    breaking(2, mail({ Subject: 'Beim zweiten Mal' }, 'ha'))
    expect(await syncOnce(appContext, id)).toBe(1)
    const email = db
      .selectFrom('email')
      .innerJoin('email_body as b', 'b.id', 'email.id')
      .select(['parse_state', 'b.text'])
    const found = await email.where('subject', '=', 'Beim zweiten Mal').executeTakeFirstOrThrow()
    expect([found.parse_state, found.text.trim()]).toEqual(['WHOLE', 'ganz'])
  })

  test('every time comes in with its header, and others come in completely', async () => {
    const [broken] = [
      graph.add(mail({ Subject: 'Nie ganz' }, 'x'.repeat(1000))),
      graph.add(mail({ Subject: 'Daneben' })),
    ]
    graph.fault = (request, response) => {
      if (!request.url?.includes(broken?.id ?? '')) return false
      response.writeHead(200, { 'content-length': '9999' })
      response.write(mail({ Subject: 'Nie ganz' }, 'x'), () => response.destroy())
      return true
    }
    expect(await syncOnce(appContext, id)).toBe(2)
    const email = db.selectFrom('email').select(['subject', 'parse_state']).orderBy('subject')
    expect(await email.where('subject', 'in', ['Nie ganz', 'Daneben']).execute()).toEqual([
      { subject: 'Daneben', parse_state: 'WHOLE' },
      { subject: 'Nie ganz', parse_state: 'FAILED' },
    ])
  })

  test('within its header is a lost connection and comes in later', async () => {
    graph.add(mail({ Subject: 'Später' }))
    breaking(3, 'Subject: Sp')
    expect(mailError(await syncOnce(appContext, id).catch((error: unknown) => error)).fault).toBe('DISCONNECTED')
    expect(await syncOnce(appContext, id)).toBe(1)
  })
})

test('a message deleted before its download is skipped', async () => {
  graph.add(mail({ Subject: 'Weg' }))
  taking('$value', 1, (response) => response.writeHead(404).end('{"error":{"code":"ErrorItemNotFound"}}'))
  expect(await syncOnce(appContext, id)).toBe(0)
})

test('a message that Microsoft does not send delays no other', async () => {
  const [corrupt] = [graph.add(mail({ Subject: 'Verdorben' })), graph.add(mail({ Subject: 'Heil' }))]
  graph.fault = (request, response) => {
    if (!request.url?.includes(`${corrupt?.id}/$value`)) return false
    response.writeHead(400).end('{"error":{"code":"ErrorCorruptData","message":"corrupt"}}')
    return true
  }
  expect(await syncOnce(appContext, id)).toBe(1)
  const waiting = db.selectFrom('mail_source').select(['refusals', 'refusal']).where('outcome', '=', 'WAITING')
  expect(await waiting.execute()).toEqual([{ refusals: 1, refusal: 'ErrorCorruptData: corrupt' }])
  const subjects = ['Heil', 'Verdorben']
  const found = db.selectFrom('email').select('subject').where('subject', 'in', subjects).orderBy('subject')
  expect(await found.execute()).toEqual([{ subject: 'Heil' }])
  graph.fault = () => false
  await db.updateTable('mail_source').set({ next_try_at: null }).execute()
  expect(await syncOnce(appContext, id)).toBe(1)
  expect(await found.execute()).toHaveLength(2)
})

test('a message at which Microsoft fails is found among those that are asked for together', async () => {
  const names = ['Eins', 'Zwei', 'Drei', 'Vier']
  const [, , broken] = names.map((Subject) => graph.add(mail({ Subject })))
  graph.fault = (request, response) => {
    if (!request.url?.includes(`${broken?.id}/$value`)) return false
    response.writeHead(500).end()
    return true
  }
  const fails = () => expect(syncOnce(appContext, id)).rejects.toMatchObject({ fault: 'DISCONNECTED' })
  await fails()
  const found = await db.selectFrom('email').select('subject').where('subject', 'in', names).execute()
  expect(found.map(({ subject }) => subject).sort()).toEqual(['Eins', 'Vier', 'Zwei'])
  await fails()
  expect(await syncOnce(appContext, id)).toBe(0)
  graph.fault = () => false
  await db.updateTable('mail_source').set({ next_try_at: null }).execute()
  expect(await syncOnce(appContext, id)).toBe(1)
})

test('a circular list of result pages is ended', async () => {
  const next = `${graph.url.origin}/v1.0/users/info%40example.test/mailFolders/f-inbox/messages/delta?$skiptoken=1`
  taking('/delta', 50, (response) => response.end(JSON.stringify({ value: [], '@odata.nextLink': next })))
  expect(mailError(await syncOnce(appContext, id).catch((error: unknown) => error))).toMatchObject({
    fault: 'PROTOCOL',
    said: 'the list has no end',
  })
})

test('a link to another host is not followed with the token', async () => {
  refusing(200, {}, JSON.stringify({ value: [], '@odata.nextLink': 'https://evil.example/v1.0/steal' }))
  expect(mailError(await syncOnce(appContext, id).catch((error: unknown) => error))).toMatchObject({
    fault: 'PROTOCOL',
  })
})

test('a revoked token is renewed once', async () => {
  graph.revoke()
  const before = graph.requests.length
  expect(await syncOnce(appContext, id)).toBe(0)
  expect(await syncOnce(appContext, id)).toBe(0)
  const asked = graph.requests.slice(before)
  expect(asked.filter((request) => request.includes('/oauth2/v2.0/token'))).toHaveLength(1)
})

test('a wrong client secret is reported with the message of Microsoft', async () => {
  const other = await connectMailbox(
    appContext,
    NewMailbox.parse({ ...settings, title: 'Falsch', office, clientSecret: 'x' }),
  )
  const error = mailError(await syncOnce(appContext, other).catch((error: unknown) => error))
  expect(error).toMatchObject({ fault: 'TOKEN', said: expect.stringContaining('AADSTS7000215') })
})

describe('sign-in with a certificate', () => {
  const own = testCertificate('localhost', 'rsa')
  const connect = (title: string, certificate: string) => {
    const { clientSecret: _, ...others } = settings
    return connectMailbox(
      appContext,
      NewMailbox.parse({ ...others, title, office: { ...office, clientId: title }, certificate }),
    )
  }

  test('signs a new assertion each time and names its certificate', async () => {
    graph.certificate = own.certificatePem
    const id = await connect('Zertifikat', `${own.certificatePem}${own.keyPem}`)
    await syncOnce(appContext, id)
    graph.revoke()
    expect(await syncOnce(appContext, id)).toBe(0)
  })

  test('is refused for a wrong key or a wrong certificate', async () => {
    graph.certificate = own.certificatePem
    const other = testCertificate('andere', 'rsa')
    const pairs = [`${own.certificatePem}${other.keyPem}`, `${other.certificatePem}${other.keyPem}`]
    const said = []
    for (const [at, pem] of pairs.entries()) {
      const id = await connect(`Falsches Zertifikat ${at}`, pem)
      const { fault, said: text } = mailError(await syncOnce(appContext, id).catch((error: unknown) => error))
      said.push([fault, text])
    }
    expect(said).toEqual([
      ['TOKEN', 'AADSTS700027: signature'],
      ['TOKEN', 'AADSTS700027: no such certificate'],
    ])
  })

  test('reports an unreadable certificate', async () => {
    const id = await connect('Kein Zertifikat', 'nichts')
    expect(mailError(await syncOnce(appContext, id).catch((error: unknown) => error))).toMatchObject({
      fault: 'TOKEN',
      said: 'the certificate cannot be read',
    })
  })
})

test('a mailbox that the application may not open is reported as NOT_ALLOWED', async () => {
  graph.fault = (request, response) => {
    if (!request.url?.includes('/mailFolders')) return false
    response.writeHead(403).end('{"error":{"code":"ErrorAccessDenied","message":"Access is denied."}}')
    return true
  }
  expect(mailError(await syncOnce(appContext, id).catch((error: unknown) => error))).toMatchObject({
    fault: 'NOT_ALLOWED',
    said: 'ErrorAccessDenied: Access is denied.',
  })
})

test('IMAP with a token works, also after the token is revoked', async () => {
  const server = { host: '127.0.0.1', port: dovecot.imap, security: 'NONE' as const }
  const way = { ...settings, incoming: server, office: { ...office, protocol: 'IMAP_SMTP' } }
  const imap = await connectMailbox(appContext, NewMailbox.parse({ ...way, title: 'IMAP' }))
  await dovecot.deliver('info@example.test', mail({ Subject: 'Mit Token' }))
  expect(await syncOnce(appContext, imap)).toBe(1)
  graph.revoke()
  expect(await syncOnce(appContext, imap)).toBe(0)
})

test('the connection test by IMAP and SMTP signs in with a token', async () => {
  const smtp = await smtpServer()
  smtp.behaviour = { token: (user, token) => user === 'info@example.test' && graph.isGood(token) }
  const server = (port: number) => ({ host: '127.0.0.1', port, security: 'NONE' as const })
  const given = { ...settings, title: 'Probe', incoming: server(dovecot.imap), outgoing: server(smtp.port) }
  const body = { ...NewMailbox.parse({ ...given, office: { ...office, protocol: 'IMAP_SMTP' } }), id: null }
  const tested = async () => (await as('ADMIN').call(mailboxApi.test, { body })).answer.steps
  expect(await tested()).toMatchObject(['CONNECT', 'SIGN_IN', 'FOLDERS', 'SEND'].map((step) => ({ step, ok: true })))
  smtp.behaviour = { token: () => false }
  expect((await tested()).at(-1)).toMatchObject({ step: 'SEND', ok: false })
})
