import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { askedCalls } from '#contract/asked/calls'
import { askedContacts } from '#contract/asked/contacts'
import { askedEmails } from '#contract/asked/emails'
import { askedArchivedFlames, askedOpenFlames } from '#contract/asked/flames'
import { askedTodos } from '#contract/asked/todos'
import { loggedCalls, telephonyApi } from '#contract/calls/telephony'
import { contactApi } from '#contract/contacts/contacts'
import { emailApi } from '#contract/mail/inbox'
import { flameSorts } from '#contract/orders/flame-search'
import { flameApi } from '#contract/orders/flames'
import { todoApi, todoSorts } from '#contract/work/todos'
import { testApp } from './app.ts'
import { writeEmailCards } from './emails.ts'
import { flameFactory } from './flames.ts'
import { rowsRead } from './rows-read.ts'
import { vacuum } from './vacuum.ts'

// Like skewed-lists.test.ts, for the lists behind the dashboard figures: the rare rows are the oldest, at the end of
// each order. The others are spread over all weekdays, and over all values but one.

const many = 10_000
const rare = 30
const { as, database } = await testApp()
const { buildBoard, buildContact, buildFlame } = flameFactory(as)
const admin = as('ADMIN')

const mailbox = (number: number) => `01a00000-0000-7000-8000-00000000000${number}`
const folder = (number: number) => `01a00000-0000-7000-8000-00000000001${number}`
const ids = { user: '', admin: '', product: '', rareProduct: '', step: '', rareStep: '' }

beforeAll(async () => {
  const board = await buildBoard()
  ids.step = board.steps[0]?.id ?? ''
  ids.rareStep = board.steps.at(-1)?.id ?? ''
  expect(ids.rareStep).not.toBe(ids.step)
  const busy = (await buildContact({ surname: 'Beispiel' })).id
  const rareOne = (await buildContact({ surname: 'Zwetschgenbaum' })).id
  await buildFlame({ contactRef: busy, taskboardRef: board.id })
  const { rows: users } = await sql<{ username: string; id: string }>`select username, id from app_user`.execute(
    database.kysely,
  )
  ids.user = users.find(({ username }) => username === 'USER')?.id ?? ''
  ids.admin = users.find(({ username }) => username === 'ADMIN')?.id ?? ''
  await database.kysely.transaction().execute(async (db) => {
    // without triggers
    await sql`set local session_replication_role = replica`.execute(db)
    // hourly from Monday to Friday; the rare ones on the Sunday before
    await sql`
      create temporary table made on commit drop as
      select n, n <= ${rare} as is_rare, uuid_v7() as id,
             case when n <= ${rare} then '2020-01-05 08:00Z'::timestamptz + n * interval '1 minute'
                  else '2020-01-06 08:00Z'::timestamptz + n / 40 * interval '1 week' + n % 5 * interval '1 day' + n % 40 / 5 * interval '1 hour'
                       + n * interval '1 millisecond' end as at,
             case when n <= ${rare} then ${ids.user}::uuid else ${ids.admin}::uuid end as person,
             case when n <= ${rare} then ${rareOne}::uuid else ${busy}::uuid end as contact
        from generate_series(1, ${many}) n order by n`.execute(db)
    const { rows: products } = await sql<{ id: string }>`
      insert into product (title, main_product) values ('Feuerring', true), ('Mirabelle', true) returning id`.execute(
      db,
    )
    ids.product = products[0]?.id ?? ''
    ids.rareProduct = products[1]?.id ?? ''
    await sql`
      with f as (
        insert into flame (id, step_id, place, assignee_id, reminder_at, created_at, updated_at, in_step_since, archived_at)
        select id, case when is_rare then ${ids.rareStep}::uuid else ${ids.step}::uuid end, n * 1000, case when n > 5 then person end,
               case when is_rare then at when n % 4 = 0 then '2100-01-01' end, at, at, at, case when n % 2 = 0 then at end from made)
      insert into dossier (flame_id, contact_id, certificate_name, language, pickup_date)
      select id, contact, 'Familie Beispiel', 'DE', case when is_rare then at when n % 3 = 0 then '2100-01-01' end from made`.execute(
      db,
    )
    await sql`
      insert into flame_card (flame_id, card, list, created_at, pickup_date, reminder_at, contact_name)
      select id, (select card from flame_card), case when n % 2 = 0 then 'ARCHIVED' else 'OPEN' end, at,
             case when is_rare then at when n % 3 = 0 then '2100-01-01' end, case when is_rare then at when n % 4 = 0 then '2100-01-01' end,
             case when is_rare then 'zwetschgenbaum' else 'beispiel' end from made`.execute(db)
    await sql`
      insert into flame_pickup (flame_id, kind, at, entry)
      select id, 'PICKUP', case when is_rare then at else '2100-01-01' end, '{}' from made where is_rare or n % 3 = 0`.execute(
      db,
    )
    await sql`
      insert into flame_order (flame_id, blackboard_id, archived_at, month, country, customer_type, articles, crates, weight_in_kg,
                               products, quantities)
      select id, ${board.id}, at, '2020-01-01', case when is_rare then 'LI' else 'CH' end, case when is_rare then 'SUPPLIER' else 'PRIVATE' end,
             1, 1, 100, array[case when is_rare then ${ids.rareProduct}::uuid else ${ids.product}::uuid end], '{1}'
        from made where n % 2 = 0`.execute(db)
    await sql`
      insert into flame_step_change (flame_id, from_step_id, from_board, from_step, to_board, to_step, at, from_step_since)
      select id, case when is_rare then ${ids.rareStep}::uuid else ${ids.step}::uuid end, '', '', '', '', at, at from made`.execute(
      db,
    )
    await sql`
      insert into todo (flame_id, title, assignee_id, created_by, start, state, finished, order_key, updated_at)
      select id, 'Anrufen ' || n, case when n > 5 then person end, ${ids.admin}::uuid, case when n <= 15 then at else '2100-01-01'::timestamptz end,
             case when n % 3 = 0 then 'DONE' when n <= ${rare} and n % 3 = 1 then 'WAITING' else 'OPEN' end,
             case when n % 3 = 0 then at end, n, at from made where n % 2 = 1 or is_rare or n % 3 = 0`.execute(db)
    for (const at of [1, 2]) {
      await sql`
        insert into mailbox (id, type, title, address, max_message_bytes, active)
        values (${mailbox(at)}, 'IMAP', ${`Postfach ${at}`}, ${`a${at}@glut.example`}, 25000000, false)`.execute(db)
      await sql`insert into mail_folder (id, mailbox_id, path, role) values (${folder(at)}, ${mailbox(at)}, 'INBOX', 'INBOX')`.execute(
        db,
      )
    }
    // every second of the others was written by a machine
    await sql`
      insert into email (id, direction, kind, state, subject, from_address, thread_id, received_at, answered_at, assignee_id, search)
      select id, 'INCOMING', case when is_rare or n % 2 = 0 then 'NORMAL' else 'AUTO' end, case when is_rare then 'IN_PROGRESS' else 'CLOSED' end,
             '', 'a@example.org', id, at, case when is_rare then at + interval '1 day' end, person, '' from made`.execute(
      db,
    )
    await sql`
      insert into mail_source (folder_id, uid, email_id)
      select case when is_rare then ${folder(2)}::uuid else ${folder(1)}::uuid end, n::text, id from made`.execute(db)
    await writeEmailCards(db)
    await sql`insert into email_arrival select * from email_arrivals(array(select id from email))`.execute(db)
    await sql`
      insert into phone_call (provider, external_id, direction, from_number, to_number, extensions, internal, started_at,
                              answered_at, ended_at, outcome, payload, created_at, unreturned)
      select 'GENERIC', n::text, 'IN', case when is_rare then '+4155' || n else '+4144' || n % 500 end, '', '{}', false, at,
             case when not is_rare and n % 2 = 0 then at end, at, case when not is_rare and n % 2 = 0 then 'ENDED' else 'MISSED' end,
             '[]', at, is_rare from made`.execute(db)
    await sql`
      with c as (
        insert into contact (legal_type, given_name, surname, created_at)
        select 'NATURAL', 'Anna', case when is_rare then 'Zwetschgenbaum' else 'Beispiel' end, at from made
         where n <= ${many / 4} returning id)
      select refresh_contact_search(array_agg(id)) from c`.execute(db)
  })
  await vacuum(database.kysely)
}, 120_000)

const read = (ask: () => Promise<{ status: number; problem: unknown }>) =>
  rowsRead(database.pool, async () => {
    const { status, problem } = await ask()
    expect(status, JSON.stringify(problem)).toBe(200)
  })
const flames = (body: object) => read(() => admin.call(flameApi.search, { body: { ...body, pageSize: 50 } }))
const todos = (body: object) => read(() => admin.call(todoApi.search, { body: { ...body, pageSize: 50 } }))
const emails = (query: object) => read(() => admin.call(emailApi.list, { query: { ...query, pageSize: 50 } }))
const contacts = (body: object) => read(() => admin.call(contactApi.search, { body: { ...body, pageSize: 50 } }))
const log = (query: object) => read(() => admin.call(telephonyApi.log, { query }))
type Case = [string, () => Promise<number>]

const sunday = { since: '2020-01-05', until: '2020-01-05' }
const later = { since: '2020-01-06', until: '2035-01-01' }
const ever = { since: '2020-01-01', until: '2035-01-01' }
const either = [true, false] as const

test.each<Case>([
  ...[sunday, later, ever].flatMap((days): Case[] => {
    const arrived = (more: object) => ({ ...askedEmails({ ...days, ...more }) })
    const of = `from ${days.since} until ${days.until}`
    return [
      [`e-mails ${of}`, () => emails(arrived({}))],
      [`answered ones ${of}`, () => emails(arrived({ answered: true }))],
      ...[1, 2].flatMap((at): Case[] => [
        [`those of mailbox ${at} ${of}`, () => emails({ ...arrived({}), mailboxRef: mailbox(at) })],
        [
          `answered ones of mailbox ${at} ${of}`,
          () => emails({ ...arrived({ answered: true }), mailboxRef: mailbox(at) }),
        ],
      ]),
      ...['3', '6', '7'].flatMap((weekday): Case[] => [
        [`those of weekday ${weekday} ${of}`, () => emails(arrived({ weekday }))],
        [`answered ones of weekday ${weekday} ${of}`, () => emails(arrived({ weekday, answered: true }))],
      ]),
    ]
  }),
  [
    'e-mails in progress of somebody',
    () => emails({ state: 'IN_PROGRESS', direction: 'INCOMING', assigneeRefs: ids.user }),
  ],
  ['contacts of a day', () => contacts(askedContacts(sunday))],
])('%s: few more rows are read than shown', async (_, ask) => {
  expect(await ask()).toBeLessThan(1000)
})

// The log shows 300 calls, each with the users reached, the contact and the encounter.
test.each<Case>(
  [sunday, later, ever].flatMap((days) =>
    [undefined, ...loggedCalls].flatMap((calls) =>
      [undefined, '3', '6', '7'].map((weekday): Case => {
        const asked = { ...days, ...(calls ? { calls } : {}), ...(weekday ? { weekday } : {}) }
        return [`the log by ${JSON.stringify(asked)}`, () => log(askedCalls(asked))]
      }),
    ),
  ),
)('%s: fewer than 4,000 rows are read', async (_, ask) => {
  expect(await ask()).toBeLessThan(4000)
})

const orders: [string, () => Parameters<typeof askedArchivedFlames>[0]][] = [
  ['a day', () => sunday],
  ['a country', () => ({ country: 'LI' })],
  ['a country in a span', () => ({ ...ever, country: 'LI' })],
  ['a customer type', () => ({ ...ever, customerType: 'SUPPLIER' })],
  ['a product', () => ({ ...ever, product: ids.rareProduct })],
  ['a country on other days', () => ({ ...later, country: 'LI' })],
]
const open: [string, () => Parameters<typeof askedOpenFlames>[0]][] = [
  ['a step', () => ({ step: ids.rareStep })],
  ['a step that are due', () => ({ step: ids.rareStep, due: true })],
  ['a step of many that are due', () => ({ step: ids.step, due: true })],
  ['nobody', () => ({ unassigned: true })],
  ['somebody', () => ({ assignee: ids.user })],
  ['a reminder that has come', () => ({ reminder: true })],
  ['a pickup that has come', () => ({ due: true })],
  ['a step that they left', () => ({ ...ever, left: ids.rareStep })],
  ['a step that they left on a day', () => ({ ...sunday, left: ids.rareStep })],
  ['a step that nearly all left on a day', () => ({ ...sunday, left: ids.step })],
]
const undone: [string, () => Parameters<typeof askedTodos>[0]][] = [
  ['waiting', () => ({ state: 'WAITING' })],
  ['due', () => ({ due: true })],
  ['of somebody', () => ({ state: 'OPEN', assignee: ids.user })],
  ['done on a day', () => ({ state: 'DONE', ...sunday })],
  ['done on a day by whoever has most', () => ({ state: 'DONE', assignee: ids.admin, ...sunday })],
  ['done by somebody', () => ({ state: 'DONE', assignee: ids.user, ...ever })],
]

test.each<Case>([
  ...flameSorts.flatMap((sort) =>
    either.flatMap((descending): Case[] => [
      ...orders.map(
        ([of, address]): Case => [
          `orders of ${of} by ${sort}, descending: ${descending}`,
          () => flames({ ...askedArchivedFlames(address()), sort, descending }),
        ],
      ),
      ...open.map(
        ([of, address]): Case => [
          `flames of ${of} by ${sort}, descending: ${descending}`,
          () => flames({ ...askedOpenFlames(address()), sort, descending }),
        ],
      ),
    ]),
  ),
  ...todoSorts.flatMap((sort) =>
    either.flatMap((descending) =>
      undone.map(
        ([of, address]): Case => [
          `to-dos ${of} by ${sort}, descending: ${descending}`,
          () => todos({ ...askedTodos(address()), sort, descending }),
        ],
      ),
    ),
  ),
])('%s: few matches are found without reading the others', async (_, ask) => {
  expect(await ask()).toBeLessThan(1000)
})

// Filters that nearly all rows match: narrow rows are read and the order is walked until the page is full; the other
// data of flames are read for the page only.
test.each<Case>(
  flameSorts.flatMap((sort) =>
    either.flatMap((descending) =>
      [
        ['orders of a country', () => ({ ...askedArchivedFlames({ ...ever, country: 'CH' }) })],
        ['orders of a product', () => ({ ...askedArchivedFlames({ product: ids.product }) })],
        ['orders of a customer type', () => ({ ...askedArchivedFlames({ ...later, customerType: 'PRIVATE' }) })],
        ['orders', () => ({ ...askedArchivedFlames(later) })],
        ['flames that left a step', () => ({ ...askedOpenFlames({ ...ever, left: ids.step }) })],
      ].map(
        ([of, body]): Case => [
          `${of} by ${sort}, descending: ${descending}`,
          () => flames({ ...(body as () => object)(), sort, descending }),
        ],
      ),
    ),
  ),
)('%s: many matches are not read one by one', async (_, ask) => {
  expect(await ask()).toBeLessThan(1.5 * many)
})
