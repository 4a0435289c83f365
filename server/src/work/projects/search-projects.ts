import { type RawBuilder, sql } from 'kysely'
import { limits } from '#contract/limits'
import type { ProjectCard, ProjectSearch, projectSorts } from '#contract/work/projects'
import { isHeld, wordsOf } from '../../db/words.ts'
import type { JsonText } from '../../http/answers.ts'
import { actorId, type Ctx } from '../../http/context.ts'
import {
  areMany,
  type FoundRow,
  firstOfFew,
  foundPage,
  type Places,
  some,
  stepsOf,
  type Way,
} from '../../orders/boards/boards.ts'
import { card, isOpen, seen } from './projects.queries.ts'
import { looksAfter, whoIsAway, withStandIn } from './proxies.ts'

type Away = Awaited<ReturnType<typeof whoIsAway>>

interface Found {
  projects: ProjectCard[]
  total: number
  more: boolean
}

export async function searchProjects(ctx: Ctx, search: ProjectSearch): Promise<JsonText<Found>> {
  const away = await whoIsAway(ctx)
  return foundPage<Found>('projects', search, waysTo(search), (way) => pageOf(ctx, search, away, way))
}

/** Returns the number of projects on all pages. */
export async function countProjects(ctx: Ctx, search: ProjectSearch): Promise<{ count: number }> {
  const { taskboardRef } = search
  const steps = taskboardRef ? sql`and p.step_id = any (${await stepsOf(ctx, taskboardRef)}::uuid[])` : sql``
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from project p join blackboard_step s on s.id = p.step_id
     where ${sql.join([...conditions(ctx, search, await whoIsAway(ctx)), ...wordsOf(search.text ?? '').map(holds)], sql` and `)} ${steps}`.execute(
    ctx.db,
  )
  return { count: rows[0]?.count ?? 0 }
}

const near = 2000

/** Returns the ways that are tried one after the other until one finds a page. */
function waysTo(search: ProjectSearch): readonly Way[] {
  const { due, reminderProjects, own, assigneeRef, contactRef, taskboardRef } = search
  const isNarrow = due || reminderProjects || own || assigneeRef || contactRef || taskboardRef
  const words = wordsOf(search.text ?? '').length > 0
  if (!isNarrow && !words) return ['IN_ORDER']
  return [...(words ? (['WORDS'] as const) : []), ...(isNarrow ? (['FEW'] as const) : []), 'NEAR', 'HITS']
}

async function pageOf(ctx: Ctx, search: ProjectSearch, away: Away, way: Way): Promise<FoundRow> {
  const { page, pageSize, taskboardRef } = search
  const steps = taskboardRef ? [sql`p.step_id = any (${await stepsOf(ctx, taskboardRef)}::uuid[])`] : []
  const { parts, hits, isCut } = placesBy(way, search, [...conditions(ctx, search, away), ...steps])
  const { rows } = await sql<FoundRow>`
    ${parts.length > 0 ? sql`with ${sql.join(parts)}` : sql``}
    select coalesce(string_agg(${card}, ',' order by row) filter (where row <= ${pageSize}), '') as cards,
           count(*)::int as found, ${isCut} as "isCut"
      from (select id, row_number() over () as row
              from (select id, key from ${hits} ${inOrder(search)}
                     limit ${pageSize + 1} offset ${(page - 1) * pageSize}) as ordered) as numbered
      -- one by one: the planner would read all projects for who is away
      join lateral (select * from project where id = numbered.id offset 0) as p on true
      join project_card k on k.project_id = p.id ${withStandIn}`.execute(ctx.db)
  return rows[0] ?? { cards: '', found: 0, isCut: false }
}

function placesBy(way: Way, search: ProjectSearch, all: readonly RawBuilder<unknown>[]): Places {
  const { page, pageSize, sort } = search
  const words = wordsOf(search.text ?? '')
  const hitsOf = (which: readonly RawBuilder<unknown>[], isInList = false) => sql`
    select p.id, ${sorts[sort]} as key from project p join blackboard_step s on s.id = p.step_id
      join project_card o on o.project_id = p.id ${isInList ? sql`and o.list = ${listOf(search)}` : sql``}
     where ${sql.join(which, sql` and `)}`
  switch (way) {
    case 'WORDS': {
      const found = words.map(foundBy)
      const which = [sql`p.id = any (array(${firstOfFew(found)}))`, ...all]
      return {
        parts: [
          ...found.map(({ part }) => part),
          sql`hits as materialized (${hitsOf([...which, ...words.map(holdsBeside)])})`,
        ],
        hits: sql`hits`,
        isCut: sql.join(
          found.map((one) => one.isCut),
          sql` and `,
        ),
      }
    }
    case 'FEW':
      return {
        parts: [
          sql`few as materialized (
            select p.id, p.updated_at, p.search from project p join blackboard_step s on s.id = p.step_id
             where ${sql.join(all, sql` and `)} ${some})`,
        ],
        hits: sql`(
          select p.id, ${sorts[sort]} as key from few p
            cross join lateral (select * from project_card where project_id = p.id offset 0) as o
           where ${sql.join([sql`not ${areMany(sql`few`)}`, ...words.map(holdsBeside)], sql` and `)}) as hits`,
        isCut: areMany(sql`few`),
      }
    case 'NEAR': {
      const which = [...all, ...words.map(holdsBeside)]
      const first = sql.lit(near + page * pageSize)
      const from =
        sort === 'UPDATED'
          ? sql`(select id, updated_at as key from project p where ${isIn(search)} ${inOrder(search)} limit ${first}) as first`
          : sql`(select o.project_id as id, ${sorts[sort]} as key from project_card o where o.list = ${listOf(search)}
                  ${inOrder(search)} limit ${first}) as first`
      return {
        parts: [],
        // Looked up one by one, and no more than the page needs.
        hits: sql`(
          select first.id, first.key from ${from}
            cross join lateral (select * from project where id = first.id offset 0) as p
            join blackboard_step s on s.id = p.step_id
            cross join lateral (select names from project_card where project_id = first.id offset 0) as o
           where ${sql.join(which, sql` and `)}) as hits`,
        isCut: sql`count(*) <= ${pageSize}`,
      }
    }
    case 'HITS':
      return {
        parts: [sql`hits as materialized (${hitsOf([...all, ...words.map(holds)])})`],
        hits: sql`hits`,
        isCut: sql`false`,
      }
    default:
      return { parts: [], hits: sql`(${hitsOf(all, sort !== 'UPDATED')}) as hits`, isCut: sql`false` }
  }
}

function inOrder({ sort, descending }: ProjectSearch) {
  const order = descending ? sql`desc` : sql`asc`
  const byId = sort === 'UPDATED' && descending ? sql`asc` : order
  // Only nullable columns get `nulls last`, because the indexes of the others would not match it.
  return sql`order by key ${isNullable.has(sort) ? sql`${order} nulls last` : order}, id ${byId}`
}

const isNullable: ReadonlySet<(typeof projectSorts)[number]> = new Set(['START', 'FINISHED', 'REMINDER'])
/** Sort keys. The last change has an index on the projects, all others on their stored cards `o`. */
const sorts: Record<(typeof projectSorts)[number], RawBuilder<unknown>> = {
  UPDATED: sql`p.updated_at`,
  CREATED: sql`o.created_at`,
  START: sql`o.start`,
  FINISHED: sql`o.finished`,
  REMINDER: sql`o.reminder_at`,
  TITLE: sql`o.title`,
}
const listOf = ({ archived }: ProjectSearch) => sql.lit(archived ? 'ARCHIVED' : 'OPEN')

/** Returns how many due projects the caller looks after; counting stops at the limit of a page. */
export async function countOwnDue(ctx: Ctx): Promise<{ count: number }> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from project p join blackboard_step s on s.id = p.step_id
       where ${isOpen} and ${looksAfter(actorId(ctx), await whoIsAway(ctx))} and ${isDue(ctx)} and ${seen(ctx)}
       limit ${limits.search.pageSize}) as due`.execute(ctx.db)
  return { count: rows[0]?.count ?? 0 }
}

/** Returns the conditions of a search except for words and board. */
function conditions(ctx: Ctx, search: ProjectSearch, away: Away): RawBuilder<unknown>[] {
  const { due, reminderProjects, own, assigneeRef, contactRef } = search
  const all: RawBuilder<unknown>[] = [isIn(search), seen(ctx)]
  if (due) all.push(isDue(ctx))
  if (reminderProjects) all.push(sql`p.reminder_at <= ${ctx.now}`)
  if (own) all.push(looksAfter(actorId(ctx), away))
  if (assigneeRef) all.push(sql`p.assignee_id = ${assigneeRef}`)
  if (contactRef) all.push(sql`p.id in (select project_id from project_contact where contact_id = ${contactRef})`)
  return all
}

const isIn = ({ archived }: ProjectSearch) =>
  archived ? sql`p.archived_at is not null and p.deleted_at is null` : isOpen
const isDue = ({ now }: Ctx) => sql`(p.reminder_at <= ${now} or p.finished <= ${now})`

/** Query for the ids of projects that contain a word, or whose stored card has a contact with it in the name. */
const holding = (word: string) => sql`
  select id from project where ${isHeld(sql`search`, word)}
  union all
  select project_id from project_card where ${isHeld(sql`names`, word)}`
const holds = (word: string) => sql`p.id = any (array(${holding(word)}))`
/** Returns the same condition for a project `p` with its stored card `o`. */
const holdsBeside = (word: string) => sql`(${isHeld(sql`p.search`, word)} or ${isHeld(sql`o.names`, word)})`

/** Returns CTEs that find the projects with a word by indexes, and the name of the result. */
function foundBy(word: string, at: number) {
  const [name, every] = [sql.ref(`word_${at}`), sql.ref(`every_${at}`)]
  // The inner query has no limit, so that it is planned with the index; the outer limit ends it.
  const part = sql`
    ${every} as materialized (${holding(word)}), ${name} as materialized (select * from ${every} ${some})`
  return { name, part, isCut: areMany(name) }
}
