import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { ServerTask } from '#contract/mail/mailboxes'
import { testApp } from '../../../test/app.ts'
import { connectMailbox, mail, mailboxAt } from '../../../test/mail.ts'
import { readFolder } from '../../../test/read-folder.ts'
import { testDovecot } from '../../../test/test-dovecot.ts'
import { startSync } from './sync.ts'
import { syncOnce } from './sync-mailbox.ts'
import { wakeMailbox } from './wake.ts'

// An IMAP server without IDLE, MOVE, UIDPLUS, CONDSTORE and special folders.
const dovecot = await testDovecot({ capability: 'IMAP4rev1 LITERAL+' })
const { appContext, database } = await testApp()
const db = database.kysely
const address = dovecot.account('arm')
const id = await connectMailbox(appContext, mailboxAt(dovecot.imap, address))
const emails = () => db.selectFrom('email').select(['id', 'subject', 'seen']).orderBy('subject').execute()
const places = (subject: string) =>
  db
    .selectFrom('mail_source as s')
    .innerJoin('email as e', 'e.id', 's.email_id')
    .innerJoin('mail_folder as f', 'f.id', 's.folder_id')
    .select(['s.id', 'f.path', 's.gone_at'])
    .where('e.subject', '=', subject)
    .orderBy('s.position')
    .execute()
async function tell(subject: string, task: ServerTask) {
  const place = (await places(subject)).find(({ gone_at }) => gone_at === null)
  await db
    .insertInto('mail_server_task')
    .values({ source_id: place?.id ?? '', task })
    .execute()
  await syncOnce(appContext, id)
  expect(await db.selectFrom('mail_server_task').select('id').execute()).toEqual([])
}
const subjectsIn = async (folder: string) =>
  (await readFolder(dovecot.imap, address, folder)).map(({ mail: { subject } }) => subject)

test('a server without IMAP extensions is polled and its messages come in once', async () => {
  await dovecot.deliver(address, mail({ Subject: 'A' }), mail({ Subject: 'B' }))
  expect(await syncOnce(appContext, id)).toBe(2)
  for (const whole of [false, true]) expect(await syncOnce(appContext, id, { whole })).toBe(0)
  const engine = startSync(appContext, { info: () => {}, error: () => {} })
  try {
    const status = db.selectFrom('mailbox_status').select(['state', 'pushed']).where('mailbox_id', '=', id)
    await expect.poll(() => status.executeTakeFirst(), { timeout: 90_000 }).toEqual({ state: 'OK', pushed: false })
    await dovecot.deliver(address, mail({ Subject: 'C' }))
    await sleep(300)
    await wakeMailbox(db, id)
    await expect.poll(async () => (await emails()).length, { timeout: 90_000 }).toBe(3)
  } finally {
    await engine.stop()
  }
  expect((await emails()).map(({ subject }) => subject)).toEqual(['A', 'B', 'C'])
})

test('flags are synchronised in both directions without IMAP extensions', async () => {
  await dovecot.doveadm('flags', 'add', '-u', address, '\\Seen', 'mailbox', 'INBOX', 'subject', 'A')
  await syncOnce(appContext, id, { whole: true })
  expect((await emails()).map(({ seen }) => seen)).toEqual([true, false, false])
  await tell('B', 'SEEN')
  await tell('B', 'ANSWERED')
  const [, b] = await readFolder(dovecot.imap, address)
  expect(b?.flags).toEqual(expect.arrayContaining(['\\Seen', '\\Answered']))
})

test('without MOVE a message is moved to the bin once, and messages deleted by others stay', async () => {
  await tell('A', 'BIN')
  expect([await subjectsIn('INBOX'), await subjectsIn('Trash')]).toEqual([['B', 'C'], ['A']])
  await dovecot.doveadm('flags', 'add', '-u', address, '\\Deleted', 'mailbox', 'INBOX', 'subject', 'C')
  await dovecot.deliver(address, mail({ Subject: 'D' }))
  await syncOnce(appContext, id)
  await tell('D', 'BIN')
  expect([await subjectsIn('INBOX'), await subjectsIn('Trash')]).toEqual([
    ['B', 'C', 'D'],
    ['A', 'D'],
  ])
  const [, , d] = await readFolder(dovecot.imap, address)
  expect(d?.flags).toContain('\\Deleted')
  expect(await syncOnce(appContext, id, { whole: true })).toBe(0)
  expect(await emails()).toHaveLength(4)
})

test('a message deleted by others on the server stays here', async () => {
  await dovecot.doveadm('expunge', '-u', address, 'mailbox', 'INBOX', 'subject', 'B')
  await syncOnce(appContext, id, { whole: true })
  expect(await places('B')).toMatchObject([{ gone_at: expect.any(String) }])
  expect(await emails()).toHaveLength(4)
})
