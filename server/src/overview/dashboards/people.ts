import { sql } from 'kysely'
import type { Tile, TileSpan } from '#contract/overview/dashboards'
import { pathTo } from '#contract/routes'
import { betweenDays } from '../../db/days.ts'
import type { Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'
import { flameInStep, isOpen, seen } from '../../orders/flames/flames.ts'
import { isOutsideBin, seesTodo, todoInPlace, todosAtWork } from '../../work/todos/todos.ts'
import { table } from './tile.ts'

interface Person {
  id: string
  label: string
  flames: number
  emails: number
  todos: number
  doneTodos: number
}

/** What each person has and did, by name; only where an admin turned it on. Errors: FORBIDDEN. */
export async function peopleTile(ctx: Ctx, { from, to }: TileSpan): Promise<Tile> {
  if (!(await showsPeople(ctx)).people) fail('FORBIDDEN')
  const days = { since: from, until: to }
  return {
    figures: [],
    tables: [
      table('workByPerson', 'text', await workOf(ctx, from, to), [
        { name: 'flames', value: ({ flames }) => flames, link: ({ id }) => pathTo('allOpenFlames', { assignee: id }) },
        {
          name: 'emails',
          value: ({ emails }) => emails,
          link: ({ id }) => pathTo('emails', { view: 'IN_PROGRESS', person: id }),
        },
        {
          name: 'todos',
          value: ({ todos }) => todos,
          link: ({ id }) => pathTo('allOpenTodos', { state: 'OPEN', assignee: id }),
        },
        {
          name: 'doneTodos',
          value: ({ doneTodos }) => doneTodos,
          link: ({ id }) => pathTo('allOpenTodos', { state: 'DONE', assignee: id, ...days }),
        },
      ]),
    ],
  }
}

async function workOf(ctx: Ctx, from: string, to: string): Promise<Person[]> {
  const done = sql.join(betweenDays(sql`t.finished`, from, to), sql` and `)
  const { rows } = await sql<Person>`
    with flames as (
      select f.assignee_id, count(*)::int as count from ${flameInStep} where ${isOpen} and ${seen(ctx)} group by 1),
    emails as (
      select assignee_id, count(*)::int as count from email
       where deleted_at is null and direction = 'INCOMING' and state = 'IN_PROGRESS' group by 1),
    todos as (
      select t.assignee_id, count(*)::int as count from ${todosAtWork(ctx, sql`t.state = 'OPEN'`)} as t group by 1),
    done_todos as (
      select t.assignee_id, count(*)::int as count from ${todoInPlace}
       where t.state = 'DONE' and ${done} and ${isOutsideBin} and ${seesTodo(ctx)} group by 1)
    select u.id, u.username as label, coalesce(flames.count, 0) as flames, coalesce(emails.count, 0) as emails,
           coalesce(todos.count, 0) as todos, coalesce(done_todos.count, 0) as "doneTodos"
      from app_user u left join flames on flames.assignee_id = u.id left join emails on emails.assignee_id = u.id
      left join todos on todos.assignee_id = u.id left join done_todos on done_todos.assignee_id = u.id
     where u.deleted_at is null and coalesce(flames.count, emails.count, todos.count, done_todos.count) > 0
     order by fold(u.username)`.execute(ctx.db)
  return rows
}

export async function showsPeople({ db }: Ctx): Promise<{ people: boolean }> {
  const { shows_people: people } = await db
    .selectFrom('product_setting')
    .select('shows_people')
    .executeTakeFirstOrThrow()
  return { people }
}

export async function showPeople({ db }: Ctx, people: boolean): Promise<undefined> {
  await sql`
    update product_setting set shows_people = ${people}, version = version + 1
     where shows_people <> ${people}`.execute(db)
}
