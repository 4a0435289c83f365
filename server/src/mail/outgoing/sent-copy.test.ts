import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { NewMailbox } from '#contract/mail/mailboxes'
import { connectMailbox, mailboxAt } from '../../../test/mail.ts'
import { outgoingApp } from '../../../test/outgoing.ts'
import { testProxy } from '../../../test/proxy.ts'
import { readFolder } from '../../../test/read-folder.ts'
import { testDovecot } from '../../../test/test-dovecot.ts'
import { syncOnce } from '../mailboxes/sync-mailbox.ts'
import { workOnce } from './outbox.ts'

const { appContext, database, smtp, sent, deliver, row } = await outgoingApp()
const dovecot = await testDovecot()
const db = database.kysely

/** Connects an IMAP mailbox that sends by the SMTP server; `port` is that of a proxy. */
async function mailbox(name: string, port = dovecot.imap) {
  const address = dovecot.account(name)
  const outgoing = { host: '127.0.0.1', port: smtp.port, security: 'NONE', user: '' }
  return { address, id: await connectMailbox(appContext, NewMailbox.parse({ ...mailboxAt(port, address), outgoing })) }
}
const folderOf = (address: string, folder = 'Sent') => readFolder(dovecot.imap, address, folder)
async function copyOf(outboxRef: string) {
  const { rows } = await sql<{ state: string; tries: number; minutes: number | null }>`
    select copy_state as state, copy_tries as tries, round(extract(epoch from copy_next_at - now()) / 60)::int as minutes
      from outbox where id = ${outboxRef}`.execute(db)
  return rows[0]
}
/** Makes the next attempt to file the copy due, and runs it. */
async function nextTry(outboxRef: string) {
  await sql`update outbox set copy_state = 'WAITING', copy_next_at = now() where id = ${outboxRef}`.execute(db)
  while (await workOnce(appContext));
}

test('a copy is filed once as read in the Sent folder with hidden recipients, and is no second e-mail', async () => {
  const { address, id } = await mailbox('copy')
  const { outboxRef } = await sent({ subject: 'Mit Kopie', bcc: ['chefin@example.test'] }, { id })
  await deliver()
  const [copy, ...others] = await folderOf(address)
  expect(others).toEqual([])
  expect(copy?.flags).toContain('\\Seen')
  expect(copy?.mail).toMatchObject({ subject: 'Mit Kopie', bcc: [{ address: 'chefin@example.test' }] })
  expect(smtp.received.at(-1)?.raw).not.toContain('chefin')
  expect(await copyOf(outboxRef)).toMatchObject({ state: 'DONE' })
  expect(await syncOnce(appContext, id)).toBe(0)
  expect(await syncOnce(appContext, id, { whole: true })).toBe(0)
  const emails = await db.selectFrom('email').select('id').where('subject', '=', 'Mit Kopie').execute()
  expect(emails).toHaveLength(1)
  const source = db
    .selectFrom('mail_source')
    .select('email_id')
    .where('email_id', '=', emails[0]?.id ?? '')
  expect(await source.execute()).toHaveLength(1)
})

test('after a crash the copy is looked for before it is filed again', async () => {
  const { address, id } = await mailbox('crash')
  const { outboxRef } = await sent({ subject: 'Abgestürzt' }, { id })
  await deliver()
  for (let again = 0; again < 3; again++) await nextTry(outboxRef)
  expect(await folderOf(address)).toHaveLength(1)
  expect(await copyOf(outboxRef)).toMatchObject({ state: 'DONE', tries: 4 })
})

test('a copy filed by the server itself is not filed again', async () => {
  const { address, id } = await mailbox('itself')
  const { outboxRef } = await sent({ subject: 'Schon da' }, { id })
  await sql`update outbox set copy_state = 'NONE' where id = ${outboxRef}`.execute(db)
  await deliver()
  await dovecot.deliver(address, smtp.received.at(-1)?.raw ?? '')
  await dovecot.doveadm('move', '-u', address, 'Sent', 'mailbox', 'INBOX', 'all')
  await nextTry(outboxRef)
  expect(await folderOf(address)).toHaveLength(1)
  expect(await copyOf(outboxRef)).toMatchObject({ state: 'DONE' })
})

test('a copy that cannot be filed is retried without sending the message again', async () => {
  const { address, id } = await mailbox('later')
  const before = smtp.received.length
  await dovecot.stop()
  const { outboxRef } = await sent({ subject: 'Später abgelegt' }, { id })
  await deliver()
  expect((await row(outboxRef))?.state).toBe('ACCEPTED')
  expect(await copyOf(outboxRef)).toEqual({ state: 'WAITING', tries: 1, minutes: 1 })
  await nextTry(outboxRef)
  expect(await copyOf(outboxRef)).toEqual({ state: 'WAITING', tries: 2, minutes: 5 })
  await dovecot.start()
  await nextTry(outboxRef)
  expect(await copyOf(outboxRef)).toMatchObject({ state: 'DONE' })
  expect(await folderOf(address)).toHaveLength(1)
  expect(smtp.received.length - before).toBe(1)
})

test('a copy that can never be filed is given up, and the message stays sent', async () => {
  const { id } = await mailbox('never', 9)
  const { outboxRef } = await sent({ subject: 'Nie abgelegt' }, { id })
  await deliver()
  await sql`update outbox set copy_tries = 7 where id = ${outboxRef}`.execute(db)
  await nextTry(outboxRef)
  expect(await copyOf(outboxRef)).toMatchObject({ state: 'FAILED' })
  expect((await row(outboxRef))?.state).toBe('ACCEPTED')
})

test('a lost answer of the server does not lead to a second copy', async () => {
  const proxy = await testProxy(dovecot.imap)
  const { address, id } = await mailbox('lost', proxy.port)
  // The copy is stored, but the answer never arrives.
  proxy.cutAt(/OK \[APPENDUID/)
  const { outboxRef } = await sent({ subject: 'Antwort verloren' }, { id })
  await deliver()
  expect(await folderOf(address)).toHaveLength(1)
  expect(await copyOf(outboxRef)).toMatchObject({ state: 'WAITING', tries: 1 })
  proxy.cutAt(null)
  await nextTry(outboxRef)
  expect(await copyOf(outboxRef)).toMatchObject({ state: 'DONE' })
  expect(await folderOf(address)).toHaveLength(1)
})
