import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { emailApi } from '#contract/mail/inbox'
import { mailboxApi } from '#contract/mail/mailboxes'
import { testApp } from '../../../test/app.ts'
import { atOnce, atOnceWith } from '../../../test/at-once.ts'
import { contactFactory } from '../../../test/contacts.ts'
import { emailFactory } from '../../../test/emails.ts'
import { rowsRead } from '../../../test/rows-read.ts'

// The stored card of an e-mail (db/functions/email-cards.sql) is always what would be computed from its rows.

const { as, database, appContext } = await testApp()
const db = database.kysely
const user = as('USER')
const { buildEmail, buildMailbox } = emailFactory({ database, appContext })
const given = { email: '', other: '', contact: '', mailbox: '', otherMailbox: '' }

beforeAll(async () => {
  given.mailbox = await buildMailbox()
  given.otherMailbox = await buildMailbox()
  given.contact = (await contactFactory(as)({ surname: 'Feuer' })).id
  given.email = await buildEmail({ mailboxId: given.mailbox })
  given.other = await buildEmail()
})

const cardOf = async (id: string) => {
  const { rows } = await sql<object>`select * from email_card where email_id = ${id}`.execute(db)
  return rows[0]
}
const shown = async (id: string) => {
  const { answer } = await user.call(emailApi.list, { query: {} })
  return answer.emails.find((one) => one.id === id)
}
/** Checks that the stored card equals a newly computed one. */
const isCurrent = async (id: string) => {
  const kept = await cardOf(id)
  await sql`delete from email_card where email_id = ${id}`.execute(db)
  await sql`select write_email_card(${id})`.execute(db)
  expect(kept).toEqual(await cardOf(id))
}

/** A different value for a column of each type. */
const others: Record<string, string> = {
  'timestamp with time zone': `'2024-05-06 07:08:09Z'`,
  integer: `41`,
  bigint: `41`,
  boolean: `not $`,
  jsonb: `'[{"name": "Anders", "address": "anders@example.org"}]'`,
  ARRAY: `array['anders']`,
}
const allowed: Record<string, string> = {
  direction: `'OUTGOING'`,
  kind: `'AUTO'`,
  state: `'CLOSED'`,
  parse_state: `'DAMAGED'`,
  seal: `'SIGNED'`,
  thread_id: 'uuid_v7()',
}

test('a change of any column used in the card of an e-mail updates the card', async () => {
  const { rows } = await sql<{ name: string; type: string }>`
    select column_name as name, data_type as type from information_schema.columns
     where table_schema = 'public' and table_name = 'email' and column_name not in ('id', 'source_hash', 'encounter_id')
       and is_generated = 'NEVER'`.execute(db)
  expect(rows.length).toBeGreaterThan(30)
  const keys: Record<string, string> = {
    assignee_id: `(select id from app_user where username = 'USER')`,
    contact_id: `'${given.contact}'`,
  }
  for (const { name, type } of rows) {
    const value = keys[name] ?? allowed[name] ?? others[type]?.replace('$', name) ?? `'anders'`
    await sql`update email set ${sql.ref(name)} = ${sql.raw(value)} where id = ${given.other}`.execute(db)
    await isCurrent(given.other)
  }
})

test('a change of comments, the outbox or mailboxes updates the card of the e-mail', async () => {
  const { email, mailbox, otherMailbox } = given
  const steps = [
    `insert into comment (email_id, author_id, text) select '${email}', id, 'Rückruf' from app_user where username = 'USER'`,
    `update comment set deleted_at = now() where email_id = '${email}'`,
    `delete from comment where email_id = '${email}'`,
    `insert into stored_file (hash, size_byte) values (repeat('a', 64), 1)`,
    `insert into outbox (email_id, mailbox_id, mime_hash, mime_bytes, envelope_from, recipients, leaves_at)
     values ('${email}', '${otherMailbox}', repeat('a', 64), 1, '', '{}', now())`,
    `update outbox set state = 'ACCEPTED' where email_id = '${email}'`,
    `insert into mail_source (folder_id, uid, email_id)
     select id, 'anders', '${email}' from mail_folder where mailbox_id = '${otherMailbox}'`,
    `update mailbox set deleted_at = now() where id = '${mailbox}'`,
    `update mailbox set deleted_at = null where id = '${mailbox}'`,
    `update mail_source set folder_id = (select id from mail_folder where mailbox_id = '${otherMailbox}')
      where email_id = '${email}' and uid <> 'anders'`,
    `delete from mail_source where email_id = '${email}'`,
    `update outbox set mailbox_id = '${mailbox}' where email_id = '${email}'`,
    `delete from outbox where email_id = '${email}'`,
  ]
  for (const step of steps) {
    await sql.raw(step).execute(db)
    await isCurrent(email)
  }
})

test('after its mailbox is removed, the card names another mailbox with the e-mail or none', async () => {
  const [removed, left] = [await buildMailbox(), await buildMailbox()]
  const [inBoth, inOne] = [await buildEmail({ mailboxId: removed }), await buildEmail({ mailboxId: removed })]
  await sql`
    insert into mail_source (folder_id, uid, email_id)
    select id, 'beide', ${inBoth} from mail_folder where mailbox_id = ${left}`.execute(db)
  expect([(await shown(inBoth))?.mailboxRef, (await shown(inOne))?.mailboxRef]).toEqual([removed, removed])
  await sql`update mailbox set deleted_at = now() where id = ${removed}`.execute(db)
  expect([(await shown(inBoth))?.mailboxRef, (await shown(inOne))?.mailboxRef]).toEqual([left, null])
})

test('the card names another mailbox that gets the e-mail while the first one is removed', async () => {
  const [removed, left] = [await buildMailbox(), await buildMailbox()]
  const id = await buildEmail({ mailboxId: removed })
  const lies = `insert into mail_source (folder_id, uid, email_id)
                select id, 'auch', '${id}' from mail_folder where mailbox_id = '${left}'`
  const remove = () => as('ADMIN').call(mailboxApi.remove, { params: { id: removed } })
  expect((await atOnceWith(database, lies, remove)).status).toBe(204)
  expect((await shown(id))?.mailboxRef).toBe(left)
  await isCurrent(id)
})

test('the card shows the present name of the contact', async () => {
  const id = await buildEmail()
  await sql`update email set contact_id = ${given.contact} where id = ${id}`.execute(db)
  await sql`update contact set surname = 'Glut' where id = ${given.contact}`.execute(db)
  expect(await shown(id)).toMatchObject({ contactRef: given.contact, contactName: expect.stringContaining('Glut') })
})

test('two changes to an e-mail at the same moment are both in its card', async () => {
  const id = await buildEmail()
  const comment = `insert into comment (email_id, author_id, text) select '${id}', id, 'Rückruf' from app_user where username = 'USER'`
  const close = `update email set state = 'CLOSED', version = version + 1 where id = '${id}'`
  await atOnce(database, comment, close)
  await atOnce(database, close, comment)
  await atOnce(database, comment, comment)
  expect(await shown(id)).toMatchObject({ state: 'CLOSED', commentCount: 4, version: 3 })
  await isCurrent(id)
})

test('a page of one long thread counts the thread once', async () => {
  const threadId = '01a00000-0000-7000-8000-0000000000aa'
  const author = `(select id from app_user where username = 'ADMIN')`
  await sql`
    insert into email (direction, from_address, thread_id, received_at, assignee_id)
    select 'INCOMING', 'a@example.org', ${threadId}, '2020-01-01'::timestamptz + n * interval '1 hour', ${sql.raw(author)}
      from generate_series(1, 520) n`.execute(db)
  const { rows } = await sql<{ id: string }>`select id from app_user where username = 'ADMIN'`.execute(db)
  const ask = () => user.call(emailApi.list, { query: { assigneeRefs: [rows[0]?.id ?? ''], pageSize: 100 } })
  const { answer } = await ask()
  expect(answer.emails.map(({ threadCount }) => threadCount)).toEqual(Array(100).fill(500))
  await sql`vacuum analyze email`.execute(db)
  expect(await rowsRead(database.pool, ask)).toBeLessThan(2000)
})
