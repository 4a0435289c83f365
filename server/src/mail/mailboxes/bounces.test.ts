import { expect, test } from 'vitest'
import { contactApi } from '#contract/contacts/contacts'
import { emailApi } from '#contract/mail/inbox'
import { NewMailbox } from '#contract/mail/mailboxes'
import { outgoingApi } from '#contract/mail/outgoing'
import { connectMailbox, mail, mailboxAt } from '../../../test/mail.ts'
import { outgoingApp } from '../../../test/outgoing.ts'
import { testDovecot } from '../../../test/test-dovecot.ts'
import { syncOnce } from './sync-mailbox.ts'

const { as, appContext, database, smtp, user, sent, deliver, row, latest } = await outgoingApp()
const dovecot = await testDovecot()
const address = dovecot.account('verkauf')
const outgoing = { host: '127.0.0.1', port: smtp.port, security: 'NONE', user: '' }
const id = await connectMailbox(appContext, NewMailbox.parse({ ...mailboxAt(dovecot.imap, address), outgoing }))

/** Adds a contact with this address and sends a message to it; returns what is needed to follow it. */
async function sentTo(recipient: string) {
  const body = { surname: recipient, emailAddresses: [{ address: recipient }] } as never
  const contact = await user.call(contactApi.add, { body, query: {} })
  const handed = await sent({ recipients: [recipient], subject: `An ${recipient}` }, { id })
  await deliver()
  const messageId = (await latest()).mail.messageId ?? ''
  return { ...handed, messageId, contactId: contact.answer.id, recipient }
}
interface Report {
  action?: string
  status?: string
  about: string
  recipient: string
}
/** Builds a report as another server writes it (RFC 3464). */
const report = ({ action = 'failed', status = '5.1.1', about, recipient }: Report) =>
  mail(
    {
      'Return-Path': '<>',
      From: 'Mail Delivery System <mailer-daemon@mx.example.org>',
      Subject: 'Undelivered Mail Returned to Sender',
      'Content-Type': 'multipart/report; report-type=delivery-status; boundary=r',
    },
    [
      '--r\r\nContent-Type: text/plain\r\n\r\nLeider.',
      `--r\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.example.org\r\n\r\nFinal-Recipient: rfc822; ${recipient}\r\nAction: ${action}\r\nStatus: ${status}\r\nDiagnostic-Code: smtp; 550 ${status} no such user`,
      `--r\r\nContent-Type: text/rfc822-headers\r\n\r\nMessage-ID: ${about}\r\nSubject: Offerte`,
      '--r--',
    ].join('\r\n'),
  )
async function arrive(source: string) {
  await dovecot.deliver(address, source)
  expect(await syncOnce(appContext, id)).toBe(1)
  const found = database.kysely.selectFrom('email').select(['id', 'kind', 'state', 'assignee_id', 'thread_id'])
  return found.where('direction', '=', 'INCOMING').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
}
const isUndeliverable = async (contactId: string) =>
  (await user.call(contactApi.get, { params: { id: contactId } })).answer.emailAddresses[0]?.undeliverable

test('a bounce report by IMAP marks the message and the address, and is assigned to the sender', async () => {
  const gone = await sentTo('weg@example.org')
  const arrived = await arrive(report({ about: gone.messageId, recipient: gone.recipient }))
  expect(await row(gone.outboxRef)).toMatchObject({ state: 'UNDELIVERABLE', said: '550 5.1.1 no such user' })
  expect(await isUndeliverable(gone.contactId)).toBe(true)
  const me = await database.kysely
    .selectFrom('app_user')
    .select('id')
    .where('username', '=', 'USER')
    .executeTakeFirstOrThrow()
  const original = (await user.call(emailApi.get, { params: { id: gone.emailRef } })).answer
  expect(arrived).toMatchObject({ kind: 'BOUNCE', state: 'OPEN', assignee_id: me.id, thread_id: original.threadRef })
  const { answer } = await user.call(emailApi.get, { params: { id: arrived.id } })
  expect(answer.bounces).toMatchObject([{ recipient: gone.recipient, delayed: false, originalRef: gone.emailRef }])
  expect(original.delivery).toBe('UNDELIVERABLE')
  const checked = await user.call(outgoingApi.check, {
    body: { recipients: [gone.recipient], rootEmailId: null, since: '2020-01-01T00:00:00.000Z' },
  })
  expect(checked.answer).toMatchObject([{ kind: 'BOUNCED', address: gone.recipient }])
})

test('a bounce report marks an address with umlauts in either spelling', async () => {
  const gone = await sentTo('weg@müller.example')
  await arrive(report({ about: gone.messageId, recipient: 'weg@xn--mller-kva.example' }))
  expect(await isUndeliverable(gone.contactId)).toBe(true)
})

test('a delay report marks nothing and arrives closed', async () => {
  const slow = await sentTo('langsam@example.org')
  const delay = { action: 'delayed', status: '4.4.7', about: slow.messageId, recipient: slow.recipient }
  expect(await arrive(report(delay))).toMatchObject({ kind: 'DELAYED', state: 'CLOSED' })
  expect((await row(slow.outboxRef))?.state).toBe('ACCEPTED')
  expect(await isUndeliverable(slow.contactId)).not.toBe(true)
})

test('a bounce report about an unknown message marks nothing', async () => {
  const body = { surname: 'Fremd', emailAddresses: [{ address: 'fremd@example.org' }] } as never
  const contact = await as('USER').call(contactApi.add, { body, query: {} })
  const arrived = await arrive(report({ about: '<erfunden@example.org>', recipient: 'fremd@example.org' }))
  expect(arrived).toMatchObject({ kind: 'BOUNCE', state: 'OPEN', assignee_id: null })
  expect(await isUndeliverable(contact.answer.id)).not.toBe(true)
})

test('a bounce report without a machine-readable part marks the message and the address', async () => {
  const gone = await sentTo('fort@example.org')
  const arrived = await arrive(
    mail(
      { 'Return-Path': '<>', From: 'MAILER-DAEMON@mx.example.org', Subject: 'failure notice' },
      `Hi. This is the qmail-send program at mx.example.org.\r\n\r\n<fort@example.org>:\r\nRemote host said: 550 5.1.1 no such user\r\n\r\n--- Below this line is a copy of the message.\r\n\r\nMessage-ID: ${gone.messageId}\r\nSubject: Offerte`,
    ),
  )
  expect(arrived).toMatchObject({ kind: 'BOUNCE', state: 'OPEN' })
  expect(await row(gone.outboxRef)).toMatchObject({ state: 'UNDELIVERABLE' })
  expect(await isUndeliverable(gone.contactId)).toBe(true)
})

test('a complaint arrives open in the thread of the sent message and marks nothing', async () => {
  const complained = await sentTo('klage@example.org')
  const arrived = await arrive(
    mail(
      { From: 'fbl@mx.example.org', 'Content-Type': 'multipart/report; report-type=feedback-report; boundary=r' },
      `--r\r\nContent-Type: message/feedback-report\r\n\r\nFeedback-Type: abuse\r\n--r\r\nContent-Type: message/rfc822\r\n\r\nMessage-ID: ${complained.messageId}\r\n\r\nx\r\n--r--`,
    ),
  )
  const original = (await user.call(emailApi.get, { params: { id: complained.emailRef } })).answer
  expect(arrived).toMatchObject({ kind: 'FEEDBACK', state: 'OPEN', thread_id: original.threadRef })
  expect((await row(complained.outboxRef))?.state).toBe('ACCEPTED')
  expect(await isUndeliverable(complained.contactId)).not.toBe(true)
})

test('a report of a full mailbox marks the message, not the address', async () => {
  const full = await sentTo('voll@example.org')
  await arrive(report({ status: '4.2.2', about: full.messageId, recipient: full.recipient }))
  expect((await row(full.outboxRef))?.state).toBe('UNDELIVERABLE')
  expect(await isUndeliverable(full.contactId)).not.toBe(true)
})

test('a bounce report that is fetched again is stored once', async () => {
  const before = await database.kysely.selectFrom('email_bounce').select('email_id').execute()
  expect(await syncOnce(appContext, id, { whole: true })).toBe(0)
  expect(await database.kysely.selectFrom('email_bounce').select('email_id').execute()).toEqual(before)
})
