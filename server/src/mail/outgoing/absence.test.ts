import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { atOnceWith } from '../../../test/at-once.ts'
import { outgoingApp } from '../../../test/outgoing.ts'
import { inTransaction, systemActor } from '../../http/context.ts'
import { jobHandlers } from '../../registries/jobs.ts'

const { database, appContext, smtp, mailbox, deliver, latest } = await outgoingApp()
const db = database.kysely
const { rows: folders } = await sql<{ id: string }>`
  insert into mail_folder (mailbox_id, path, role) values (${mailbox}, 'INBOX', 'INBOX') returning id`.execute(db)
await sql`insert into absence_email (subject, text, valid_from) values ('Ferien', 'Wir sind am Montag zurück.', '2020-01-01')`.execute(
  db,
)

afterEach(() => {
  smtp.received.length = 0
})

let uid = 0
interface Arrival {
  kind?: string
  from?: string
  to?: string
  age?: string
  assignee?: string | null
}
/** Files an arriving message and returns its id. */
async function file({
  kind = 'NORMAL',
  from = 'kunde@example.test',
  to = 'Verkauf@glut.example',
  age = '0',
  assignee = null,
}: Arrival = {}) {
  const { rows } = await sql<{ id: string }>`
    insert into email (direction, kind, subject, from_address, to_list, message_id, thread_id, received_at, assignee_id)
    values ('INCOMING', ${kind}, 'Frage', ${from}, ${JSON.stringify([{ name: '', address: to }])}::jsonb, 'frage@example.test',
            uuid_v7(), now() - ${age}::interval, ${assignee})
    returning id`.execute(db)
  const id = rows[0]?.id ?? ''
  await sql`insert into mail_source (folder_id, uid, email_id) values (${folders[0]?.id}, ${String(++uid)}, ${id})`.execute(
    db,
  )
  return id
}
/** Files an arriving message and runs its answer; returns how many absence e-mails left. */
async function arrive(arrival?: Arrival) {
  const id = await file(arrival)
  await inTransaction(appContext, systemActor(), (ctx) => ctx.enqueue('answerAbsence', { emailId: id }))
  const { rows: jobs } = await sql<{ payload: { emailId: string } }>`
    delete from graphile_worker._private_jobs returning payload`.execute(db)
  for (const { payload } of jobs) await answer(payload)
  return delivered()
}
const answer = (payload: { emailId: string }) =>
  jobHandlers.answerAbsence(appContext, payload, AbortSignal.timeout(60_000))
async function delivered() {
  const before = smtp.received.length
  await deliver()
  return smtp.received.length - before
}

test('an absence e-mail answers each sender once as an automatic message with an empty sender', async () => {
  expect(await arrive()).toBe(1)
  const { from, to, mail } = await latest()
  expect([from, to]).toEqual(['', ['kunde@example.test']])
  expect(mail).toMatchObject({
    subject: 'Ferien',
    text: 'Wir sind am Montag zurück.\n',
    inReplyTo: '<frage@example.test>',
  })
  const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value
  expect([header('auto-submitted'), header('x-auto-response-suppress')]).toEqual(['auto-replied', 'All'])
  expect(await arrive({ from: 'KUNDE@example.test' })).toBe(0)
  expect(await arrive({ from: 'andere@example.test' })).toBe(1)
  const { rows } = await sql`select from encounter`.execute(db)
  expect(rows).toEqual([])
})

test('several messages of one sender at the same time get one absence e-mail', async () => {
  const from = 'eilig@example.test'
  const emails = [await file({ from }), await file({ from }), await file({ from })]
  const answers = () => Promise.all(emails.map((emailId) => answer({ emailId })))
  await atOnceWith(database, 'select from absence_email for update', answers, emails.length)
  expect(await delivered()).toBe(1)
})

describe('no absence e-mail is sent', () => {
  test.each<[string, Arrival]>([
    ['to an automatic message', { kind: 'AUTO' }],
    ['to a list', { kind: 'BULK' }],
    ['to a bounce', { kind: 'BOUNCE' }],
    ['to ourselves', { from: 'verkauf@glut.example' }],
    ['to an address that nobody reads', { from: 'no-reply@example.test' }],
    ['to who wrote to somebody else', { to: 'liste@example.test' }],
    ['to what is fetched later', { age: '2 days' }],
    ['to what is no address', { from: 'a@b.test, c@d.test' }],
  ])('%s', async (_, given) => expect(await arrive({ from: `${crypto.randomUUID()}@example.test`, ...given })).toBe(0))
})

test('no absence e-mail is sent to the own address in another spelling of its domain', async () => {
  await sql`
    insert into mailbox (type, title, address, max_message_bytes, active)
      values ('IMAP', 'Umlaut', 'info@müller.example', 1000, false)`.execute(db)
  for (const from of ['info@xn--mller-kva.example', 'INFO@MÜLLER.example']) expect(await arrive({ from })).toBe(0)
})

test('a user with an own active absence e-mail answers with that', async () => {
  const { rows } = await sql<{ id: string }>`select id from app_user where username = 'USER'`.execute(db)
  const assignee = rows[0]?.id ?? ''
  await sql`
    insert into absence_email (user_id, subject, text, valid_from, valid_until, active)
    values (${assignee}, 'Vorbei', '', '2020-01-01', '2020-01-02', true), (${assignee}, 'Aus', '', '2020-01-01', null, false),
           (${assignee}, 'Eigene', 'Bis bald', '2020-01-01', null, true)`.execute(db)
  expect(await arrive({ from: 'eigene@example.test', assignee })).toBe(1)
  expect((await latest()).mail.subject).toBe('Eigene')
})

test('an absent person answers mail assigned to them and mail to their own address', async () => {
  const { rows } = await sql<{ id: string }>`select id from app_user where username = 'ADMIN'`.execute(db)
  const assignee = rows[0]?.id ?? ''
  await sql`update app_user set email = 'Verkauf@Glut.example' where id = ${assignee}`.execute(db)
  const subject = async (given: Arrival) => ((await arrive(given)) ? (await latest()).mail.subject : undefined)
  await sql`
    insert into absence (person_id, from_at, until_at, subject, text)
    values (${assignee}, now() - interval '2 minutes', now() - interval '1 minute', 'Vorbei', ''),
           (${assignee}, now() - interval '1 minute', now() + interval '1 hour', 'In den Bergen', 'Bis dann')`.execute(
    db,
  )
  const from = 'berg@example.test'
  expect(await subject({ from, assignee })).toBe('In den Bergen')
  expect(await subject({ from, assignee })).toBe(undefined)
  expect(await subject({ from: 'tal@example.test' })).toBe('In den Bergen')
  await sql`update absence set subject = '' where person_id = ${assignee}`.execute(db)
  expect(await subject({ from, assignee })).toBe('Ferien')
})

test('a mailbox sends only a limited number of absence e-mails per hour', async () => {
  for (let at = 0; at < 30; at++) await arrive({ from: `person${at}@example.test` })
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from absence_answer`.execute(db)
  expect(rows[0]?.count).toBe(20)
})
