import { type RawBuilder, sql } from 'kysely'
import type { Project, ProjectCard } from '#contract/work/projects'
import { seenBy } from '../../db/assigned.ts'
import { preparedStatement } from '../../db/db.ts'
import { JsonText, listed } from '../../http/answers.ts'
import type { Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'
import { type StandIn, stepsOf } from '../../orders/boards/boards.ts'
import { shown, shownCard, standIn, whoIsAway, withStandIn } from './proxies.ts'

const projectFrom = sql`project p
  join blackboard_step s on s.id = p.step_id
  join project_card k on k.project_id = p.id`

/** The same with who stands in for its assignee. */
const cardFrom = sql`${projectFrom} ${withStandIn}`
export const card = shownCard

/** Every call looks through this: a project on a board that is not the caller's is not there. */
export const seen = ({ actor }: Ctx) => seenBy('blackboard', sql`s.blackboard_id`, actor)

export const isOpen = sql`p.archived_at is null and p.deleted_at is null`

interface Listed {
  readonly which: RawBuilder<unknown>
  readonly order: RawBuilder<unknown>
  readonly limit?: number
}

/** The cards of a board; undefined when it is none of projects that the caller sees. */
export async function selectOfBoard(
  ctx: Ctx,
  boardId: string,
  { which, order, limit }: Listed,
): Promise<JsonText<ProjectCard[]> | undefined> {
  // By their names, which say to the planner how full this board is, and not how full boards are.
  const steps = sql`p.step_id = any (${await stepsOf(ctx, boardId)}::uuid[])`
  const someAway = (await whoIsAway(ctx)).length > 0
  const { rows } = await sql<{ card: string | null }>`
    select ordered.card
      from blackboard b
      left join lateral (
        select ${someAway ? card : sql`k.card`} as card, row_number() over (order by ${order}) as row
          from blackboard_step s join project p on p.step_id = s.id join project_card k on k.project_id = p.id
          ${someAway ? withStandIn : sql``}
         where s.blackboard_id = b.id and ${steps} and ${which} order by ${order} limit ${limit ?? null}::int) as ordered on true
     where b.id = ${boardId} and b.kind = 'PROJECT' and ${seenBy('blackboard', sql`b.id`, ctx.actor)}
     order by ordered.row`.execute(ctx.db)
  if (rows.length === 0) return undefined
  return new JsonText('[', ...listed(rows.flatMap(({ card }) => card ?? [])), ']')
}

/** One card; undefined when there is none that the caller sees. */
export async function selectCard(ctx: Ctx, id: string): Promise<JsonText<ProjectCard> | undefined> {
  const { rows } = await sql<{ card: string }>`${preparedStatement}
    select ${card} as card from ${cardFrom} where p.id = ${id} and ${seen(ctx)}`.execute(ctx.db)
  return rows[0] && new JsonText<ProjectCard>(rows[0].card)
}

/** A project as people entered it: its card with what is too long for one. */
const projectQuery = (ctx: Ctx, id: string) => sql<{ id: string; version: number; json: Project }>`
  select p.id, p.version, (left(k.card, -1) || ',"description":' || to_json(p.description)::text || '}')::json as json
    from ${projectFrom} where p.id = ${id} and ${seen(ctx)}`

/** What is shown of `own`, a project by that query, beside itself and who stands in for its assignee. */
const shownProject = shown(sql`own.json::text`)
const besideOwn = sql`join project p on p.id = own.id ${withStandIn}`

/** Errors: NOT_FOUND. */
export async function selectProject(ctx: Ctx, id: string): Promise<JsonText<Project>> {
  const { rows } = await sql<{ project: string }>`${preparedStatement}
    select ${shownProject} as project from (${projectQuery(ctx, id)}) as own ${besideOwn}`.execute(ctx.db)
  return new JsonText((rows[0] ?? fail('NOT_FOUND')).project)
}

/** How long an editor can have stood open for its edit to be merged. */
const keptDays = 2

/** Keeps a project as it was entered by now, as what an editor starts from, and answers it. Errors: NOT_FOUND. */
export async function keepSaved(ctx: Ctx, id: string): Promise<JsonText<Project>> {
  const { rows } = await sql<{ project: string }>`${preparedStatement}
    with own as materialized (${projectQuery(ctx, id)}),
         kept as (insert into project_saved (project_id, version, state) select id, version, json from own),
         forgotten as (
           delete from project_saved old where project_id = ${id} and exists (
             select from project_saved newer where newer.project_id = old.project_id and newer.version > old.version
                and newer.saved_at < now() - ${keptDays} * interval '1 day'))
    select ${shownProject} as project from own ${besideOwn}`.execute(ctx.db)
  return new JsonText((rows[0] ?? fail('NOT_FOUND')).project)
}

interface ForEdit {
  readonly saved: Project
  readonly standIn: StandIn | null
  readonly kept: Project | null
}

/**
 * A project as it is saved now, and as it was kept for an editor that loaded this version; what changes no field of the
 * editor keeps nothing. With the proxy that is shown instead of none, because of an absence. Errors: NOT_FOUND.
 */
export async function selectForEdit(ctx: Ctx, id: string, version: number): Promise<ForEdit> {
  const { rows } = await sql<ForEdit>`${preparedStatement}
    select own.json as saved, ${standIn} as "standIn",
           (select state from project_saved where project_id = ${id} and version <= ${version}
             order by version desc limit 1) as kept
      from (${projectQuery(ctx, id)}) as own ${besideOwn}`.execute(ctx.db)
  return rows[0] ?? fail('NOT_FOUND')
}
