import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { emailApi } from '#contract/mail/inbox'
import { testApp } from './app.ts'
import { contactFactory } from './contacts.ts'
import { writeEmailCards } from './emails.ts'
import { rowsRead } from './rows-read.ts'
import { vacuum } from './vacuum.ts'

// Like skewed-lists.test.ts, for e-mails with two filters: some thousand old ones match the first, nearly all later
// ones the second, and five match both. A plan that walks the index of one filter to check the other reads all of them.

const many = 20_000
const old = 2000
const ofBoth = 5
const { as, database } = await testApp()
const user = as('USER')
const [mailbox, small] = ['01a00000-0000-7000-8000-000000000001', '01a00000-0000-7000-8000-000000000002']
const [folder, smallFolder] = ['01a00000-0000-7000-8000-000000000011', '01a00000-0000-7000-8000-000000000012']
const ids = { user: '', admin: '', project: '', contact: '' }

beforeAll(async () => {
  ids.contact = (await contactFactory(as)()).id
  const { rows } = await sql<{ username: string; id: string }>`select username, id from app_user`.execute(
    database.kysely,
  )
  const idOf = (name: string) => rows.find(({ username }) => username === name)?.id ?? ''
  Object.assign(ids, { user: idOf('USER'), admin: idOf('ADMIN'), project: idOf('PROJECT_MANAGER') })
  await database.kysely.transaction().execute(async (db) => {
    // without triggers
    await sql`set local session_replication_role = replica`.execute(db)
    await sql`
      create temporary table made on commit drop as
      select n, n <= ${old} as is_old, n > ${old - ofBoth} as is_late, uuid_v7() as id, '2020-01-01'::timestamptz + n * interval '1 hour' as at
        from generate_series(1, ${many}) n order by n`.execute(db)
    await sql`
      insert into mailbox (id, type, title, address, max_message_bytes, active)
      values (${mailbox}, 'IMAP', 'Verkauf', 'verkauf@glut.example', 25000000, false),
             (${small}, 'IMAP', 'Presse', 'presse@glut.example', 25000000, false)`.execute(db)
    await sql`
      insert into mail_folder (id, mailbox_id, path, role)
      values (${folder}, ${mailbox}, 'INBOX', 'INBOX'), (${smallFolder}, ${small}, 'INBOX', 'INBOX')`.execute(db)
    await sql`
      insert into email (id, direction, kind, subject, from_address, thread_id, received_at, state, assignee_id, contact_id,
                         important, answered_at, search)
      select id, case when is_late then 'OUTGOING' else 'INCOMING' end, case when is_late then 'AUTO' else 'NORMAL' end, 'Mail',
             'a@example.org', id, at, case when is_old then 'CLOSED' else 'OPEN' end,
             case when is_late then ${ids.user}::uuid else ${ids.admin}::uuid end, case when is_late then ${ids.contact}::uuid end,
             is_old, case when is_old then at end, search_text('feuerschale')
        from made`.execute(db)
    await sql`
      insert into mail_source (folder_id, uid, email_id) select ${folder}::uuid, n::text, id from made`.execute(db)
    // small mailbox: ten e-mails of USER beyond the user's latest thousand, and sixty of ADMIN among the latest thousand
    await sql`
      insert into mail_source (folder_id, uid, email_id)
      select ${smallFolder}::uuid, n::text, id from made where n between 15001 and 15010 or n between 1501 and 1560`.execute(
      db,
    )
    await writeEmailCards(db)
  })
  await vacuum(database.kysely)
}, 120_000)

const read = (ask: () => Promise<{ status: number; problem: unknown }>) =>
  rowsRead(database.pool, async () => {
    const { status, problem } = await ask()
    expect(status, JSON.stringify(problem)).toBe(200)
  })

const ofOld: [string, object][] = [
  ['important', { important: 'true' }],
  ['answered', { answered: 'true' }],
  ['closed', { state: 'CLOSED' }],
]
const ofLate: [string, () => object][] = [
  ['of somebody', () => ({ assigneeRefs: ids.user })],
  ['of two people', () => ({ assigneeRefs: [ids.user, ids.project] })],
  ['outgoing', () => ({ direction: 'OUTGOING' })],
  ['of a kind', () => ({ kind: 'AUTO' })],
  ['of a contact', () => ({ contactRef: ids.contact })],
]

describe.each(ofOld)('e-mails that are %s', (_, one) => {
  test.each(ofLate)('and %s: are found by the rarer property', async (_name, other) => {
    const query = { ...one, ...other() }
    const { emails } = (await user.call(emailApi.list, { query })).answer
    expect(emails).toHaveLength(ofBoth)
    expect(await read(() => user.call(emailApi.list, { query }))).toBeLessThan(old + 500)
    // the same, with each e-mail checked against the mailbox
    const inMailbox = { ...query, mailboxRef: mailbox }
    expect((await user.call(emailApi.list, { query: inMailbox })).answer.emails).toEqual(emails)
  })

  test.each(ofLate)('and %s: have a last page that is found as fast', async (_name, other) => {
    const query = { ...one, ...other(), pageSize: 3 }
    const first = (await user.call(emailApi.list, { query })).answer
    const after = first.next ?? undefined
    expect((await user.call(emailApi.list, { query: { ...query, after } })).answer.emails).toHaveLength(ofBoth - 3)
    expect(await read(() => user.call(emailApi.list, { query: { ...query, after } }))).toBeLessThan(old + 500)
  })
})

test('with two assignees in one mailbox, no e-mail of the later one is skipped', async () => {
  const query = { mailboxRef: small, assigneeRefs: [ids.user, ids.admin], pageSize: 50 }
  const { emails } = (await user.call(emailApi.list, { query })).answer
  expect(emails.map(({ assigneeRef }) => assigneeRef)).toEqual([
    ...Array.from({ length: 10 }, () => ids.user),
    ...Array.from({ length: 40 }, () => ids.admin),
  ])
})

test('with two frequent properties, a page is filled without reading all', async () => {
  const query = { direction: 'OUTGOING' as const, assigneeRefs: ids.user, pageSize: 50 }
  expect(await read(() => user.call(emailApi.list, { query }))).toBeLessThan(500)
})

test('with a frequent word, many assignees and all states: a limited number of rows is read', async () => {
  const nobody = Array.from({ length: 20 }, (_, at) => `01a00000-0000-7000-8000-0000000001${at + 10}`)
  const states = ['OPEN', 'IN_PROGRESS', 'CLOSED']
  const asked = { searchTerm: 'feuerschale', mailboxRef: mailbox, pageSize: 50 }
  const query = { ...asked, assigneeRefs: [...nobody, ids.user, ids.admin], state: states }
  expect(await read(() => user.call(emailApi.list, { query }))).toBeLessThan(4000 + 6000 + 500)
})
