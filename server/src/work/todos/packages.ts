import { sql } from 'kysely'
import type { BodyOf } from '#contract/endpoint'
import { type DayOperator, hasDate, type StartDate, startDates } from '#contract/lists/todo-packages'
import type { MovedTodo, PlannedTodo, Todo, TodoType, todoApi } from '#contract/work/todos'
import { holidaysOn } from '../../calendars/holidays/holidays.ts'
import { dayOf, startOfDay, zurich } from '../../db/days.ts'
import { preparedStatement } from '../../db/db.ts'
import { gap } from '../../db/places.ts'
import { uuidV7 } from '../../db/uuid-v7.ts'
import { JsonText } from '../../http/answers.ts'
import { actorId, type Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'
import {
  flameData,
  holdsPlaceholder,
  projectData,
  renderLine,
  renderText,
  type TemplateData,
  type TodoTexts,
  todoData,
} from '../../lists/templates/templates.ts'
import { getProject } from '../projects/projects.ts'
import { seen, selectByIds, todoInPlace, writtenShown } from './todos.queries.ts'
import { type Hanging, newTodos } from './todos.ts'
import { assertSeen, holdAtWork } from './upstream.ts'

/** Query for the dates that a start can depend on, as rows of `name` and `at`. */
const dates = (ref: string) => sql`(
  select 'CURRENT_DATE' as name, ${startOfDay(dayOf(sql`now()`))} as at
  union all
  select dated.name, dated.at
    from dossier d, lateral (values
      ('DOSSIER_SELF_PICKUP', d.self_pickup_at), ('DOSSIER_PICKUP', d.pickup_date), ('DOSSIER_DELIVERY', d.delivery_date),
      ('DOSSIER_PURCHASING_PICKUP', d.purchase_pickup_date),
      ('DOSSIER_PAYMENT_PERIOD', d.payment_period)) as dated (name, at)
   where d.flame_id = ${ref}
  union all
  select dated.name, dated.at
    from project p, lateral (values ('PROJECT_START', p.start), ('PROJECT_END', p.finished)) as dated (name, at)
   where p.id = ${ref})`

/** Returns the days of a row before or after the date `base.at`, at the same time of day. */
const startOf = (row: string) =>
  zurich(sql`(${zurich(sql`base.at`)}
    + ${sql.ref(`${row}.start_days`)} * case ${sql.ref(`${row}.start_operator`)} when 'ADD_DAYS' then 1 else -1 end
      * interval '1 day')`)

/** Columns about the day of a start. */
const dayOfStart = sql`
  iso(base.at) as base, iso(calculated.at) as start, ${dayOf(sql`calculated.at`)}::text as day,
  exists (select from locked_pickup_date l where l.locked_at = ${dayOf(sql`calculated.at`)}) as locked,
  coalesce(extract(isodow from ${zurich(sql`calculated.at`)}) >= 6, false) as weekend`

interface Dated {
  readonly start: string | null
  readonly day: string | null
}

/** Adds the public holidays of the day to each row. */
async function withHolidays<Row extends Dated>(ctx: Ctx, rows: readonly Row[]) {
  const dated = rows.flatMap(({ start, day }) => (start && day && isInCalendar(start) ? [day] : []))
  const names = await holidaysOn(ctx, dated)
  return rows.map(({ day, ...row }) => ({ ...row, holidays: names.get(day ?? '') ?? [] }))
}

/** Returns the to-dos that a package would add to a flame or project, without writing them. Errors: NOT_FOUND. */
export async function planPackage(ctx: Ctx, ref: string, packageId: string): Promise<PlannedTodo[]> {
  return withHolidays(ctx, await plan(ctx, await assertSeen(ctx, ref), ref, packageId))
}

type Planned = Omit<PlannedTodo, 'holidays'> & Dated

async function plan(ctx: Ctx, type: TodoType, ref: string, packageId: string): Promise<Planned[]> {
  const { rows } = await sql<Omit<Planned, 'problem'>>`${preparedStatement}
    with base as materialized (select * from ${dates(ref)} as dated)
    select t.title, t.activities, t.feedback, t.start_from as "startFrom", t.start_operator as "startOperator",
           t.start_days as "startDays", ${dayOfStart}
      from todo_template t
      left join base on base.name = t.start_from, lateral (select ${startOf('t')} as at) as calculated
     where t.package_id = ${packageId} order by t.position`.execute(ctx.db)
  if (rows.length === 0) fail('NOT_FOUND')
  const isToFill = rows.some(({ title, activities, feedback }) => [title, activities, feedback].some(holdsPlaceholder))
  const known = isToFill ? await dataOf(ctx, type, ref) : undefined
  return rows.map((row) => {
    const isOut = row.start !== null && !isInCalendar(row.start)
    const start = isOut ? null : row.start
    return {
      ...row,
      ...(known && filled(ctx, { ...row, start }, known)),
      start,
      ...(isOut && { locked: false, weekend: false }),
      problem: isOut ? 'OUT_OF_RANGE' : row.start === null ? lacking(type, row.startFrom) : null,
    }
  })
}

function filled({ actor: { language } }: Ctx, { title: template, ...row }: TodoTexts, known: TemplateData) {
  // Its placeholders may be empty, but a to-do needs a title, so the template is kept.
  const title = renderLine(template, known, language) || template
  const texts = { ...known, ...todoData({ title, ...row }) }
  return {
    title: title.slice(0, 255).replace(/[\ud800-\udbff]$/, ''),
    activities: renderText(row.activities, texts, language),
    feedback: renderText(row.feedback, texts, language),
  }
}

const dataOf = async (ctx: Ctx, type: TodoType, ref: string) =>
  type === 'FLAME' ? flameData(ctx, ref) : projectData(ctx, (await getProject(ctx, ref)).value)

const lacking = (type: TodoType, date: StartDate | null) =>
  date === null ? null : hasDate(type, date) ? 'NO_DATE' : 'OTHER_KIND'

/** Midnight in Zurich of the first day that can be entered, and after the last one. */
const [firstDay, afterLastDay] = [new Date(Date.UTC(1799, 11, 31, 23)), new Date(Date.UTC(2499, 11, 31, 23))]
const isInCalendar = (at: string) => {
  const time = Date.parse(at)
  return time >= firstDay.getTime() && time < afterLastDay.getTime()
}

/**
 * Adds the to-dos of a package. A to-do whose date is not set yet has no start but still depends on the date. Errors:
 * NOT_FOUND, IN_BIN, ARCHIVED, VALIDATION for a start outside the calendar.
 */
export async function applyPackage(ctx: Ctx, ref: string, packageId: string): Promise<JsonText<Todo[]>> {
  const type = await holdAtWork(ctx, ref)
  return (await writeAsItStands(ctx, type, ref, packageId)) ?? writePlanned(ctx, type, ref, packageId)
}

/**
 * Adds the to-dos of a package without placeholders in one statement; undefined, with nothing written, if texts must be
 * filled in or a start is refused. The ids share a timestamp and differ in the bits that sort after it.
 */
async function writeAsItStands(ctx: Ctx, type: TodoType, ref: string, packageId: string) {
  const movable = startDates.filter((date) => date !== 'CURRENT_DATE' && hasDate(type, date))
  const { rows } = await sql<{ json: string | null }>`${preparedStatement}
    with base as materialized (select * from ${dates(ref)} as dated),
    planned as materialized (
      select t.*, (row_number() over (order by t.position))::int as place, calculated.at as start,
             base.at as base, t.start_from = any (${movable}::text[]) as hangs
        from todo_template t
        left join base on base.name = t.start_from, lateral (select ${startOf('t')} as at) as calculated
       where t.package_id = ${packageId}),
    added as (
      insert into todo (id, ${sql.ref(`${type.toLowerCase()}_id`)}, title, activities, feedback, assignee_id, created_by, start,
                        order_key, start_from, start_operator, start_days, start_base)
      select encode(overlay(uuid_send(${uuidV7()}::uuid) placing int2send((28672 + place)::int2) from 7 for 2), 'hex')::uuid,
             ${ref}, title, activities, feedback, ${actorId(ctx)}, ${actorId(ctx)}, start, last + place * ${sql.lit(gap)}::bigint,
             case when hangs then start_from end, case when hangs then start_operator else 'ADD_DAYS' end,
             case when hangs then start_days else 0 end, case when hangs then base end
        from planned, (select coalesce(max(order_key), 0) as last from todo where ref = ${ref}) as upstream
       where not exists (
         select from planned
          where strpos(title || activities || feedback, '{{') > 0 or start < ${firstDay} or start >= ${afterLastDay})
       order by place returning *)
    select json_agg(shown order by t.order_key)::text as json from ${writtenShown(sql`added`)}`.execute(ctx.db)
  return rows[0]?.json ? new JsonText<Todo[]>(rows[0].json) : undefined
}

async function writePlanned(ctx: Ctx, type: TodoType, ref: string, packageId: string): Promise<JsonText<Todo[]>> {
  const planned = await plan(ctx, type, ref, packageId)
  const fields = planned.flatMap(({ problem, title }, index) =>
    problem === 'OUT_OF_RANGE'
      ? [{ path: `${index}.start`, invalid: 'outOfCalendar' as const, values: { title } }]
      : [],
  )
  if (fields.length > 0) fail('VALIDATION', { fields })
  const todos = planned.map(({ title, activities, feedback, start }) => {
    return { type, ref, title, activities, feedback, start }
  })
  const { insert } = await newTodos(ctx, todos, planned.map(hangingOn))
  const { rows } = await sql<{ json: string }>`${preparedStatement}
    with added as (${insert} returning *)
    select json_agg(shown order by t.order_key)::text as json from ${writtenShown(sql`added`)}`.execute(ctx.db)
  return new JsonText(rows[0]?.json ?? '[]')
}

/**
 * Removes the to-dos that a package has added, all or none. Errors: NOT_FOUND, IN_BIN, ARCHIVED, STALE_VERSION if
 * somebody has changed or removed one since.
 */
export async function takeBackPackage(
  ctx: Ctx,
  ref: string,
  { todos }: BodyOf<typeof todoApi.takeBackPackage>,
): Promise<undefined> {
  await holdAtWork(ctx, ref)
  const ids = todos.map(({ id }) => id)
  await lockTodos(ctx, ref, ids)
  const { rows } = await sql<{ id: string }>`
    update todo t set deleted_at = now(), version = t.version + 1, updated_at = now()
      from json_to_recordset(${JSON.stringify(todos)}) as made (id uuid, version int)
     where t.id = made.id and t.version = made.version and t.ref = ${ref} and t.deleted_at is null
    returning t.id`.execute(ctx.db)
  const removed = new Set(rows.map(({ id }) => id))
  const other = ids.find((id) => !removed.has(id))
  if (other !== undefined) await stale(ctx, other)
}

/**
 * Returns the date that a to-do depends on; none for the current date, which does not move, and for dates that this
 * kind of record does not have.
 */
const hangingOn = ({ startFrom, startOperator, startDays, base, problem }: Planned): Hanging =>
  startFrom === null || startFrom === 'CURRENT_DATE' || problem === 'OTHER_KIND'
    ? {}
    : { startFrom, startOperator, startDays, base }

interface Moved extends Omit<MovedTodo, 'holidays'>, Dated {
  readonly start: string
  readonly startFrom: StartDate
  readonly startOperator: DayOperator
}

/** End of a to-do whose start moves: by the same span in local time, so that the time of day stays. */
const endAlong = zurich(sql`(${zurich(sql`t.due`)}
  + coalesce(${zurich(sql`calculated.at`)} - ${zurich(sql`t.start`)}, interval '0'))`)

/** Returns the unfinished to-dos whose date has changed. Errors: NOT_FOUND. */
export async function listMoved(ctx: Ctx, ref: string): Promise<MovedTodo[]> {
  await assertSeen(ctx, ref)
  const { rows } = await sql<Moved>`${preparedStatement}
    select t.id, t.version, t.title, iso(t.start) as before, iso(t.due) as "dueBefore", iso(${endAlong}) as due,
           t.start_from as "startFrom",
           t.start_operator as "startOperator", t.start_days as "startDays", ${dayOfStart}
      from ${todoInPlace} join ${dates(ref)} as base on base.name = t.start_from,
           lateral (select ${startOf('t')} as at) as calculated
     where t.ref = ${ref} and t.state <> 'DONE' and base.at is distinct from t.start_base and base.at is not null
       and ${seen(ctx)}
     order by t.order_key, t.id`.execute(ctx.db)
  return withHolidays(
    ctx,
    rows.filter(({ start }) => start !== null && isInCalendar(start)),
  )
}

/**
 * Moves to-dos, start and end, along with the date they depend on. Without `move` they stay and are not offered again
 * until the date changes once more. Errors: NOT_FOUND, IN_BIN, ARCHIVED, STALE_VERSION.
 */
export async function followDates(
  ctx: Ctx,
  ref: string,
  { todos, move }: BodyOf<typeof todoApi.follow>,
): Promise<Todo[]> {
  await holdAtWork(ctx, ref)
  const ids = todos.map(({ id }) => id)
  await lockTodos(ctx, ref, ids)
  const moved = new Map((await listMoved(ctx, ref)).map((todo) => [todo.id, todo]))
  for (const { id, version } of todos) {
    const offered = moved.get(id)
    if (offered?.version !== version) return stale(ctx, id)
    const { base, start, due } = offered
    await sql`
      update todo set start_base = ${base}::timestamptz, version = version + 1, updated_at = now(),
             due = case when ${move} then ${due}::timestamptz else due end,
             start = case when ${move} then ${start}::timestamptz else start end
       where id = ${id}`.execute(ctx.db)
  }
  return selectByIds(ctx, ids)
}

/** Undoes `followDates`, so that the to-dos are offered again. Errors: NOT_FOUND, IN_BIN, ARCHIVED, STALE_VERSION. */
export async function unfollowDates(
  ctx: Ctx,
  ref: string,
  { todos }: BodyOf<typeof todoApi.unfollow>,
): Promise<Todo[]> {
  await holdAtWork(ctx, ref)
  const ids = todos.map(({ id }) => id)
  await lockTodos(ctx, ref, ids)
  for (const { id, version, start, due } of todos) {
    const { numAffectedRows } = await sql`
      update todo set start_base = null, version = version + 1, updated_at = now(), start = ${start}, due = ${due}
       where id = ${id} and ref = ${ref} and version = ${version} and start_from is not null and state <> 'DONE'
         and deleted_at is null`.execute(ctx.db)
    if (Number(numAffectedRows) === 0) return stale(ctx, id)
  }
  return selectByIds(ctx, ids)
}

const lockTodos = (ctx: Ctx, ref: string, ids: readonly string[]) =>
  sql`select from todo where ref = ${ref} and id = any (${ids}::uuid[]) order by id for update`.execute(ctx.db)

async function stale(ctx: Ctx, id: string): Promise<never> {
  const [current] = await selectByIds(ctx, [id])
  fail('STALE_VERSION', { current: current ?? null })
}
