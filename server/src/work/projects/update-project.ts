import type { Project, ProjectCard, ProjectChange, ProjectMove } from '#contract/work/projects'
import type { LastQuery } from '../../db/last-query.ts'
import type { JsonText } from '../../http/answers.ts'
import type { Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'
import { merging, withoutStandIn } from '../../orders/boards/boards.ts'
import { projectCards } from './lock.ts'
import { keepSaved, selectCard, selectForEdit } from './projects.queries.ts'
import { assertLooksAfter, cleaned, getCard, ownColumns, tellAssigned, writeContacts } from './projects.ts'

/** Arrays are compared without order, because the contacts have none. */
const mergeFields = merging((_field, one, other) => asText(one) === asText(other))
const asText = (value: unknown) => (Array.isArray(value) ? value.map(String).toSorted().join() : value)

/**
 * Saves an edit, merged with what others have saved since the version it started from. Errors: NOT_FOUND, IN_BIN,
 * ARCHIVED, STALE_VERSION with the saved project and the fields that both changed, VALIDATION, FORBIDDEN for a proxy
 * without permission.
 */
export async function updateProject(
  ctx: Ctx,
  id: string,
  change: ProjectChange,
): Promise<LastQuery<JsonText<Project>>> {
  const locked = await projectCards.lockOpen(ctx, id)
  const { saved, standIn, kept } = await selectForEdit(ctx, id, change.version)
  const base = kept ?? (change.version === saved.version ? saved : undefined)
  if (!base || change.version > saved.version) fail('STALE_VERSION', { current: saved })

  const { version: _version, ...all } = change
  const { contactRefs: sentRefs, ...sent } = withoutStandIn(all, standIn)
  const alone = change.version === saved.version
  const [before, now] = [edited(base), edited(saved)]
  const refs = sentRefs && { contactRefs: alone ? renamed(sentRefs, before.contactRefs, now.contactRefs) : sentRefs }
  const { value, collisions } = mergeFields({ ...before }, { ...now }, { ...cleaned(sent), ...refs }, { alone })
  if (collisions.length > 0) fail('STALE_VERSION', { current: saved, collisions: [...collisions] })

  const { contactRefs, ...own } = value
  await assertLooksAfter(ctx, own, saved.taskboardRef)
  if (contactRefs) await writeContacts(ctx, id, now.contactRefs, contactRefs)
  await projectCards.write(ctx, locked, ownColumns(own))
  const { assigneeRef } = own
  if (assigneeRef !== undefined && assigneeRef !== saved.assigneeRef) await tellAssigned(ctx, id, assigneeRef)
  return keepSaved(ctx, id)
}

/** Returns a project in the form in which its editor sends it. */
const edited = (project: Project) => ({ ...project, contactRefs: project.contacts.map((contact) => contact.id) })

/** Replaces contacts that were merged since the editor loaded the project by the contacts that took their place. */
function renamed(sent: readonly string[], before: readonly string[], now: readonly string[]): string[] {
  const gone = before.filter((ref) => !now.includes(ref))
  if (!sent.some((ref) => gone.includes(ref))) return [...sent]
  const instead = now.filter((ref) => !before.includes(ref))
  return [...new Set([...sent.filter((ref) => !gone.includes(ref)), ...instead])]
}

/**
 * Moves a card to a place, to another step or board, or to another assignee. Errors: NOT_FOUND, IN_BIN, ARCHIVED,
 * STALE_VERSION with the saved card, VALIDATION.
 */
export async function moveProject(ctx: Ctx, id: string, move: ProjectMove): Promise<LastQuery<JsonText<ProjectCard>>> {
  const { card: project, spot } = await projectCards.lockForMove(ctx, id, move)
  if (project.version !== move.version) fail('STALE_VERSION', { current: (await getCard(ctx, id)).value })
  const found = await spot()
  const reassigned = move.assigneeRef !== undefined && move.assigneeRef !== project.assigneeId
  if (reassigned) await assertLooksAfter(ctx, { assigneeRef: move.assigneeRef }, move.taskboardRef)
  await projectCards.move(ctx, project, found, reassigned ? { assignee_id: move.assigneeRef } : {})
  if (reassigned) {
    await keepSaved(ctx, id).ask(ctx.db)
    await tellAssigned(ctx, id, move.assigneeRef ?? null)
  }
  return selectCard(ctx, id)
}
