import { sql } from 'kysely'
import type { Project, ProjectCard } from '#contract/work/projects'
import { seenBy } from '../../db/assigned.ts'
import { preparedStatement } from '../../db/db.ts'
import { type LastQuery, lastQuery } from '../../db/last-query.ts'
import { JsonText } from '../../http/answers.ts'
import type { Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'
import { cardsOfBoards, type StandIn, savedStates } from '../../orders/boards/boards.ts'
import { proxies, shown, shownCard, standIn, withStandIn } from './proxies.ts'

const projectFrom = sql`project p
  join blackboard_step s on s.id = p.step_id
  join project_card k on k.project_id = p.id`

/** The same with who stands in for its assignee. */
const cardFrom = sql`${projectFrom} ${withStandIn}`
export const card = shownCard

/** Every call looks through this: a project on a board that is not the caller's is not there. */
export const seen = ({ actor }: Ctx) => seenBy('blackboard', sql`s.blackboard_id`, actor)

export const isOpen = sql`p.archived_at is null and p.deleted_at is null`

/** The cards of a board in an order. */
export const cardsOfBoard = cardsOfBoards<ProjectCard[]>({
  kind: 'PROJECT',
  cards: sql`project p`,
  row: 'p',
  ready: sql`project_card`,
  key: sql`project_id`,
  around: () => ['[', ']'],
  proxies,
})

/** One card. Errors: NOT_FOUND. */
export const selectCard = (ctx: Ctx, id: string): LastQuery<JsonText<ProjectCard>> =>
  lastQuery(
    sql<{ card: string }>`${preparedStatement}
      select ${card} as card from ${cardFrom} where p.id = ${id} and ${seen(ctx)}`,
    (row) => new JsonText((row ?? fail('NOT_FOUND')).card),
  )

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

const states = savedStates('project_saved', 'project_id')

/** Keeps a project as it was entered by now, as what an editor starts from, and answers it. Errors: NOT_FOUND. */
export const keepSaved = (ctx: Ctx, id: string): LastQuery<JsonText<Project>> =>
  lastQuery(
    sql<{ project: string }>`${preparedStatement}
      with own as materialized (${projectQuery(ctx, id)}),
           kept as (${states.kept}), forgotten as (${states.forgotten(id)})
      select ${shownProject} as project from own ${besideOwn}`,
    (row) => new JsonText((row ?? fail('NOT_FOUND')).project),
  )

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
           ${states.at(id, version)} as kept
      from (${projectQuery(ctx, id)}) as own ${besideOwn}`.execute(ctx.db)
  return rows[0] ?? fail('NOT_FOUND')
}
