import { type RawBuilder, sql } from 'kysely'
import { limits } from '#contract/limits'
import type { ProjectCard, ProjectSearch, projectSorts } from '#contract/work/projects'
import { wordsOf } from '../../db/words.ts'
import { JsonText } from '../../http/answers.ts'
import { actorId, type Ctx } from '../../http/context.ts'
import { stepsOf } from '../../orders/boards/boards.ts'
import { card, isOpen, seen } from './projects.queries.ts'
import { looksAfter, whoIsAway, withStandIn } from './proxies.ts'

type Away = Awaited<ReturnType<typeof whoIsAway>>

interface Found {
  projects: ProjectCard[]
  total: number
  more: boolean
}

interface FoundRow {
  cards: string
  found: number
  /** There are more hits than were looked at, so this is no page. */
  isCut: boolean
}

/** As in the search for flames: few are found first and ordered then, many are taken in the order that their cards have. */
export async function searchProjects(ctx: Ctx, search: ProjectSearch): Promise<JsonText<Found>> {
  const { page, pageSize } = search
  const away = await whoIsAway(ctx)
  const few = isNarrow(search) ? await pageOf(ctx, search, away, true) : undefined
  const { cards, found } = !few || few.isCut ? await pageOf(ctx, search, away, false) : few
  return new JsonText(`{"projects":[`, cards, `],"total":${(page - 1) * pageSize + found},"more":${found > pageSize}}`)
}

/** How many there are, on all pages. */
export async function countProjects(ctx: Ctx, search: ProjectSearch): Promise<{ count: number }> {
  const { taskboardRef } = search
  const steps = taskboardRef ? sql`and p.step_id = any (${await stepsOf(ctx, taskboardRef)}::uuid[])` : sql``
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from project p join blackboard_step s on s.id = p.step_id
     where ${conditions(ctx, search, await whoIsAway(ctx))} ${steps}`.execute(ctx.db)
  return { count: rows[0]?.count ?? 0 }
}

const mostHits = 4000
const isNarrow = ({ due, reminderProjects, own, text, assigneeRef, contactRef, taskboardRef }: ProjectSearch) =>
  Boolean(due || reminderProjects || own || text || assigneeRef || contactRef || taskboardRef)

async function pageOf(ctx: Ctx, search: ProjectSearch, away: Away, isFew: boolean): Promise<FoundRow> {
  const { page, pageSize, descending, sort, taskboardRef } = search
  const steps = taskboardRef ? sql`and p.step_id = any (${await stepsOf(ctx, taskboardRef)}::uuid[])` : sql``
  const order = descending ? sql`desc` : sql`asc`
  // Only of a column that may be empty: an index does not have these last by itself.
  const inOrder = isNullable.has(sort) ? sql`${order} nulls last` : order
  const byId = sort === 'UPDATED' && descending ? sql`asc` : order
  const hits = sql`
    select p.id, ${sorts[sort]} as key from project p join blackboard_step s on s.id = p.step_id
      join project_card o on o.project_id = p.id ${isFew || sort === 'UPDATED' ? sql`` : sql`and o.list = ${listOf(search)}`}
     where ${conditions(ctx, search, away)} ${steps}`
  const { rows } = await sql<FoundRow>`
    ${isFew ? sql`with hits as materialized (${hits} limit ${mostHits + 1})` : sql``}
    select coalesce(string_agg(${card}, ',' order by row) filter (where row <= ${pageSize}), '') as cards,
           count(*)::int as found, ${isFew ? sql`(select count(*) > ${mostHits} from hits)` : sql`false`} as "isCut"
      from (select id, row_number() over () as row
              from (${isFew ? sql`select * from hits` : hits} order by key ${inOrder}, id ${byId}
                     limit ${pageSize + 1} offset ${(page - 1) * pageSize}) as ordered) as numbered
      -- one by one: the planner would read all projects for who is away
      join lateral (select * from project where id = numbered.id offset 0) as p on true
      join project_card k on k.project_id = p.id ${withStandIn}`.execute(ctx.db)
  return rows[0] ?? { cards: '', found: 0, isCut: false }
}

const isNullable: ReadonlySet<(typeof projectSorts)[number]> = new Set(['START', 'FINISHED', 'REMINDER'])
/** Those changed last are found by an index of projects, all others by one of their cards `o`. */
const sorts: Record<(typeof projectSorts)[number], RawBuilder<unknown>> = {
  UPDATED: sql`p.updated_at`,
  CREATED: sql`o.created_at`,
  START: sql`o.start`,
  FINISHED: sql`o.finished`,
  REMINDER: sql`o.reminder_at`,
  TITLE: sql`o.title`,
}
const listOf = ({ archived }: ProjectSearch) => sql.lit(archived ? 'ARCHIVED' : 'OPEN')

/** How many due projects the caller looks after; more than a thousand are as good as a thousand. */
export async function countOwnDue(ctx: Ctx): Promise<{ count: number }> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from project p join blackboard_step s on s.id = p.step_id
       where ${isOpen} and ${looksAfter(actorId(ctx), await whoIsAway(ctx))} and ${isDue(ctx)} and ${seen(ctx)}
       limit ${limits.search.pageSize}) as due`.execute(ctx.db)
  return { count: rows[0]?.count ?? 0 }
}

function conditions(ctx: Ctx, search: ProjectSearch, away: Away): RawBuilder<unknown> {
  const { archived, due, reminderProjects, own, text, assigneeRef, contactRef } = search
  const all = [archived ? sql`p.archived_at is not null and p.deleted_at is null` : isOpen, seen(ctx)]
  if (due) all.push(isDue(ctx))
  if (reminderProjects) all.push(sql`p.reminder_at <= ${ctx.now}`)
  if (own) all.push(looksAfter(actorId(ctx), away))
  if (assigneeRef) all.push(sql`p.assignee_id = ${assigneeRef}`)
  if (contactRef) all.push(sql`p.id in (select project_id from project_contact where contact_id = ${contactRef})`)
  all.push(...wordsOf(text ?? '').map(holds))
  return sql.join(all, sql` and `)
}

const isDue = ({ now }: Ctx) => sql`(p.reminder_at <= ${now} or p.finished <= ${now})`

/** The word stands in the project, or in the name of a contact that it concerns, which its card shows. */
const holds = (word: string) => sql`p.id = any (array(
  select id from project where search like needle(${word})
  union all
  select project_id from project_card where names like needle(${word})))`
