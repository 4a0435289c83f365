import { type RawBuilder, sql } from 'kysely'
import { limits } from '#contract/limits'
import type { ProjectCard, ProjectSearch, projectSorts } from '#contract/work/projects'
import { wordsOf } from '../../db/words.ts'
import { JsonText } from '../../http/answers.ts'
import { actorId, type Ctx } from '../../http/context.ts'
import { card, cardFrom, isOpen, seen } from './projects.queries.ts'
import { looksAfter, whoIsAway } from './proxies.ts'

type Away = Awaited<ReturnType<typeof whoIsAway>>

interface Found {
  projects: ProjectCard[]
  total: number
  more: boolean
}

export async function searchProjects(ctx: Ctx, search: ProjectSearch): Promise<JsonText<Found>> {
  const { page, pageSize, descending } = search
  const before = (page - 1) * pageSize
  const { rows } = await sql<{ cards: string; found: number }>`
    select coalesce(string_agg(card, ',' order by row) filter (where row <= ${pageSize}), '') as cards, count(*)::int as found
      from (select card, row_number() over () as row
              from (select ${card} as card from ${cardFrom} where ${conditions(ctx, search, await whoIsAway(ctx))}
                     order by ${sorts[search.sort]} ${descending ? sql`desc` : sql`asc`} nulls last, p.id
                     limit ${pageSize + 1} offset ${before}) as ordered) as numbered`.execute(ctx.db)
  const { cards = '', found = 0 } = rows[0] ?? {}
  return new JsonText(`{"projects":[`, cards, `],"total":${before + found},"more":${found > pageSize}}`)
}

const sorts: Record<(typeof projectSorts)[number], RawBuilder<unknown>> = {
  UPDATED: sql`p.updated_at`,
  CREATED: sql`p.created_at`,
  START: sql`p.start`,
  FINISHED: sql`p.finished`,
  REMINDER: sql`p.reminder_at`,
  TITLE: sql`fold(p.title)`,
}

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
  const { archived, due, own, text, assigneeRef, contactRef, taskboardRef } = search
  const all = [archived ? sql`p.archived_at is not null and p.deleted_at is null` : isOpen, seen(ctx)]
  if (due) all.push(isDue(ctx))
  if (own) all.push(looksAfter(actorId(ctx), away))
  if (assigneeRef) all.push(sql`p.assignee_id = ${assigneeRef}`)
  if (contactRef) all.push(sql`p.id in (select project_id from project_contact where contact_id = ${contactRef})`)
  if (taskboardRef) all.push(sql`s.blackboard_id = ${taskboardRef}`)
  all.push(...wordsOf(text ?? '').map(holds))
  return sql.join(all, sql` and `)
}

const isDue = ({ now }: Ctx) => sql`(p.reminder_at <= ${now} or p.finished <= ${now})`

/** The word stands in the project, or in the name of a contact that it concerns, which its card shows. */
const holds = (word: string) => sql`p.id in (
  select id from project where search like needle(${word})
  union all
  select concerned.project_id from project_contact concerned join contact c on c.id = concerned.contact_id
   where search_text(c.full_name) like needle(${word}))`
