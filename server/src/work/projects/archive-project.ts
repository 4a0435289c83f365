import type { ProjectCard } from '#contract/work/projects'
import type { LastQuery } from '../../db/last-query.ts'
import type { JsonText } from '../../http/answers.ts'
import { actorId, type Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'
import { projectCards } from './lock.ts'
import { selectCard } from './projects.queries.ts'

/** Errors: NOT_FOUND, IN_BIN, ARCHIVED. */
export async function archiveProject(ctx: Ctx, id: string): Promise<LastQuery<JsonText<ProjectCard>>> {
  const project = await projectCards.lockOpen(ctx, id)
  await projectCards.write(ctx, project, { archived_at: ctx.now.toISOString() })
  return selectCard(ctx, id)
}

/** Errors: NOT_FOUND, IN_BIN. */
export async function revertArchivedProject(ctx: Ctx, id: string): Promise<LastQuery<JsonText<ProjectCard>>> {
  const project = await projectCards.lock(ctx, id)
  if (project.deleted) fail('IN_BIN')
  if (project.archived) await projectCards.write(ctx, project, { archived_at: null })
  return selectCard(ctx, id)
}

/** Moves a project to the bin, archived ones too. Errors: NOT_FOUND, IN_BIN. */
export async function removeProject(ctx: Ctx, id: string): Promise<undefined> {
  const project = await projectCards.lock(ctx, id)
  if (project.deleted) fail('IN_BIN')
  await projectCards.write(ctx, project, { deleted_at: ctx.now.toISOString(), deleted_by: actorId(ctx) })
}

/** Errors: NOT_FOUND. */
export async function revertDeletedProject(ctx: Ctx, id: string): Promise<LastQuery<JsonText<ProjectCard>>> {
  const project = await projectCards.lock(ctx, id)
  if (project.deleted) await projectCards.write(ctx, project, { deleted_at: null, deleted_by: null })
  return selectCard(ctx, id)
}

/** Errors: NOT_FOUND, NOT_IN_BIN. */
export async function removeProjectForGood(ctx: Ctx, id: string): Promise<undefined> {
  const project = await projectCards.lock(ctx, id)
  if (!project.deleted) fail('NOT_IN_BIN')
  await ctx.db.deleteFrom('project').where('id', '=', id).execute()
}
