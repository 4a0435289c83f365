import { type CompiledQuery, sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { EmailFilter } from '#contract/mail/emails'
import { emailApi } from '#contract/mail/inbox'
import { permissions } from '#contract/permissions'
import { testApp } from '../../../test/app.ts'
import { contactFactory } from '../../../test/contacts.ts'
import { emailFactory, writeEmailCards } from '../../../test/emails.ts'
import { systemActor } from '../../http/context.ts'
import { emailsByIds, firstQuery } from './inbox.queries.ts'
import { pageQuery } from './page.queries.ts'

const { as, database, appContext } = await testApp()
const user = as('USER')
const buildContact = contactFactory(as)
const { buildEmail, buildMailbox } = emailFactory({ database, appContext })

type Query = Parameters<typeof user.call<typeof emailApi.list>>[1]['query']
const list = async (query: Query = {}) => {
  const { answer, status, problem } = await user.call(emailApi.list, { query })
  expect(status, JSON.stringify(problem)).toBe(200)
  return answer
}
const found = async (query: Query) => (await list(query)).emails.map(({ subject }) => subject).sort()

describe('the list of e-mails', () => {
  let me = ''
  let mailboxRef = ''
  let contactRef = ''
  beforeAll(async () => {
    me = (await database.kysely.selectFrom('app_user').select('id').where('username', '=', 'USER').executeTakeFirst())
      ?.id as string
    mailboxRef = await buildMailbox()
    contactRef = (await buildContact()).id
    await buildEmail({ subject: 'offen', receivedAt: '2026-01-05T10:00:00Z', mailboxId: mailboxRef })
    await buildEmail({ subject: 'meine', receivedAt: '2026-01-04T10:00:00Z', state: 'IN_PROGRESS', assigneeId: me })
    await buildEmail({ subject: 'zu', receivedAt: '2026-01-03T10:00:00Z', state: 'CLOSED', assigneeId: me })
    await buildEmail({ subject: 'wichtig', receivedAt: '2026-01-02T10:00:00Z', important: true })
    await buildEmail({
      subject: 'gesendet',
      receivedAt: '2026-01-01T10:00:00Z',
      state: 'CLOSED',
      direction: 'OUTGOING',
    })
    const id = await buildEmail({
      subject: 'verknüpft',
      text: 'Feuerring für Familie Müller',
      receivedAt: '2025-12-31T10:00:00Z',
    })
    await user.call(emailApi.linkToContact, { params: { id }, query: { contactRef } })
  })

  test('shows the latest first', async () => {
    expect((await list()).emails.map(({ subject }) => subject)).toEqual([
      'offen',
      'meine',
      'zu',
      'wichtig',
      'gesendet',
      'verknüpft',
    ])
  })

  test.each([
    ['all owners', () => ({ assigneeRefs: ['-99'] }), ['gesendet', 'meine', 'offen', 'verknüpft', 'wichtig', 'zu']],
    ['nobody', () => ({ assigneeRefs: ['-2'] }), ['gesendet', 'offen', 'verknüpft', 'wichtig']],
    ['one user', () => ({ assigneeRefs: [me] }), ['meine', 'zu']],
    ['a user or nobody', () => ({ assigneeRefs: [me, '-2'], state: 'OPEN' }), ['offen', 'verknüpft', 'wichtig']],
    ['a state', () => ({ state: 'IN_PROGRESS' }), ['meine']],
    ['two states', () => ({ state: ['IN_PROGRESS', 'CLOSED'] }), ['gesendet', 'meine', 'zu']],
    ['a direction', () => ({ direction: 'OUTGOING' }), ['gesendet']],
    ['what is important', () => ({ important: 'true' }), ['wichtig']],
    ['a mailbox', () => ({ mailboxRef }), ['offen']],
    ['a contact', () => ({ contactRef }), ['verknüpft']],
    ['words', () => ({ searchTerm: 'mueller feuerring' }), ['verknüpft']],
    ['no word that stands there', () => ({ searchTerm: 'mueller ofen' }), []],
  ] as [string, () => Query, string[]][])('filters by %s', async (_, query, expected) => {
    expect(await found(query())).toEqual(expected)
  })

  test('continues after each page without repeating or skipping an e-mail', async () => {
    const subjects: string[] = []
    let after: string | undefined
    do {
      const page = await list({ pageSize: 2, ...(after ? { after } : {}) })
      subjects.push(...page.emails.map(({ subject }) => subject))
      after = page.next ?? undefined
    } while (after)
    expect(subjects).toEqual((await list()).emails.map(({ subject }) => subject))
    const wrong = await user.call(emailApi.list, { query: { after: 'nowhere' } })
    expect(wrong.problem.code).toBe('VALIDATION')
  })

  test('counts open e-mails and those in progress per owner', async () => {
    const { answer } = await user.call(emailApi.counts, {})
    expect(answer).toEqual(
      expect.arrayContaining([
        { owner: '-99', open: 3, inProgress: 1 },
        { owner: '-2', open: 3, inProgress: 0 },
        { owner: me, open: 0, inProgress: 1 },
      ]),
    )
  })

  test('shows the length of a thread, whose messages are listed in order', async () => {
    const first = await buildEmail({ subject: 'Frage', receivedAt: '2020-01-01T10:00:00Z' })
    const second = await buildEmail({ subject: 'AW: Frage', receivedAt: '2020-01-02T10:00:00Z', threadId: first })
    const { answer } = await user.call(emailApi.thread, { params: { id: second } })
    expect(answer.map(({ id, threadCount }) => [id, threadCount])).toEqual([
      [first, 2],
      [second, 2],
    ])
  })
})

// Must be last, because it fills the database.
describe('with many rows', () => {
  let owner = ''
  const nobody = '01a00000-0000-7000-8000-000000000000'
  beforeAll(async () => {
    const { rows } = await sql<{ id: string }>`select id from app_user where username = 'ADMIN'`.execute(
      database.kysely,
    )
    owner = rows[0]?.id ?? ''
    await database.kysely.transaction().execute(async (db) => {
      // Disables the triggers.
      await sql`set local session_replication_role = replica`.execute(db)
      await sql`
        insert into email (direction, subject, from_address, thread_id, received_at, state, assignee_id, important, search)
        select case when n % 10 = 0 then 'OUTGOING' else 'INCOMING' end, 'Mail ' || n, 'a@example.org', uuid_v7(),
               '2020-01-01'::timestamptz + n * interval '10 minutes',
               case when n % 400 = 0 then 'OPEN' when n % 400 = 1 then 'IN_PROGRESS' else 'CLOSED' end,
               case when n % 3 = 0 then ${owner}::uuid end, n % 500 = 0, ' mail ' || md5(n::text) || case when n <= 1000 then ' feuerkorb' else '' end
          from generate_series(1, 10000) n`.execute(db)
      await writeEmailCards(db)
    })
    await sql`vacuum analyze email`.execute(database.kysely)
  }, 120_000)

  const seesAll = { ...systemActor(), permissions: new Set(permissions) }
  const planOf = async (filter: EmailFilter, after?: string) => {
    const page = { pageSize: 100, ...(after ? { after } : {}) }
    const { sql: text, parameters } = pageQuery(seesAll, filter, page).compile(database.kysely)
    const { rows } = await database.pool.query<{ 'QUERY PLAN': string }>(`explain ${text}`, [...parameters])
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  }
  const after = '2020-03-01T00:00:00.000000Z_01a00000-0000-7000-8000-000000000000'

  test.each([
    ['the first page', () => ({}), 'email_list'],
    ['all that is open', () => ({ state: ['OPEN'] }), 'email_list_state'],
    ['what nobody has', () => ({ assigneeRefs: ['-2'], state: ['OPEN'] }), 'email_list_unassigned'],
    ['what somebody has', () => ({ assigneeRefs: [owner] }), 'email_list_owner'],
    ['what somebody has open', () => ({ assigneeRefs: [owner], state: ['OPEN'] }), 'email_list_'],
    ['what two have', () => ({ assigneeRefs: [owner, nobody], state: ['OPEN'] }), 'email_list_'],
    ['what is important', () => ({ important: true }), 'email_list_important'],
    ['what was sent', () => ({ direction: 'OUTGOING' }), 'email_list'],
    ['the bin', () => ({ bin: true }), 'email_bin'],
    ['a contact', () => ({ contactRef: '01a00000-0000-7000-8000-000000000000' }), 'email_contact'],
    ['a rare word', () => ({ searchTerm: 'c4ca4238a0b9' }), 'email_search'],
    ['a word of old ones alone', () => ({ searchTerm: 'feuerkorb' }), 'email_search'],
  ] as [string, () => EmailFilter, string][])('%s is read from an index', async (_, filter, index) => {
    for (const plan of [await planOf(filter()), await planOf(filter(), after)]) {
      expect(plan).toContain(index)
      expect(plan).not.toContain('Seq Scan on email ')
    }
  })

  /** Returns the plan that a connection keeps for any values. */
  const keptPlanOf = async ({ sql: text, parameters }: CompiledQuery) => {
    const values = parameters.map((value) => (Array.isArray(value) ? `'{${value}}'` : `'${value}'`))
    return database.kysely.transaction().execute(async (db) => {
      await sql`set local plan_cache_mode = force_generic_plan`.execute(db)
      await sql.raw(`prepare shown as ${text}`).execute(db)
      const called = values.length > 0 ? `(${values})` : ''
      const explained = await sql.raw<{ 'QUERY PLAN': string }>(`explain execute shown${called}`).execute(db)
      await sql`deallocate shown`.execute(db)
      return explained.rows.map((row) => row['QUERY PLAN']).join('\n')
    })
  }

  test('the cards of a page are read by their keys with one cached plan', async () => {
    const { rows } = await sql<{ id: string }>`select id from email limit 2`.execute(database.kysely)
    const plan = await keptPlanOf(emailsByIds(seesAll, rows).compile(database.kysely))
    expect(plan).toMatch(/Index Only Scan using email_thread on email t/)
    expect(plan).not.toContain('Seq Scan on email')
  })

  test.each([
    ['of all', () => ({}), 'email_list on email'],
    ['of what is open', () => ({ state: ['OPEN'] }), 'email_list_state on email'],
    ['of somebody', () => ({ assigneeRefs: [owner] }), 'email_list_owner on email'],
    ['of what nobody has', () => ({ assigneeRefs: ['-2'], state: ['OPEN'] }), 'email_list_unassigned'],
    ['of what is important', () => ({ important: true }), 'email_list_important'],
    ['of what was sent', () => ({ direction: 'OUTGOING' }), 'email_list'],
    ['of the bin', () => ({ bin: true }), 'email_bin'],
    [
      'of what somebody has open',
      () => ({ assigneeRefs: [owner], state: ['OPEN'] }),
      'email_list_owner_state on email',
    ],
  ] as [string, () => EmailFilter, string][])(
    'a first page %s is found and read with one plan',
    async (_, filter, index) => {
      const plan = await keptPlanOf(firstQuery(seesAll, filter(), { pageSize: 100 }).compile(database.kysely))
      expect(plan).toContain(`using ${index}`)
      expect(plan).toMatch(/Index Scan using email_card_pkey on email_card/)
      expect(plan).toMatch(/Index Only Scan using email_thread on email t/)
      expect(plan).not.toContain('Seq Scan on email')
    },
  )

  // Nine is a page size whose plan is kept.
  test.each([9, 7])('pages of %i are in order without repeated e-mails', async (pageSize) => {
    const { rows } = await sql<{ subject: string }>`
      select subject from email where state = 'OPEN' and deleted_at is null order by received_at desc, id desc`.execute(
      database.kysely,
    )
    const all = rows.slice(0, pageSize * 2).map(({ subject }) => subject)
    const leaveOpen = (subjects: readonly string[]) =>
      sql`update email set state = 'CLOSED' where state = 'OPEN' and not subject = any (${subjects}::text[])`.execute(
        database.kysely,
      )
    const page = async (after?: string | null) => {
      const query = { state: ['OPEN' as const], pageSize, ...(after ? { after } : {}) }
      const { answer } = await user.call(emailApi.list, { query })
      return { subjects: answer.emails.map(({ subject }) => subject), next: answer.next }
    }
    await leaveOpen(all)
    const first = await page()
    const second = await page(first.next)
    expect([...first.subjects, ...second.subjects]).toEqual(all)
    expect(second.next).toBeNull()
    await leaveOpen(first.subjects)
    expect(await page()).toEqual({ subjects: first.subjects, next: null })
    const before = rows.map(({ subject }) => subject)
    await sql`update email set state = 'OPEN' where subject = any (${before}::text[])`.execute(database.kysely)
  })

  test.each(['feuerkorb', 'mail'])('a search for «%s» lists the latest first', async (searchTerm) => {
    const { rows } = await sql<{ subject: string }>`
      select subject from email where search like ${`%${searchTerm}%`} and deleted_at is null
       order by received_at desc, id desc limit 100`.execute(database.kysely)
    const { answer } = await user.call(emailApi.list, { query: { searchTerm, pageSize: 100 } })
    expect(answer.emails.map(({ subject }) => subject)).toEqual(rows.map(({ subject }) => subject))
  })
})
