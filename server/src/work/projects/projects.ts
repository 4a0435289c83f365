import { sql } from 'kysely'
import {
  type BinnedProject,
  type NewProject,
  type Project,
  type ProjectCard,
  projectFields,
} from '#contract/work/projects'
import { namedContactMissing } from '../../contacts/contacts.ts'
import type { LastQuery } from '../../db/last-query.ts'
import { columnsOf, valuesOf } from '../../db/rows.ts'
import { cleanHtml } from '../../files/clean-html.ts'
import type { JsonText } from '../../http/answers.ts'
import { actorId, type Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'
import { binOf } from '../../orders/boards/boards.ts'
import { historyOf } from '../../together/history/history.ts'
import { notify } from '../../together/notifications/notifications.ts'
import { refusedWork } from '../../users/users.ts'
import { projectCards } from './lock.ts'
import { cardsOfBoard, isOpen, keepSaved, selectCard, selectProject } from './projects.queries.ts'

export { isOpen, seen } from './projects.queries.ts'
export { looksAfter, whoIsAway } from './proxies.ts'

/** Errors: NOT_FOUND, also for a board that the caller may not see. */
export async function getBoard(
  ctx: Ctx,
  boardId: string,
  { contactRef }: { contactRef?: string | undefined } = {},
): Promise<JsonText<ProjectCard[]>> {
  const wanted = contactRef
    ? sql`and p.id in (select project_id from project_contact where contact_id = ${contactRef})`
    : sql``
  const open = { which: sql`${isOpen} ${wanted}`, order: sql`position, p.place, p.id` }
  return (await cardsOfBoard(ctx, boardId, open)) ?? fail('NOT_FOUND')
}

/** Errors: NOT_FOUND. */
export const listBin = binOf<BinnedProject>({
  kind: 'PROJECT',
  table: 'project',
  card: sql`select k.card from project_card k where k.project_id = f.id`,
})

/** Returns a project, also from the bin and the archive. Errors: NOT_FOUND. */
export const getProject = (ctx: Ctx, id: string): Promise<JsonText<Project>> => selectProject(ctx, id)

/** Errors: NOT_FOUND. */
export const getCard = (ctx: Ctx, id: string): Promise<JsonText<ProjectCard>> => selectCard(ctx, id).ask(ctx.db)

/** Returns the changes to a project and what belongs to it, starting before the entry `before`. Errors: NOT_FOUND. */
export async function projectHistory(ctx: Ctx, id: string, before?: number) {
  await getCard(ctx, id)
  return historyOf(ctx, id, {}, before)
}

/** Errors: VALIDATION, FORBIDDEN for a proxy without permission. */
export async function addProject(ctx: Ctx, project: NewProject): Promise<LastQuery<JsonText<Project>>> {
  const { taskboardRef, step, contactRefs = [], assigneeRef = actorId(ctx) } = project
  const own = { ...given(project), assigneeRef }
  const spot = await projectCards.findSpot(ctx, { taskboardRef, step })
  await assertLooksAfter(ctx, own, taskboardRef)
  const { id } = await ctx.db
    .insertInto('project')
    .values({
      ...ownColumns(own),
      title: project.title,
      step_id: spot.stepId,
      place: spot.top,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeContacts(ctx, id, [], contactRefs)
  await tellAssigned(ctx, id, assigneeRef)
  return keepSaved(ctx, id)
}

/** Returns the fields that are set. */
const given = (own: Own): Own => Object.fromEntries(Object.entries(own).filter(([, value]) => (value ?? '') !== ''))

export type Own = Partial<Pick<NewProject, keyof typeof projectFields>>

const columns = columnsOf('project', projectFields, { reminderAtUtc: 'reminder_at' })
/** Returns the columns of a project's own fields. Errors: VALIDATION for a description with too many tags. */
export const ownColumns = (own: Own) => valuesOf(columns, cleaned(own))

/** Returns the fields with the description sanitised, as it is saved. */
export const cleaned = <T extends Own>(own: T): T =>
  own.description ? { ...own, description: cleanHtml(own.description, { path: 'description' }) } : own

/**
 * Checks changed assignees and proxies. Errors: FORBIDDEN for a proxy without PROXY_PROJECT, VALIDATION for a user who
 * cannot sign in or may not see the board.
 */
export async function assertLooksAfter(ctx: Ctx, own: Own, boardRef: string): Promise<void> {
  const proxy = [own.proxyOwnerRef, own.proxyOwnerFrom, own.proxyOwnerUntil]
  const changesProxy = proxy.some((value) => value !== undefined)
  if (changesProxy && !ctx.actor.permissions.has('PROXY_PROJECT')) fail('FORBIDDEN')
  for (const path of ['assigneeRef', 'proxyOwnerRef'] as const) {
    const id = own[path]
    const invalid = id && (await refusedWork(ctx, id, 'PROJECT', boardRef))
    if (invalid) fail('VALIDATION', { fields: [{ path, invalid }] })
  }
}

/**
 * Updates the contacts of a project. Only callers who may read contacts can add one. Errors: VALIDATION for a contact
 * that is in the bin or does not exist.
 */
export async function writeContacts(
  ctx: Ctx,
  id: string,
  before: readonly string[],
  after: readonly string[],
): Promise<void> {
  const added = after.filter((ref) => !before.includes(ref))
  const removed = before.filter((ref) => !after.includes(ref))
  if (removed.length > 0) {
    await ctx.db.deleteFrom('project_contact').where('project_id', '=', id).where('contact_id', 'in', removed).execute()
  }
  if (added.length === 0) return
  const mayAdd = ctx.actor.permissions.has('CONTACT_READ')
  if (!mayAdd) fail('VALIDATION', { fields: [{ path: 'contactRefs', invalid: 'unknownRef' }] })
  const { rows } = await sql<{ contact: string }>`
    insert into project_contact (project_id, contact_id)
    select ${id}, c.id from contact c where c.id = any (${added}::uuid[]) and c.deleted_at is null order by c.id
    returning contact_id as contact`.execute(ctx.db)
  const missing = added.find((ref) => !rows.some(({ contact }) => contact === ref))
  if (missing) await namedContactMissing(ctx, missing, 'contactRefs')
}

/** Notifies a user that a project was assigned to them. */
export async function tellAssigned(ctx: Ctx, id: string, assigneeRef: string | null): Promise<void> {
  if (assigneeRef === null || assigneeRef === ctx.actor.id) return
  const content = sql<string>`(select title from project where id = ${id})`
  const told = { content, to: sql`select ${assigneeRef}::uuid`, about: { project: id } }
  await notify(ctx, { type: 'CHECK_PROJECT', reason: 'ASSIGNED', standIns: 'PROJECT', ...told })
}
