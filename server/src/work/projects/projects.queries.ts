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

/** Project as in `projectFrom` with the stand-in of its assignee. */
const cardFrom = sql`${projectFrom} ${withStandIn}`
export const card = shownCard

/** Returns the condition that the caller may see the project's board; every call applies it. */
export const seen = ({ actor }: Ctx) => seenBy('blackboard', sql`s.blackboard_id`, actor)

export const isOpen = sql`p.archived_at is null and p.deleted_at is null`

/** Returns the cards of a board in order. */
export const cardsOfBoard = cardsOfBoards<ProjectCard[]>({
  kind: 'PROJECT',
  cards: sql`project p`,
  row: 'p',
  ready: sql`project_card`,
  key: sql`project_id`,
  around: () => ['[', ']'],
  proxies,
})

/** Returns the last query of a call: it reads a card. Errors: NOT_FOUND. */
export const selectCard = (ctx: Ctx, id: string): LastQuery<JsonText<ProjectCard>> =>
  lastQuery(
    sql<{ card: string }>`${preparedStatement}
      select ${card} as card from ${cardFrom} where p.id = ${id} and ${seen(ctx)}`,
    (row) => new JsonText((row ?? fail('NOT_FOUND')).card),
  )

/** Query for a project as entered, without stand-in: its card with the description, which is too long for the card. */
const projectQuery = (ctx: Ctx, id: string) => sql<{ id: string; version: number; json: Project }>`
  select p.id, p.version, (left(k.card, -1) || ',"description":' || to_json(p.description)::text || '}')::json as json
    from ${projectFrom} where p.id = ${id} and ${seen(ctx)}`

/** The project of a CTE `own` from `projectQuery` as it is shown, with the stand-in of its assignee. */
const shownProject = shown(sql`own.json::text`)
const besideOwn = sql`join project p on p.id = own.id ${withStandIn}`

/** Errors: NOT_FOUND. */
export async function selectProject(ctx: Ctx, id: string): Promise<JsonText<Project>> {
  const { rows } = await sql<{ project: string }>`${preparedStatement}
    select ${shownProject} as project from (${projectQuery(ctx, id)}) as own ${besideOwn}`.execute(ctx.db)
  return new JsonText((rows[0] ?? fail('NOT_FOUND')).project)
}

const states = savedStates('project_saved', 'project_id')

/** Returns the last query of a call: it stores the project for editors and reads it. Errors: NOT_FOUND. */
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
 * Returns a project as saved and as stored for an editor that loaded this version, with the stand-in that is shown in
 * place of a proxy. Errors: NOT_FOUND.
 */
export async function selectForEdit(ctx: Ctx, id: string, version: number): Promise<ForEdit> {
  const { rows } = await sql<ForEdit>`${preparedStatement}
    select own.json as saved, ${standIn} as "standIn",
           ${states.at(id, version)} as kept
      from (${projectQuery(ctx, id)}) as own ${besideOwn}`.execute(ctx.db)
  return rows[0] ?? fail('NOT_FOUND')
}
