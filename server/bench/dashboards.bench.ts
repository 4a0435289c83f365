import { dashboardApi, type TileName } from '#contract/overview/dashboards'
import { addBoard } from './board.ts'
import { bench, figure } from './harness.ts'
import { openProduct } from './in-process.ts'

const flames = 50_000
const mails = Number(process.env.BENCH_ROWS ?? 500_000)
const phoneCalls = 50_000
const { database, admin, call, close } = await openProduct()
await addBoard({ database, admin, call })

const client = await database.pool.connect()
await client.query('begin')
// without the triggers
await client.query('set local session_replication_role = replica')
// one of ten is open; the others were archived over five years
await client.query(
  `create temporary table made on commit drop as
   select n, uuid_v7() as id, now() - n * interval '53 minutes' as at, n % 10 = 0 as open,
          (array(select id from blackboard_step order by position))[1 + n % 5] as step,
          (array(select id from contact limit 2000))[1 + n % 2000] as contact
     from generate_series(1, ${flames}) n`,
)
await client.query(
  `insert into flame (id, step_id, place, assignee_id, created_at, in_step_since, archived_at)
   select id, step, n, case when n % 50 <> 0 then $1::uuid end, at - interval '30 days', at, case when not open then at end from made`,
  [admin],
)
await client.query(
  `insert into dossier (flame_id, contact_id, certificate_name, language, pickup_date)
   select id, contact, 'Familie Beispiel', 'DE', at + interval '5 days' from made`,
)
await client.query(
  `insert into flame_step_change (flame_id, from_step_id, from_board, from_step, to_board, to_step, at)
   select id, (array(select id from blackboard_step order by position))[change], 'Verkauf', 'Neu', 'Verkauf', 'Bereit',
          at - (5 - change) * interval '6 days' from made, generate_series(1, 4) change`,
)
await client.query(
  `with product as (insert into product (title, main_product) select 'Feuerring ' || n, true from generate_series(1, 40) n returning id)
   insert into dossier_article (flame_id, order_key, product_id, product_name, quantity)
   select made.id, part, (array(select id from product))[1 + (made.n + part) % 40], 'Feuerring', 1 + part
     from made, generate_series(1, 3) part`,
)
await client.query(
  `insert into dossier_package (flame_id, order_key, quantity, width_in_cm, depth_in_cm, height_in_cm, weight_in_kg)
   select id, 1, 1 + n % 4, 80, 80, 60, 120.5 from made`,
)
await client.query(
  `insert into todo (flame_id, title, state, order_key, finished)
   select id, 'Anrufen', case when open then 'OPEN' else 'DONE' end, 1, case when not open then at end from made`,
)
await client.query(
  `insert into mailbox (id, type, title, address, max_message_bytes, active)
   values ('01a00000-0000-7000-8000-000000000001', 'IMAP', 'Verkauf', 'verkauf@glut.example', 25000000, false)`,
)
await client.query(
  `insert into mail_folder (id, mailbox_id, path, role)
   values ('01a00000-0000-7000-8000-000000000002', '01a00000-0000-7000-8000-000000000001', 'INBOX', 'INBOX')`,
)
await client.query(
  `with added as (
     insert into email (direction, state, subject, from_address, thread_id, received_at, answered_at)
     select 'INCOMING', case when n % 100 = 0 then 'OPEN' else 'CLOSED' end, 'Offerte', 'kunde@example.org', uuid_v7(), at,
            case when n % 3 > 0 then at + n % 300 * interval '11 minutes' end
       from generate_series(1, ${mails}) n, lateral (select now() - n * interval '5 minutes' as at) t returning id)
   insert into mail_source (folder_id, uid, email_id, seen)
   select '01a00000-0000-7000-8000-000000000002', row_number() over ()::text, id, true from added`,
)
await client.query(
  `insert into phone_call (provider, external_id, direction, from_number, to_number, extensions, internal, started_at, answered_at,
                           ended_at, outcome, payload, created_at)
   select 'GENERIC', n::text, 'IN', '+4144' || (n % 5000)::text, '', '{}', false, at, case when n % 8 > 0 then at end, at,
          case when n % 8 > 0 then 'ENDED' else 'MISSED' end, '[]', at
     from generate_series(1, ${phoneCalls}) n, lateral (select now() - n * interval '10 minutes' as at) t`,
)
await client.query('select refresh_flame_orders(array(select id from made))')
await client.query('select refresh_flame_pickups(id) from made where open')
await client.query('insert into email_arrival select * from email_arrivals(array(select id from email))')
await client.query('commit')
client.release()

// the floor: what a tile counts in one flat table under one index each
await database.pool.query(
  `create table flat_card as
   select f.id, s.id as step, f.archived_at, f.assignee_id, f.in_step_since, d.pickup_date < now() and not d.delivered as due,
          (select sum(quantity) from dossier_article a where a.flame_id = f.id) as articles,
          (select sum(quantity) from dossier_package p where p.flame_id = f.id) as crates
     from flame f join blackboard_step s on s.id = f.step_id join dossier d on d.flame_id = f.id`,
)
await database.pool.query(
  `create table flat_stay as select from_step_id as step, at, extract(epoch from interval '6 days') as seconds from flame_step_change`,
)
await database.pool.query(
  `create table flat_mail as
   select e.received_at as at, e.state, s.folder_id as box, extract(isodow from e.received_at)::int as weekday,
          extract(epoch from e.answered_at - e.received_at) / 60 as minutes
     from email e join mail_source s on s.email_id = e.id`,
)
await database.pool.query(
  `create table flat_article as
   select f.id as flame, f.archived_at, p.title as product, a.quantity
     from flame f join dossier_article a on a.flame_id = f.id join product p on p.id = a.product_id and p.main_product`,
)
await database.pool.query(
  `create table flat_call as select created_at as at, from_number as number, state = 'MISSED' as missed from phone_call`,
)
await database.pool.query(`create table flat_todo as select state, finished, due from todo`)
await database.pool.query(
  `create index on flat_card (archived_at); create index on flat_article (archived_at); create index on flat_stay (at); create index on flat_mail (at);
   create index on flat_mail (state); create index on flat_call (at); create index on flat_call (number, at); create index on flat_todo (finished); create index on flat_todo (state)`,
)
await database.pool.query('vacuum analyze')

const open = `select step, count(*), count(*) filter (where due), count(*) filter (where assignee_id is null) from flat_card where archived_at is null group by 1`
const floors: Record<TileName, readonly string[]> = {
  flames: [
    open,
    `select step, percentile_cont(0.5) within group (order by seconds) from flat_stay where at >= $1 and at < $2 group by 1`,
    `select id from flat_card where archived_at is null order by in_step_since limit 10`,
  ],
  inbox: [
    `select state, count(*), min(at) from flat_mail where state in ('OPEN', 'IN_PROGRESS') group by 1`,
    `select box, weekday, count(*), percentile_cont(0.5) within group (order by minutes) from flat_mail
      where at >= $1 and at < $2 group by grouping sets ((box), (weekday), ())`,
  ],
  orders: [
    `select date_trunc('month', archived_at), count(*), sum(articles), sum(crates) from flat_card
      where archived_at >= $1 and archived_at < $2 group by 1`,
    ...[1, 2].map(() => `select step, count(*) from flat_card where archived_at >= $1 and archived_at < $2 group by 1`),
    `select product, sum(quantity), count(distinct flame) from flat_article where archived_at >= $1 and archived_at < $2
      group by 1 order by 2 desc limit 10`,
  ],
  contacts: [
    `select date_trunc('month', created_at), count(*) from contact where created_at >= $1 and created_at < $2 group by 1`,
    'select count(*) from contact where deleted_at is null',
  ],
  todos: [
    `select count(*), count(*) filter (where due < now()) from flat_todo where state <> 'DONE'`,
    `select date_trunc('month', finished), count(*) from flat_todo where finished >= $1 and finished < $2 group by 1`,
  ],
  calls: [
    `select date_trunc('month', at), count(*), count(*) filter (where missed) from flat_call where at >= $1 and at < $2 group by 1`,
    `select extract(isodow from at), count(*), count(*) filter (where missed) from flat_call where at >= $1 and at < $2 group by 1`,
    `select count(*) from flat_call c where at >= $1 and at < $2 and missed
        and not exists (select from flat_call later where later.number = c.number and later.at > c.at and not later.missed)`,
  ],
  system: ['select count(*) from stored_file', 'select count(*) from graphile_worker.jobs'],
  people: [
    `select assignee_id, count(*) from flat_card where archived_at is null group by 1`,
    `select box, count(*) from flat_mail where state = 'IN_PROGRESS' group by 1`,
    `select state, count(*) from flat_todo where state = 'OPEN' group by 1`,
    `select state, count(*) from flat_todo where finished >= $1 and finished < $2 group by 1`,
  ],
}
await database.pool.query('update product_setting set shows_people = true')

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
for (const days of [30, 365]) {
  const [from, to] = [day(days - 1), day(0)]
  for (const [name, { path }] of Object.entries(dashboardApi)) {
    await bench(`dashboard: ${name}, ${days} days`, {
      bare: async () => {
        for (const text of floors[name as TileName])
          await database.pool.query(text, text.includes('$1') ? [from, to] : [])
      },
      product: () => call('GET', `${path}?${new URLSearchParams({ from, to })}`),
      rounds: 20,
      limit: { times: 2, plus: 3, at: 'p95' },
    }).then(({ numbers }) =>
      figure(`dashboard: ${name}, ${days} days, at most`, numbers.productP95 ?? Number.NaN, {
        unit: 'ms',
        atMost: 300,
      }),
    )
  }
}
await close()
