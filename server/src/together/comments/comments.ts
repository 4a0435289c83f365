import { type RawBuilder, sql } from 'kysely'
import type { Permission } from '#contract/permissions'
import type { Comment } from '#contract/together/comments'
import { contactMissing } from '../../contacts/contacts.ts'
import { seenBy } from '../../db/assigned.ts'
import type { AppContext, Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'
import { notify } from '../notifications/notifications.ts'
import { countComments, selectComment, selectThread, upstreamColumns } from './comments.queries.ts'
import { keepMentions } from './mentions.ts'

const binDays = 30

interface Upstream {
  /** Permission to see records of this kind. */
  readonly needs: Permission
  /** Finds a record; one in the bin takes no comments. `how` is a locking clause, empty for a plain read. */
  readonly find: (ctx: Ctx, id: string, how: RawBuilder<unknown>) => Promise<{ inBin: boolean } | undefined>
}

type CommentedType = keyof typeof upstreamColumns

/** Kinds of records that can be commented on; ids are unique over all kinds. */
const upstreams: Record<CommentedType, Upstream> = {
  CONTACT: { needs: 'CONTACT_READ', find: findContact },
  EMAIL: { needs: 'EMAIL_READ', find: (ctx, id, how) => find(ctx, 'email', id, how) },
  PROJECT: { needs: 'PROJECT_READ', find: findProject },
}

/** Errors: NOT_FOUND. */
export async function listComments(
  ctx: Ctx,
  upstreamId: string,
  part: { top?: number; upTo?: string } = {},
): Promise<Comment[]> {
  await upstreamOf(ctx, upstreamId)
  return selectThread(ctx.db, upstreamId, part)
}

/** Errors: NOT_FOUND. */
export async function countCommentsOn(ctx: Ctx, upstreamId: string): Promise<{ count: number }> {
  await upstreamOf(ctx, upstreamId)
  return { count: await countComments(ctx.db, upstreamId) }
}

/** Errors: NOT_FOUND. */
export async function getComment(ctx: Ctx, id: string): Promise<Comment> {
  const found = (await selectComment(ctx.db, id)) ?? fail('NOT_FOUND')
  await upstreamOf(ctx, found.upstreamRef)
  return found
}

/** Errors: NOT_FOUND, MERGED_MEANWHILE, IN_BIN. */
export async function addComment(ctx: Ctx, upstreamId: string, text: string): Promise<Comment> {
  return writeComment(ctx, { upstreamId, text, answerTo: null })
}

/** Adds an answer; a comment that is deleted meanwhile stays visible above it. Errors: NOT_FOUND, IN_BIN. */
export async function answerComment(ctx: Ctx, id: string, text: string): Promise<Comment> {
  const { upstreamRef } = (await selectComment(ctx.db, id, sql`true`)) ?? fail('NOT_FOUND')
  return writeComment(ctx, { upstreamId: upstreamRef, text, answerTo: id })
}

async function writeComment(
  ctx: Ctx,
  { upstreamId, text, answerTo }: { upstreamId: string; text: string; answerTo: string | null },
): Promise<Comment> {
  const { type } = await openUpstream(ctx, upstreamId)
  const { id } = await ctx.db
    .insertInto('comment')
    .values({
      [upstreamColumns[type]]: upstreamId,
      answer_to: answerTo,
      author_id: ctx.actor.id,
      text,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tellNamed(ctx, id, text)
  return getComment(ctx, id)
}

/**
 * Stores the mentions of a comment, and notifies the mentioned users and the assignee of the record, each once per
 * comment, even if it is edited.
 */
async function tellNamed(ctx: Ctx, id: string, text: string): Promise<void> {
  await keepMentions(ctx, id, text)
  const told = { type: 'COMMENT', content: text, about: { comment: id }, once: id } as const
  const named = sql`select user_id from comment_mention where comment_id = ${id}`
  const ofEmail = sql`select e.assignee_id from comment m join email e on e.id = m.email_id where m.id = ${id}`
  const ofProject = sql`select p.assignee_id from comment m join project p on p.id = m.project_id where m.id = ${id}`
  await notify(ctx, { ...told, reason: 'MENTIONED', to: named })
  await notify(ctx, { ...told, reason: 'ASSIGNED', standIns: 'MAIL', to: ofEmail })
  await notify(ctx, { ...told, reason: 'ASSIGNED', standIns: 'PROJECT', to: ofProject })
}

/** Errors: NOT_FOUND, IN_BIN, FORBIDDEN, STALE_VERSION with the saved comment. */
export async function updateComment(ctx: Ctx, id: string, change: { version: number; text: string }): Promise<Comment> {
  const before = await ownComment(ctx, id)
  const { numUpdatedRows } = await ctx.db
    .updateTable('comment')
    .set({ text: change.text, updated_at: sql`now()`, version: change.version + 1 })
    .where('id', '=', id)
    .where('version', '=', change.version)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) fail('STALE_VERSION', { current: (await selectComment(ctx.db, id)) ?? before })
  await tellNamed(ctx, id, change.text)
  return getComment(ctx, id)
}

/** Errors: NOT_FOUND, IN_BIN, FORBIDDEN. */
export async function removeComment(ctx: Ctx, id: string): Promise<undefined> {
  await ownComment(ctx, id)
  await setDeleted(ctx, id, ctx.now.toISOString())
}

/** Errors: NOT_FOUND, also after the text was purged, IN_BIN, FORBIDDEN. */
export async function restoreComment(ctx: Ctx, id: string): Promise<Comment> {
  await ownComment(ctx, id, 'deleted')
  await setDeleted(ctx, id, null)
  return getComment(ctx, id)
}

const setDeleted = (ctx: Ctx, id: string, at: string | null) =>
  ctx.db.updateTable('comment').set({ deleted_at: at, version: sql`version + 1` }).where('id', '=', id).execute()

/** Job: purges comments that were deleted long ago: the row, or only its text while it has an answer. */
export async function emptyCommentBin({ database }: AppContext): Promise<void> {
  const old = sql`c.deleted_at < now() - ${binDays} * interval '1 day'`
  await sql`
    update comment c set text = '' where ${old} and c.text <> ''`.execute(database.kysely)
  await sql`
    delete from comment c
     where ${old} and not exists (select from comment answer where answer.answer_to = c.id)`.execute(database.kysely)
}

/** Returns a comment that the actor may change: their own, or any for ADMIN, on a record outside the bin. */
async function ownComment(ctx: Ctx, id: string, state: 'standing' | 'deleted' = 'standing'): Promise<Comment> {
  const which = state === 'standing' ? sql`m.deleted_at is null` : sql`m.deleted_at is not null and m.text <> ''`
  const comment = (await selectComment(ctx.db, id, which)) ?? fail('NOT_FOUND')
  await openUpstream(ctx, comment.upstreamRef)
  if (comment.author?.id !== ctx.actor.id && !ctx.actor.roles.includes('ADMIN')) fail('FORBIDDEN')
  return comment
}

async function upstreamOf(ctx: Ctx, id: string): Promise<{ type: CommentedType; inBin: boolean }> {
  return (await findUpstream(ctx, id)) ?? fail('NOT_FOUND')
}

/** Returns the kind of the record with this id, if the actor may see it. */
async function findUpstream(
  ctx: Ctx,
  id: string,
  how = sql``,
): Promise<{ type: CommentedType; inBin: boolean } | undefined> {
  for (const [type, { needs, find }] of Object.entries(upstreams) as [CommentedType, Upstream][]) {
    const found = ctx.actor.permissions.has(needs) ? await find(ctx, id, how) : undefined
    if (found) return { type, ...found }
  }
  return undefined
}

/** Returns a record that may be commented on, and locks it so that nobody moves it to the bin. */
async function openUpstream(ctx: Ctx, id: string): Promise<{ type: CommentedType }> {
  const upstream = await findUpstream(ctx, id, sql`for key share`)
  if (!upstream) return contactMissing(ctx, id)
  if (upstream.inBin) fail('IN_BIN')
  return upstream
}

async function findContact(ctx: Ctx, id: string, how: RawBuilder<unknown>): Promise<{ inBin: boolean } | undefined> {
  const contact = await find(ctx, 'contact', id, how)
  if (contact?.inBin && !ctx.actor.permissions.has('CONTACT_DELETE')) fail('NOT_FOUND')
  return contact
}

async function find(ctx: Ctx, table: 'contact' | 'email', id: string, how: RawBuilder<unknown>) {
  const { rows } = await sql<{ inBin: boolean }>`
    select deleted_at is not null as "inBin" from ${sql.table(table)} where id = ${id} ${how}`.execute(ctx.db)
  return rows[0]
}

async function findProject(ctx: Ctx, id: string, how: RawBuilder<unknown>): Promise<{ inBin: boolean } | undefined> {
  const { rows } = await sql<{ inBin: boolean }>`
    with p as materialized (select step_id, deleted_at from project where id = ${id} ${how})
    select p.deleted_at is not null as "inBin" from p join blackboard_step s on s.id = p.step_id
     where ${seenBy('blackboard', sql`s.blackboard_id`, ctx.actor)}`.execute(ctx.db)
  return rows[0]
}
