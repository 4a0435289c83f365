import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { testCertificate } from '../../../test/certificate.ts'
import { mailPassword } from '../../../test/dovecot.ts'
import { connectMailbox, mail, mailboxAt } from '../../../test/mail.ts'
import { testProxy } from '../../../test/proxy.ts'
import { testDovecot } from '../../../test/test-dovecot.ts'
import { mailError } from '../transports/faults.ts'
import { openImap } from '../transports/imap.ts'
import { openPop3 } from '../transports/pop3.ts'
import { syncOnce } from './sync-mailbox.ts'

const own = testCertificate()
const dovecot = await testDovecot({ tls: own })
const plain = await testDovecot()
const { appContext, database } = await testApp()
const db = database.kysely
const proxy = await testProxy(dovecot.imap)
const address = dovecot.account('bruch')
const id = await connectMailbox(appContext, mailboxAt(proxy.port, address))
const subjects = async () =>
  (await db.selectFrom('email').select('subject').orderBy('subject').execute()).map(({ subject }) => subject)

test('a connection cut at any byte loses and doubles no message and takes none for removed', async () => {
  const names = Array.from({ length: 12 }, (_, at) => `Nummer ${String(at).padStart(2, '0')}`)
  await dovecot.deliver(address, ...names.map((Subject) => mail({ Subject }, 'x'.repeat(2000))))
  const faults = new Set<string>()
  // Cuts the connection within the greeting, the sign-in, the list of folders, the look and the sources.
  for (let bytes = 20; bytes < 30_000; bytes = Math.ceil(bytes * 1.5)) {
    proxy.cutAfter(bytes)
    const done = await syncOnce(appContext, id, { whole: true }).catch(mailError)
    if (typeof done !== 'number') faults.add(done.fault)
    const gone = db.selectFrom('mail_source').select('id').where('gone_at', 'is not', null)
    expect(await gone.execute(), `after ${bytes} bytes`).toEqual([])
  }
  expect([...faults]).toEqual(['DISCONNECTED'])
  proxy.cutAfter(null)
  await db.updateTable('mail_source').set({ next_try_at: null }).execute()
  await syncOnce(appContext, id, { whole: true })
  expect(await subjects()).toEqual(names)
  expect(await db.selectFrom('mail_quarantine').select('id').execute()).toEqual([])
  expect(await db.selectFrom('mail_source').select('id').where('email_id', 'is', null).execute()).toEqual([])
})

test('a connection cut while flags are written keeps the task for later', async () => {
  const { id: source } = await db.selectFrom('mail_source').select('id').limit(1).executeTakeFirstOrThrow()
  await db.insertInto('mail_server_task').values({ source_id: source, task: 'SEEN' }).execute()
  proxy.cutAt(/OK Store completed/)
  await syncOnce(appContext, id).catch(() => {})
  proxy.cutAt(null)
  expect(await db.selectFrom('mail_server_task').select('task').execute()).toEqual([{ task: 'SEEN' }])
  await db
    .updateTable('mail_server_task')
    .set({ next_try_at: new Date(0).toISOString() })
    .execute()
  await syncOnce(appContext, id)
  expect(await db.selectFrom('mail_server_task').select('task').execute()).toEqual([])
})

test('the existence of a folder is checked once for all messages restored to it', async () => {
  await dovecot.doveadm('mailbox', 'create', '-u', address, 'Kunden')
  const settings = JSON.stringify({ ...mailboxAt(proxy.port, address), folders: ['Kunden'] })
  await db.updateTable('mailbox').set({ settings }).where('id', '=', id).execute()
  await dovecot.doveadm('move', '-u', address, 'Kunden', 'mailbox', 'INBOX', '1:3')
  await syncOnce(appContext, id, { whole: true })
  const there = db
    .selectFrom('mail_source as s')
    .innerJoin('mail_folder as f', 'f.id', 's.folder_id')
    .select(['s.id as source_id', 'f.path'])
    .where('s.gone_at', 'is', null)
  const tell = async (task: 'BIN' | 'UNBIN', from: string) => {
    const sources = await there.where('path', '=', from).execute()
    const tasks = sources.map(({ source_id }) => ({ source_id, task }))
    await db.insertInto('mail_server_task').values(tasks).execute()
    await syncOnce(appContext, id, { whole: true })
  }
  await tell('BIN', 'Kunden')
  const asked = proxy.count(/^\S+ EXAMINE "?Kunden"?\r?$/gm)
  await tell('UNBIN', 'Trash')
  expect(asked()).toBe(1)
  expect((await there.where('path', '=', 'Kunden').execute()).length).toBe(3)
})

const server = (port: number, security: 'TLS' | 'STARTTLS') => ({
  server: { host: 'localhost', port, security, user: address },
  password: mailPassword,
  token: null,
})
const faultOf = async (opening: Promise<{ close(): Promise<void> }>) => {
  const opened = await opening.catch(mailError)
  if (!(opened instanceof Error)) await opened.close()
  return opened instanceof Error ? mailError(opened).fault : 'none'
}

test('an untrusted certificate ends the connection before the password is sent', async () => {
  expect(await faultOf(openImap(server(dovecot.imaps, 'TLS')))).toBe('CERTIFICATE')
  expect(await faultOf(openImap(server(dovecot.imap, 'STARTTLS')))).toBe('CERTIFICATE')
  expect(await faultOf(openPop3(server(dovecot.pop3, 'STARTTLS')))).toBe('CERTIFICATE')
})

test('a trusted certificate is accepted for TLS and STARTTLS', async () => {
  const trusted = own.certificatePem
  expect(await faultOf(openImap({ ...server(dovecot.imaps, 'TLS'), trusted }))).toBe('none')
  expect(await faultOf(openImap({ ...server(dovecot.imap, 'STARTTLS'), trusted }))).toBe('none')
  expect(await faultOf(openPop3({ ...server(dovecot.pop3, 'STARTTLS'), trusted }))).toBe('none')
})

test('a server without STARTTLS is refused where STARTTLS is required', async () => {
  expect(await faultOf(openImap(server(plain.imap, 'STARTTLS')))).toBe('NO_STARTTLS')
  expect(await faultOf(openPop3(server(plain.pop3, 'STARTTLS')))).toBe('NO_STARTTLS')
})
