import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { mergeApi } from '#contract/contacts/merges'
import { emailApi } from '#contract/mail/inbox'
import { notificationApi } from '#contract/together/notifications'
import { findThread } from '../src/mail/filing/find-thread.ts'
import { tellServer } from '../src/mail/mailboxes/server-tasks.ts'
import { testApp } from './app.ts'
import { contactFactory } from './contacts.ts'
import { writeEmailCards } from './emails.ts'
import { rowsRead } from './rows-read.ts'
import { vacuum } from './vacuum.ts'

// Like skewed-lists.test.ts, for few of many e-mails, for frequent words, and for rows waiting for mailboxes and
// people: the few are the oldest, at the end of each order.

const many = 20_000
const few = 30
/** Hits read to find that a word is frequent, and rows then read in the order of the list. */
const [mostHits, near] = [4000, 6000]
const { as, database } = await testApp()
const [admin, user] = [as('ADMIN'), as('USER')]

const mailbox = (number: number) => `01a00000-0000-7000-8000-00000000000${number}`
const folder = (number: number) => `01a00000-0000-7000-8000-00000000001${number}`
const [busy, small, unreachable, reachable] = [1, 2, 3, 4] as const

beforeAll(async () => {
  const contact = (await contactFactory(as)()).id
  const { rows } = await sql<{ username: string; id: string }>`select username, id from app_user`.execute(
    database.kysely,
  )
  const idOf = (name: string) => rows.find(({ username }) => username === name)?.id ?? ''
  await database.kysely.transaction().execute(async (db) => {
    // without triggers
    await sql`set local session_replication_role = replica`.execute(db)
    await sql`
      create temporary table made on commit drop as
      select n, uuid_v7() as id, '2020-01-01'::timestamptz + n * interval '1 hour' as at
        from generate_series(1, ${many}) n order by n`.execute(db)
    for (const at of [busy, small, unreachable, reachable]) {
      await sql`
        insert into mailbox (id, type, title, address, max_message_bytes, active)
        values (${mailbox(at)}, 'IMAP', ${`Postfach ${at}`}, ${`a${at}@glut.example`}, 25000000, false)`.execute(db)
      await sql`insert into mail_folder (id, mailbox_id, path, role) values (${folder(at)}, ${mailbox(at)}, 'INBOX', 'INBOX')`.execute(
        db,
      )
    }
    // a word in all e-mails, one in the 5,000 oldest and one in the 5,000 latest
    await sql`
      insert into email (id, direction, kind, subject, from_address, thread_id, received_at, state, assignee_id, answered_at,
                         message_id, reference_ids, search)
      select id, 'INCOMING', case when n <= 5 then 'BOUNCE' when n <= 10 then 'AUTO' else 'NORMAL' end, 'Mail', 'a@example.org', id,
             at, case when n between 11 and 15 then 'CLOSED' else 'OPEN' end, ${idOf('ADMIN')}::uuid,
             case when n between 16 and 20 then at + interval '1 hour' end, '<' || n || '@example.org>', array['<0@example.org>'],
             search_text('feuerschale' || case when n <= 5000 then ' quitte' when n > ${many} - 5000 then ' mirabelle' else '' end)
        from made`.execute(db)
    await sql`
      insert into mail_source (folder_id, uid, email_id)
      select case when n <= ${few} then ${folder(small)}::uuid else ${folder(busy)}::uuid end, n::text, id from made`.execute(
      db,
    )
    await writeEmailCards(db)
    await sql`
      with source as (
        insert into mail_source (folder_id, uid)
        select case when n > 5 then ${folder(unreachable)}::uuid else ${folder(reachable)}::uuid end, n::text from made
        returning id, folder_id)
      insert into mail_server_task (source_id, mailbox_id, task)
      select source.id, f.mailbox_id, 'SEEN' from source join mail_folder f on f.id = source.folder_id`.execute(db)
    await sql`
      insert into notification (user_id, notification_type, content, created_at, read_at)
      select ${idOf('USER')}::uuid, 'MISSING_CALL', '', at, case when n > ${few} then at end from made`.execute(db)
    await sql`
      insert into notification (user_id, notification_type, content, created_at)
      select ${idOf('PROJECT_MANAGER')}::uuid, 'MISSING_CALL', '', at from made where n <= ${many / 4}`.execute(db)
    // every sign-in adds a notification for all other users
    await sql`
      insert into notification (user_id, notification_type, content, created_at)
      select ${idOf('ADMIN')}::uuid, 'CURRENT_LOGINS', '[]', at from made where n <= ${many / 20}`.execute(db)
    await sql`
      insert into contact_merge (survivor_id, snapshot, created_by, created_at)
      select ${contact}::uuid, case when n <= ${few} then '{"contacts": []}'::jsonb end, ${idOf('ADMIN')}::uuid, now() from made
       order by n`.execute(db)
  })
  await vacuum(database.kysely)
}, 120_000)

const read = (ask: () => Promise<{ status: number; problem: unknown }>) =>
  rowsRead(database.pool, async () => {
    const { status, problem } = await ask()
    expect(status, JSON.stringify(problem)).toBe(200)
  })
const emails = (query: object) => read(() => user.call(emailApi.list, { query: { ...query, pageSize: 50 } }))
const told = (number: number) =>
  rowsRead(database.pool, async () => {
    const isNone = () => Promise.reject(new Error('another one reads'))
    await expect(tellServer(database.kysely, {} as never, { id: mailbox(number) } as never, isNone)).rejects.toThrow(
      'another one reads',
    )
  })
type Case = [string, () => Promise<number>]

test('finding a thread by a very frequent reference reads a limited number, by a rare one a few', async () => {
  const threadOf = (inReplyTo: string) =>
    findThread(database.kysely, { messageId: '<new@example.org>', inReplyTo, references: [] } as never, new Date(), {
      threads: { has: () => true },
    } as never)
  expect(await rowsRead(database.pool, () => threadOf('<0@example.org>'))).toBeLessThan(6500)
  expect(await rowsRead(database.pool, () => threadOf(`<7@example.org>`))).toBeLessThan(10)
})

test('a late message joins the thread of its answer in spite of a very frequent reference', async () => {
  const answer = await sql<{ id: string }>`
    insert into email (direction, kind, subject, from_address, thread_id, received_at, state, message_id, reference_ids, search)
    select 'INCOMING', 'NORMAL', 'Mail', 'a@example.org', id, '2019-01-01', 'OPEN', '<answer@example.org>', array['<late@example.org>'], ''
      from uuid_v7() as id returning id`.execute(database.kysely)
  const late = { messageId: '<late@example.org>', inReplyTo: '<0@example.org>', references: [] }
  const thread = await findThread(database.kysely, late as never, new Date(), { threads: { has: () => true } } as never)
  const joined = database.kysely
    .selectFrom('email')
    .select('thread_id')
    .where('id', '=', answer.rows[0]?.id ?? '')
  expect((await joined.executeTakeFirstOrThrow()).thread_id).toBe(thread)
})

test.each<Case>([
  ['e-mails of a kind', () => emails({ kind: 'BOUNCE' })],
  ['those of a kind that came in', () => emails({ kind: 'BOUNCE', direction: 'INCOMING' })],
  ['those of a kind of which there are none', () => emails({ kind: 'BULK' })],
  ['answered ones', () => emails({ answered: 'true' })],
  ['closed ones', () => emails({ state: 'CLOSED' })],
  ['closed ones and those in progress', () => emails({ state: ['CLOSED', 'IN_PROGRESS'] })],
  ['those of a kind with a word of all', () => emails({ kind: 'BOUNCE', searchTerm: 'feuerschale' })],
  ['closed ones with a word of all', () => emails({ state: 'CLOSED', searchTerm: 'feuerschale' })],
  ['answered ones with a word of all', () => emails({ answered: 'true', searchTerm: 'feuerschale' })],
  ['what a server is to be told while another one is not reached', () => told(reachable)],
  ['merges that can be undone', () => read(() => admin.call(mergeApi.list, {}))],
  ['unread notifications', () => read(() => user.call(notificationApi.list, {}))],
])('%s: few more rows are read than shown', async (_, ask) => {
  expect(await ask()).toBeLessThan(500)
})

test.each<Case>([
  ['in all', () => emails({ searchTerm: 'feuerschale' })],
  ['of a weekday', () => emails({ searchTerm: 'feuerschale', weekday: '3' })],
  ['of a busy mailbox', () => emails({ searchTerm: 'feuerschale', mailboxRef: mailbox(busy) })],
  ['of the latest', () => emails({ searchTerm: 'mirabelle' })],
  ['of the latest in a busy mailbox', () => emails({ searchTerm: 'mirabelle', mailboxRef: mailbox(busy) })],
])('e-mails with a frequent word, %s: a limited number of rows is read', async (_, ask) => {
  expect(await ask()).toBeLessThan(2 * mostHits + 1000)
})

test('a frequent word in a small mailbox: only the e-mails of the mailbox are read', async () => {
  const searched = { searchTerm: 'feuerschale', mailboxRef: mailbox(small) }
  expect(await emails(searched)).toBeLessThan(mostHits + 500)
  expect((await user.call(emailApi.list, { query: searched })).answer.emails).toHaveLength(few)
})

test('a frequent word only in old e-mails: those in between are not read', async () => {
  expect(await emails({ searchTerm: 'quitte' })).toBeLessThan(mostHits + near + 5000 + 500)
})

test('hits of a word are counted up to ten thousand, and no more are read', async () => {
  const count = (searchTerm: string) => user.call(emailApi.count, { query: { searchTerm } })
  expect((await count('quitte')).answer).toEqual({ count: 5000, more: false })
  expect((await count('feuerschale')).answer).toEqual({ count: 10_000, more: true })
  expect(await read(() => count('feuerschale'))).toBeLessThan(10_000 + 100)
  // without a word, all are counted
  expect((await count(' ')).answer).toMatchObject({ more: false })
  expect((await count(' ')).answer.count).toBeGreaterThan(10_000)
})

test('a user with very many sign-in notifications: each is read once', async () => {
  expect(await read(() => admin.call(notificationApi.list, {}))).toBeLessThan(many / 10)
  expect((await admin.call(notificationApi.list, {})).answer).toHaveLength(1)
})

test('the rows read for a thread grow only with its length', async () => {
  const length = 200
  const { rows } = await sql<{ id: string }>`
    update email set thread_id = (select id from email order by received_at desc limit 1)
     where id in (select id from email order by received_at desc limit ${length}) returning id`.execute(database.kysely)
  const [one] = rows
  await sql`analyze email`.execute(database.kysely)
  const thread = () => user.call(emailApi.thread, { params: { id: one?.id ?? '' } })
  expect((await thread()).answer).toHaveLength(length)
  expect(await rowsRead(database.pool, thread)).toBeLessThan(10 * length)
})
