import { type RawBuilder, sql } from 'kysely'
import type { Tile, TileSpan } from '#contract/overview/dashboards'
import { pathTo } from '#contract/routes'
import { betweenDays } from '../../db/days.ts'
import type { Ctx } from '../../http/context.ts'
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

/** Returns what each person has and did, ordered by name; empty until an admin turned it on. */
export async function peopleTile(ctx: Ctx, { from, to }: TileSpan): Promise<Tile> {
  if (!(await showsPeople(ctx)).people) return { figures: [], tables: [] }
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

/** Counts the kinds of work concurrently, each on its own connection. */
async function workOf(ctx: Ctx, from: string, to: string): Promise<Person[]> {
  const done = sql.join(betweenDays(sql`t.finished`, from, to), sql` and `)
  const people = sql<{ id: string; label: string }>`
    select id, username as label from app_user where deleted_at is null order by fold(username)`
  const [{ rows }, flames, emails, todos, doneTodos] = await Promise.all([
    people.execute(ctx.db),
    count(ctx, sql`select f.assignee_id from ${flameInStep} where ${isOpen} and ${seen(ctx)}`),
    count(
      ctx,
      sql`select assignee_id from email
           where deleted_at is null and direction = 'INCOMING' and state = 'IN_PROGRESS'`,
    ),
    count(ctx, sql`select t.assignee_id from ${todosAtWork(ctx, sql`t.state = 'OPEN'`)} as t`),
    count(
      ctx,
      sql`select t.assignee_id from ${todoInPlace}
           where t.state = 'DONE' and ${done} and ${isOutsideBin} and ${seesTodo(ctx)}`,
    ),
  ])
  return rows
    .map((person) => ({
      ...person,
      flames: flames.get(person.id) ?? 0,
      emails: emails.get(person.id) ?? 0,
      todos: todos.get(person.id) ?? 0,
      doneTodos: doneTodos.get(person.id) ?? 0,
    }))
    .filter(({ flames, emails, todos, doneTodos }) => flames + emails + todos + doneTodos > 0)
}

/** Returns the number of things per person. */
async function count({ db }: Ctx, things: RawBuilder<unknown>): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; count: number }>`
    select assignee_id as id, count(*)::int as count from (${things}) as held
     where assignee_id is not null group by 1`.execute(db)
  return new Map(rows.map(({ id, count }) => [id, count]))
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
