import type { TileName } from '#contract/overview/dashboards'
import type { Database } from '../src/db/db.ts'

/** What the tiles count, in flat tables under one index for each question. */
export async function makeDashboardTables(database: Database): Promise<void> {
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
     select e.received_at as at, e.state, e.assignee_id, s.folder_id as box, extract(isodow from e.received_at)::int as weekday,
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
  await database.pool.query(`create table flat_todo as select state, finished, due, assignee_id from todo`)
  await database.pool.query(
    `create index on flat_card (archived_at); create index on flat_article (archived_at); create index on flat_stay (at); create index on flat_mail (at);
     create index on flat_mail (state); create index on flat_call (at); create index on flat_call (number, at); create index on flat_todo (finished); create index on flat_todo (state)`,
  )
  for (const table of ['card', 'stay', 'mail', 'article', 'call', 'todo'])
    await database.pool.query(`vacuum analyze flat_${table}`)
}

const open = `select step, count(*), count(*) filter (where due), count(*) filter (where assignee_id is null) from flat_card where archived_at is null group by 1`
/** What answers each tile, from one day to another where it asks for a span. */
export const dashboardFloors: Record<TileName, readonly string[]> = {
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
    'select count(distinct group_id) from contact_duplicate_pair',
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
  system: [
    'select title from mailbox',
    'select count(*) from mail_quarantine',
    ...['<', '>='].map(
      (compared) => `select count(*) from graphile_worker.jobs where attempts ${compared} max_attempts`,
    ),
    'select count(*) from stored_file',
  ],
  people: [
    `select assignee_id, count(*) from flat_card where archived_at is null group by 1`,
    `select assignee_id, count(*) from flat_mail where state = 'IN_PROGRESS' group by 1`,
    `select assignee_id, count(*) from flat_todo where state = 'OPEN' group by 1`,
    `select assignee_id, count(*) from flat_todo where finished >= $1 and finished < $2 group by 1`,
    'select id, username from app_user',
  ],
}
