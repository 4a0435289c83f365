import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { webhookApi } from '#contract/calendars/webhooks'
import { telephonyApi } from '#contract/calls/telephony'
import { encounterApi } from '#contract/contacts/encounters'
import { emailApi } from '#contract/mail/inbox'
import { mailboxApi } from '#contract/mail/mailboxes'
import { projectApi, projectSorts } from '#contract/work/projects'
import { todoApi, todoSorts } from '#contract/work/todos'
import { gap } from '../src/db/places.ts'
import { runHistory } from '../src/mail/mailboxes/history-runs.ts'
import { testApp } from './app.ts'
import { writeEmailCards } from './emails.ts'
import { flameFactory } from './flames.ts'
import { projectFactory } from './projects.ts'
import { rowsRead } from './rows-read.ts'
import { vacuum } from './vacuum.ts'

// Like skewed-lists.test.ts, for e-mails, encounters, calls and work: rare rows are the oldest, last in each order.

const many = 10_000
const rare = 30
const { as, database, appContext } = await testApp()
const { buildBoard, buildContact, buildFlame } = flameFactory(as)
const [admin, user] = [as('ADMIN'), as('USER')]

const mailbox = (number: number) => `01a00000-0000-7000-8000-00000000000${number}`
const folder = (number: number) => `01a00000-0000-7000-8000-00000000001${number}`
const webhook = (number: number) => `01a00000-0000-7000-8000-00000000002${number}`
const ids = { busy: '', rare: '', small: '', project: '', user: '', admin: '' }

beforeAll(async () => {
  const [board, small] = [await buildBoard({ kind: 'PROJECT' }), await buildBoard({ kind: 'PROJECT' })]
  const flame = await buildFlame()
  const { id: model } = await projectFactory(as).buildProject({ taskboardRef: board.id })
  ids.small = small.id
  ids.busy = (await buildContact({ surname: 'Beispiel' })).id
  ids.rare = (await buildContact({ surname: 'Zwetschgenbaum' })).id
  const { rows } = await sql<{ username: string; id: string }>`select username, id from app_user`.execute(
    database.kysely,
  )
  const idOf = (name: string) => rows.find(({ username }) => username === name)?.id ?? ''
  ids.user = idOf('USER')
  ids.admin = idOf('ADMIN')
  await database.kysely.transaction().execute(async (db) => {
    // without triggers
    await sql`set local session_replication_role = replica`.execute(db)
    await sql`
      create temporary table made on commit drop as
      select n, n <= ${rare} as is_rare, uuid_v7() as id, '2020-01-01'::timestamptz + n * interval '1 hour' as at,
             case when n <= ${rare} then ${ids.user}::uuid else ${ids.admin}::uuid end as person,
             case when n <= ${rare} then ${ids.rare}::uuid else ${ids.busy}::uuid end as contact,
             case when n <= ${rare} then 'Mirabelle' else 'Feuerschale' end as word
        from generate_series(1, ${many}) n order by n`.execute(db)

    await sql`
      insert into mailbox (id, type, title, address, max_message_bytes, active)
      values (${mailbox(1)}, 'IMAP', 'Verkauf', 'verkauf@glut.example', 25000000, false),
             (${mailbox(2)}, 'IMAP', 'Presse', 'presse@glut.example', 25000000, false)`.execute(db)
    await sql`
      insert into mail_folder (id, mailbox_id, path, role)
      values (${folder(1)}, ${mailbox(1)}, 'INBOX', 'INBOX'), (${folder(2)}, ${mailbox(2)}, 'INBOX', 'INBOX')`.execute(
      db,
    )
    await sql`
      insert into email (id, direction, subject, from_address, thread_id, received_at, state, assignee_id, contact_id,
                         important, deleted_at, search)
      select id, case when is_rare then 'OUTGOING' else 'INCOMING' end, word, 'a@example.org', id, at,
             case when is_rare then 'IN_PROGRESS' else 'OPEN' end, person, contact, is_rare, case when n % 5 = 0 then at end,
             search_text(word) from made`.execute(db)
    // the four oldest are in the other mailbox as well
    await sql`
      insert into mail_source (folder_id, uid, email_id)
      select case when is_rare then ${folder(2)}::uuid else ${folder(1)}::uuid end, n::text, id from made
      union all select ${folder(1)}::uuid, 'too ' || n, id from made where n <= 4`.execute(db)
    await writeEmailCards(db)
    await sql`
      insert into mail_quarantine (mailbox_id, folder_id, uid, received_at, reason)
      select case when is_rare then ${mailbox(2)}::uuid else ${mailbox(1)}::uuid end,
             case when is_rare then ${folder(2)}::uuid else ${folder(1)}::uuid end, n::text, at, 'ERROR' from made`.execute(
      db,
    )
    await sql`
      insert into encounter (id, contact_id, encounter_type, title, original_known_since, deleted_at)
      select id, ${ids.busy}::uuid, case when is_rare then 'POST' else 'TELEPHONE' end, word, at, case when n % 5 = 0 then at end
        from made`.execute(db)
    await sql`
      insert into phone_call (provider, external_id, direction, from_number, to_number, extensions, internal, started_at,
                              answered_at, ended_at, outcome, payload, created_at)
      select 'GENERIC', n::text, case when n <= 2 * ${rare} then 'IN' else 'OUT' end, '', '', '{}', false, at,
             case when not is_rare then at end, at, case when is_rare then 'MISSED' else 'ENDED' end, '[]', at from made`.execute(
      db,
    )
    await sql`
      insert into project (id, step_id, place, title, assignee_id, start, finished, reminder_at, created_at, updated_at, archived_at)
      select id, case when is_rare then ${small.steps[0]?.id}::uuid else ${board.steps[0]?.id}::uuid end, n * ${gap}::bigint, word,
             person, at, at, at, at, at, case when n % 2 = 0 then at end from made`.execute(db)
    await sql`insert into project_contact (project_id, contact_id) select id, contact from made`.execute(db)
    await sql`
      insert into project_card (project_id, card, list, created_at, start, finished, reminder_at, title, names)
      select id, (select card from project_card where project_id = ${model}), case when n % 2 = 0 then 'ARCHIVED' else 'OPEN' end,
             at, at, at, at, fold(word), (select search_text(full_name) from contact c where c.id = made.contact) from made`.execute(
      db,
    )
    await sql`
      insert into todo (project_id, title, assignee_id, created_by, start, state, finished, order_key, updated_at)
      select id, word, case when n > 5 then person end, ${ids.admin}::uuid, at, case when n % 4 = 0 then 'DONE' else 'OPEN' end,
             case when n % 4 = 0 then at end, n, at from made where n % 2 = 1 or is_rare`.execute(db)
    // only the oldest are at a flame or waiting
    await sql`
      insert into todo (flame_id, title, assignee_id, created_by, start, state, order_key, updated_at)
      select ${flame.id}::uuid, 'Quitte', ${ids.admin}::uuid, ${ids.admin}::uuid, at, case when n % 2 = 0 then 'WAITING' else 'OPEN' end,
             n, at - interval '1 day' from made where is_rare`.execute(db)
    await sql`
      insert into webhook (id, title, url, events, sealed_secret)
      values (${webhook(1)}, 'A', 'https://a.example', '{}', ''), (${webhook(2)}, 'B', 'https://b.example', '{}', '')`.execute(
      db,
    )
    await sql`
      insert into webhook_delivery (webhook_id, event_id, event_type, body, state, created_at)
      select case when is_rare then ${webhook(2)}::uuid else ${webhook(1)}::uuid end, id, 'TEST', '{}', 'DELIVERED', at
        from made`.execute(db)
  })
  ids.project =
    (await sql<{ id: string }>`select id from project order by created_at limit 1`.execute(database.kysely)).rows[0]
      ?.id ?? ''
  await vacuum(database.kysely)
}, 120_000)

const read = (ask: () => Promise<{ status: number; problem: unknown }>) =>
  rowsRead(database.pool, async () => {
    const { status, problem } = await ask()
    expect(status, JSON.stringify(problem)).toBe(200)
  })
const emails = (query: object) => read(() => user.call(emailApi.list, { query }))
const timeline = (query: object) =>
  read(() => user.call(encounterApi.search, { params: { id: ids.busy }, query: { ...query, pageSize: 20 } }))
const todos = (body: object) => read(() => user.call(todoApi.search, { body: { ...body, pageSize: 50 } }))
const projects = (body: object) => read(() => user.call(projectApi.search, { body: { ...body, pageSize: 50 } }))
const log = (query: object) => read(() => admin.call(telephonyApi.log, { query }))
const countTodos = (body: object) => read(() => user.call(todoApi.count, { body }))
const countProjects = (body: object) => read(() => user.call(projectApi.count, { body }))
const countEmails = (query: object) => read(() => user.call(emailApi.count, { query }))
type Case = [string, () => Promise<number>]

const few: [string, () => object][] = [
  ['e-mails in progress', () => ({ state: 'IN_PROGRESS' })],
  ['important ones', () => ({ important: 'true' })],
  ['outgoing ones', () => ({ direction: 'OUTGOING' })],
  ['those of somebody', () => ({ assigneeRefs: ids.user })],
  ['those of a contact', () => ({ contactRef: ids.rare })],
]
test.each(few)('%s in a busy mailbox: the few of the mailbox are listed and counted', async (_, query) => {
  const asked = { ...query(), mailboxRef: mailbox(1) }
  expect((await user.call(emailApi.list, { query: asked })).answer.emails).toHaveLength(4)
  expect((await user.call(emailApi.count, { query: asked })).answer).toEqual({ count: 4, more: false })
})

test.each<Case>([
  ['the latest e-mails', () => emails({ pageSize: 20 })],
  ['those in progress', () => emails({ state: 'IN_PROGRESS' })],
  ['those of somebody', () => emails({ assigneeRefs: ids.user })],
  ['those of somebody or nobody', () => emails({ assigneeRefs: [ids.user, '-2'] })],
  ['those in progress of two', () => emails({ assigneeRefs: [ids.user, '-2'], state: ['IN_PROGRESS', 'CLOSED'] })],
  ['important ones', () => emails({ important: 'true' })],
  ['outgoing ones', () => emails({ direction: 'OUTGOING' })],
  ['those of a contact', () => emails({ contactRef: ids.rare })],
  ['those with a rare word', () => emails({ searchTerm: 'mirabelle' })],
  ['those of a mailbox with a rare word', () => emails({ mailboxRef: mailbox(2), searchTerm: 'mirabelle' })],
  ...few.flatMap(([those, query]): Case[] => [
    [`${those} in a busy mailbox`, () => emails({ ...query(), mailboxRef: mailbox(1) })],
    [`how many ${those} lie there`, () => countEmails({ ...query(), mailboxRef: mailbox(1) })],
    [`${those} in a small one`, () => emails({ ...query(), mailboxRef: mailbox(2) })],
    [`how many ${those} lie in the small one`, () => countEmails({ ...query(), mailboxRef: mailbox(2) })],
  ]),
  ['those in the bin of somebody', () => emails({ bin: 'true', assigneeRefs: ids.user })],
  ['those in the bin that are in progress', () => emails({ bin: 'true', state: 'IN_PROGRESS' })],
  ['those in the bin of a kind', () => emails({ bin: 'true', kind: 'BOUNCE' })],
  ['those in the bin', () => emails({ bin: 'true', pageSize: 20 })],
  ['those in the bin with a rare word', () => emails({ bin: 'true', searchTerm: 'mirabelle' })],
  ['quarantine', () => read(() => admin.call(mailboxApi.quarantine, { params: { id: mailbox(2) } }))],
  ['encounters with a rare word', () => timeline({ searchTerm: 'mirabelle' })],
  ['encounters of a rare type', () => timeline({ encounterType: 'POST' })],
  ['encounters of a type of which there are none', () => timeline({ encounterType: 'FACE_TO_FACE' })],
  [
    'encounters of two types, on a day',
    () => timeline({ encounterType: ['POST', 'TELEPHONE'], start: '2020-01-02', end: '2020-01-02' }),
  ],
  ['what a webhook was told', () => read(() => admin.call(webhookApi.log, { params: { id: webhook(2) } }))],
  ...todoSorts.flatMap((sort): Case[] => [
    [`to-dos of somebody by ${sort}`, () => todos({ sort, assigneeRef: ids.user })],
    [`to-dos of nobody by ${sort}`, () => todos({ sort, unassigned: true })],
    [`to-dos with a rare word by ${sort}`, () => todos({ sort, text: 'mirabelle' })],
    [`one’s own by ${sort}`, () => todos({ sort, own: true })],
    [`one’s own that are due by ${sort}`, () => todos({ sort, own: true, dueOnly: true })],
    [`to-dos of flames by ${sort}`, () => todos({ sort, type: 'FLAME' })],
    [`waiting ones by ${sort}`, () => todos({ sort, states: ['WAITING'] })],
    [`done ones of somebody by ${sort}`, () => todos({ sort, states: ['DONE'], assigneeRef: ids.user })],
    [
      `those done on a day by ${sort}`,
      () => todos({ sort, states: ['DONE'], finishedFrom: '2020-01-01', finishedTo: '2020-01-02' }),
    ],
  ]),
  ...todoSorts.flatMap((sort): Case[] => [
    [`all to-dos by ${sort}`, () => todos({ sort })],
    [`all to-dos by ${sort}, the last first`, () => todos({ sort, descending: true })],
    [`all due to-dos by ${sort}`, () => todos({ sort, dueOnly: true })],
  ]),
  ['how many of one’s own are due', () => read(() => user.call(todoApi.countOwnDue, {}))],
  ['how many of one’s own projects are due', () => read(() => user.call(projectApi.countOwnDue, {}))],
  ['how many to-dos are somebody’s', () => countTodos({ assigneeRef: ids.user })],
  ['how many hold a rare word', () => countTodos({ text: 'mirabelle' })],
  ['how many projects are somebody’s', () => countProjects({ assigneeRef: ids.user })],
  ['how many are of a contact', () => countProjects({ contactRef: ids.rare })],
  ['how many projects hold a rare word', () => countProjects({ text: 'mirabelle' })],
  ['how many e-mails are in progress', () => countEmails({ state: 'IN_PROGRESS' })],
  ['how many are of a contact', () => countEmails({ contactRef: ids.rare })],
  ['how many e-mails hold a rare word', () => countEmails({ searchTerm: 'mirabelle' })],
  ['a board of projects', () => read(() => user.call(projectApi.board, { params: { id: ids.small }, query: {} }))],
  ['the bin of a board', () => read(() => user.call(projectApi.bin, { params: { id: ids.small } }))],
  [
    'the history of a project',
    () => read(() => user.call(projectApi.history, { params: { id: ids.project }, query: {} })),
  ],
  ['the to-dos of a project', () => read(() => user.call(todoApi.ofRef, { params: { ref: ids.project } }))],
  ...projectSorts.flatMap((sort): Case[] => [
    [`projects by ${sort}`, () => projects({ sort })],
    [`archived ones by ${sort}`, () => projects({ sort, archived: true })],
    [`projects with a rare word by ${sort}`, () => projects({ sort, text: 'mirabelle' })],
    [`archived ones with a rare word by ${sort}`, () => projects({ sort, text: 'mirabelle', archived: true })],
    [`projects of a contact by ${sort}`, () => projects({ sort, contactRef: ids.rare })],
    [`projects of somebody by ${sort}`, () => projects({ sort, assigneeRef: ids.user })],
    [`projects of a board by ${sort}`, () => projects({ sort, taskboardRef: ids.small })],
    [`one’s own by ${sort}`, () => projects({ sort, own: true, due: true })],
    [`one’s own, due or not, by ${sort}`, () => projects({ sort, own: true })],
    [`one’s own of the archive by ${sort}`, () => projects({ sort, own: true, archived: true })],
    [`due ones of a board by ${sort}`, () => projects({ sort, due: true, taskboardRef: ids.small })],
    [`archived ones of somebody by ${sort}`, () => projects({ sort, archived: true, assigneeRef: ids.user })],
    [`archived ones of a contact by ${sort}`, () => projects({ sort, archived: true, contactRef: ids.rare })],
    [`projects by ${sort} asc`, () => projects({ sort, descending: false })],
  ]),
])('%s: few more rows are read than shown', async (_, ask) => {
  expect(await ask()).toBeLessThan(500)
})

// 300 calls with the contacts of their numbers
test.each<Case>([
  ['missed calls', () => log({ calls: 'MISSED' })],
  ['incoming calls', () => log({ calls: 'INCOMING' })],
  ['how many were missed', () => read(() => admin.call(telephonyApi.count, { query: { calls: 'MISSED' } }))],
])('%s: fewer than 1,000 rows are read', async (_, ask) => {
  expect(await ask()).toBeLessThan(1000)
})

// Finding that a word, or a person, has more hits than `mostHits` reads that many, then the beginning of the order.
const mostHits = 4000
test.each<Case>(
  projectSorts.flatMap((sort): Case[] => [
    [`projects with a word of all by ${sort}`, () => projects({ sort, text: 'feuerschale' })],
    [`projects with a word of all by ${sort} asc`, () => projects({ sort, text: 'feuerschale', descending: false })],
    [`archived ones with a word of all by ${sort}`, () => projects({ sort, text: 'feuerschale', archived: true })],
    [`projects of somebody with one by ${sort}`, () => projects({ sort, text: 'feuerschale', assigneeRef: ids.admin })],
    [`projects with one and a rare one by ${sort}`, () => projects({ sort, text: 'zwetschgenbaum mirabelle' })],
    [`projects of somebody else with one by ${sort}`, () => projects({ sort, text: 'feuerschale', own: true })],
  ]),
)('%s: a limited number of rows is read', async (_, ask) => {
  expect(await ask()).toBeLessThan(2 * mostHits + 1000)
})

test.each<Case>(
  todoSorts.flatMap((sort): Case[] =>
    [true, false].flatMap((descending): Case[] => [
      [
        `with a word of all by ${sort}, descending: ${descending}`,
        () => todos({ sort, descending, text: 'feuerschale' }),
      ],
      [
        `due ones with it by ${sort}, descending: ${descending}`,
        () => todos({ sort, descending, text: 'feuerschale', dueOnly: true }),
      ],
      [
        `of somebody with it by ${sort}, descending: ${descending}`,
        () => todos({ sort, descending, text: 'feuerschale', assigneeRef: ids.admin }),
      ],
      [
        `of nobody with it by ${sort}, descending: ${descending}`,
        () => todos({ sort, descending, text: 'feuerschale', unassigned: true }),
      ],
      [
        `with it and a rare one by ${sort}, descending: ${descending}`,
        () => todos({ sort, descending, text: 'feuerschale mirabelle' }),
      ],
    ]),
  ),
)('to-dos %s: a limited number of rows is read', async (_, ask) => {
  expect(await ask()).toBeLessThan(mostHits + 1000)
})

// The first thousand of the list are read, then the e-mails of the mailbox.
test.each<Case>([
  ['e-mails of a mailbox', () => emails({ mailboxRef: mailbox(2) })],
  ['those in its bin', () => emails({ bin: 'true', mailboxRef: mailbox(2) })],
])('%s: those of other mailboxes are not read', async (_, ask) => {
  expect(await ask()).toBeLessThan(many / 4)
})

test('moving a card between two at the same place reads only their neighbours', async () => {
  const [moved, above, below] = await database.kysely.transaction().execute(async (db) => {
    await sql`set local session_replication_role = replica`.execute(db)
    const { rows } = await sql<{ id: string; version: number; step: string; board: string }>`
      select p.id, p.version, p.step_id as step, s.blackboard_id as board
        from project p join blackboard_step s on s.id = p.step_id
       where p.archived_at is null and p.deleted_at is null order by p.place offset ${many / 4} limit 3`.execute(db)
    await sql`update project set place = place - ${2 * gap}::bigint where id = ${rows[2]?.id}`.execute(db)
    const [first, ...atOne] = rows
    // equal places are ordered by id
    return [first, ...atOne.sort((one, other) => (one.id < other.id ? -1 : 1))]
  })
  await sql`analyze project`.execute(database.kysely)
  if (!moved || !above || !below) throw new Error('three cards')
  const body = { version: moved.version, taskboardRef: moved.board, step: moved.step, afterRef: above.id }
  const readByMove = await read(() => admin.call(projectApi.move, { params: { id: moved.id }, body }))
  expect(readByMove).toBeLessThan(500)
  const { rows } = await sql<{ id: string }>`
    select id from project where id in (${moved.id}, ${above.id}, ${below.id}) order by place, id`.execute(
    database.kysely,
  )
  expect(rows.map(({ id }) => id)).toEqual([above.id, moved.id, below.id])
})

test('filing past mail does not repeatedly count the messages still to be fetched', async () => {
  await sql`update mailbox set active = true where id = ${mailbox(1)}`.execute(database.kysely)
  await sql`
    insert into mail_source (folder_id, uid, outcome, received_at)
    select ${folder(1)}::uuid, 'waits ' || n, 'WAITING', '2020-01-05' from generate_series(1, 5000) n`.execute(
    database.kysely,
  )
  await sql`insert into mail_history_run (from_day, to_day, state) values ('2020-01-01', '2020-01-20', 'RUNNING')`.execute(
    database.kysely,
  )
  await sql`analyze mail_source`.execute(database.kysely)
  const { signal } = new AbortController()
  expect(await rowsRead(database.pool, () => runHistory(appContext, signal))).toBeLessThan(5000)
  const { rows } = await sql<{ done: number; state: string }>`select done, state from mail_history_run`.execute(
    database.kysely,
  )
  expect(rows).toEqual([{ done: expect.any(Number), state: 'RUNNING' }])
})
