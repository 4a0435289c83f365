import { type RawBuilder, sql } from 'kysely'
import type { AnswerOf } from '#contract/endpoint'
import type { Email, EmailFilter, EmailState, EmailSummary } from '#contract/mail/emails'
import { emailApi } from '#contract/mail/inbox'
import { allows } from '#contract/permissions'
import { assertEditable } from '../../contacts/contacts.ts'
import { moveEncounters, removeEncounters } from '../../contacts/encounters/encounters.ts'
import { preparedStatement, sentAhead } from '../../db/db.ts'
import { edited } from '../../db/rows.ts'
import type { JsonText } from '../../http/answers.ts'
import { actorId, type Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'
import { refusedWork } from '../../users/users.ts'
import { addEmailEncounter } from '../filing/link-contact.ts'
import { selectCounts, selectEmail, selectEmails, selectThread } from './inbox.queries.ts'
import { countPlaces, type Page } from './page.queries.ts'
import { tellServers, untellServers } from './server-tasks.ts'
import { readCursor } from './which-emails.ts'

/** Errors: VALIDATION for an `after` that is no cursor of a page. */
export async function listEmails(ctx: Ctx, { after, pageSize, ...filter }: EmailFilter & Page) {
  if (after !== undefined && !readCursor(after)) fail('VALIDATION', { fields: [{ path: 'after', invalid: 'other' }] })
  return selectEmails(ctx, filter, { after, pageSize })
}
export const countFound = (ctx: Ctx, filter: EmailFilter) => countPlaces(ctx, filter)
export const countEmails = (ctx: Ctx): Promise<AnswerOf<typeof emailApi.counts>> => selectCounts(ctx.db)

/** Returns an e-mail; one in the bin has `deletedAtUtc`. Errors: NOT_FOUND. */
export async function getEmail(ctx: Ctx, id: string): Promise<JsonText<Email>> {
  return (await selectEmail(ctx, id)) ?? fail('NOT_FOUND')
}

/** Errors: NOT_FOUND. */
export async function listThread(ctx: Ctx, id: string): Promise<JsonText<EmailSummary[]>> {
  return (await selectThread(ctx, id)) ?? fail('NOT_FOUND')
}

// --- states --------------------------------------------------------------------------------------------------------

/** Assigns an e-mail to the caller or to another user. Errors: NOT_FOUND, IN_BIN, STALE_VERSION, VALIDATION. */
export async function setInProgress(
  ctx: Ctx,
  id: string,
  { userId = actorId(ctx), version }: { userId?: string; version?: number },
): Promise<JsonText<Email>> {
  await assertUser(ctx, userId)
  return setState(ctx, id, { state: 'IN_PROGRESS', assignee: userId }, version)
}

/** Reopens an e-mail and removes its assignee. Errors: NOT_FOUND, IN_BIN, STALE_VERSION. */
export const setToOpen = (ctx: Ctx, id: string, version?: number): Promise<JsonText<Email>> =>
  setState(ctx, id, { state: 'OPEN', assignee: null }, version)

/** Closes an e-mail; it keeps its assignee. Errors: NOT_FOUND, IN_BIN, STALE_VERSION. */
export const setToClose = (ctx: Ctx, id: string, version?: number): Promise<JsonText<Email>> =>
  setState(ctx, id, { state: 'CLOSED' }, version)

async function setState(
  ctx: Ctx,
  id: string,
  { state, assignee }: { state: EmailState; assignee?: string | null },
  version?: number,
): Promise<JsonText<Email>> {
  const before = await lockEmail(ctx, id, version)
  const owner = assignee === undefined ? before.assigneeId : assignee
  if (before.state !== state || before.assigneeId !== owner) await writeEmail(ctx, id, { state, assignee_id: owner })
  return getEmail(ctx, id)
}

/** Errors: NOT_FOUND, IN_BIN. */
export async function toggleImportant(ctx: Ctx, id: string): Promise<JsonText<Email>> {
  const { important } = await lockEmail(ctx, id)
  await writeEmail(ctx, id, { important: !important })
  return getEmail(ctx, id)
}

/** Marks an e-mail as read or unread. This is no edit, so the version stays. Errors: NOT_FOUND. */
export async function setSeen(ctx: Ctx, id: string, seen: boolean): Promise<undefined> {
  await assertEmail(ctx, id)
  const { numUpdatedRows } = await ctx.db
    .updateTable('email')
    .set({ seen })
    .where('id', '=', id)
    .where('seen', '=', !seen)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await tellServers(ctx.db, id, seen ? 'SEEN' : 'UNSEEN')
}

// --- contacts ------------------------------------------------------------------------------------------------------

/**
 * Links an e-mail to a contact; its encounter moves to the timeline of that contact. Errors: NOT_FOUND and IN_BIN of
 * e-mail and contact, STALE_VERSION.
 */
export async function linkToContact(
  ctx: Ctx,
  id: string,
  contactId: string,
  version?: number,
): Promise<JsonText<Email>> {
  const email = await lockEmail(ctx, id, version)
  await assertEditable(ctx, contactId)
  const encounter = await encounterOf(ctx, email.encounterId)
  if (encounter && encounter.contactId !== contactId) {
    await moveEncounters(ctx, encounter.contactId, [encounter.id], contactId)
  }
  const encounterId = encounter?.id ?? (await addEmailEncounter(ctx, id, contactId))
  if (email.contactId !== contactId || email.encounterId !== encounterId) {
    await writeEmail(ctx, id, { contact_id: contactId, encounter_id: encounterId })
  }
  return getEmail(ctx, id)
}

/**
 * Links an e-mail to the contact that was made from it, unless it is in the bin or the caller may not change it.
 * Errors: VALIDATION, STALE_VERSION.
 */
export async function linkNewContact(ctx: Ctx, id: string, contactId: string, version?: number): Promise<void> {
  const email = await namedEmail(ctx, id)
  if (!email.deleted && allows(emailApi.linkToContact.allow, ctx.actor.permissions))
    await linkToContact(ctx, id, contactId, version)
}

/** Links an e-mail to the contact of a flame that is made from it, if it has no contact yet. Errors: VALIDATION. */
export async function linkNewFlame(ctx: Ctx, id: string, contactId: string): Promise<void> {
  const email = await namedEmail(ctx, id, sql`for update`)
  if (email.contactId === null) await linkNewContact(ctx, id, contactId)
}

/** Returns the e-mail that a request names. Errors: VALIDATION if it does not exist or the caller may not see it. */
async function namedEmail(ctx: Ctx, id: string, how?: RawBuilder<unknown>): Promise<LockedEmail> {
  const email = ctx.actor.permissions.has('EMAIL_READ') ? await findEmail(ctx, id, how) : undefined
  return email ?? fail('VALIDATION', { fields: [{ path: 'emailRef', invalid: 'unknownRef' }] })
}

/** Removes the contact of an e-mail; its encounter goes to the bin. Errors: NOT_FOUND, IN_BIN, STALE_VERSION. */
export async function releaseContact(ctx: Ctx, id: string, version?: number): Promise<JsonText<Email>> {
  const { contactId, encounterId } = await lockEmail(ctx, id, version)
  if (contactId === null) return getEmail(ctx, id)
  await writeEmail(ctx, id, { contact_id: null, encounter_id: null })
  const encounter = await encounterOf(ctx, encounterId)
  if (encounter) await removeEncounters(ctx, encounter.contactId, [encounter.id])
  return getEmail(ctx, id)
}

/** Returns the encounter of an e-mail; undefined for one in the bin, so that a new one is made. */
async function encounterOf(ctx: Ctx, id: string | null): Promise<{ id: string; contactId: string } | undefined> {
  if (id === null) return undefined
  return ctx.db
    .selectFrom('encounter')
    .select(['id', 'contact_id as contactId'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

// --- bin -----------------------------------------------------------------------------------------------------------

/** Moves an e-mail to the bin, here and on all servers or one. Errors: NOT_FOUND, IN_BIN, NOT_LEFT_YET, VALIDATION. */
export async function removeEmail(ctx: Ctx, id: string, mailboxId?: string): Promise<undefined> {
  await lockEmail(ctx, id)
  await assertLeft(ctx, id)
  if (mailboxId) await assertMailbox(ctx, mailboxId)
  await writeEmail(ctx, id, { deleted_at: sql`now()` })
  await tellServers(ctx.db, id, 'BIN', mailboxId)
}

async function assertMailbox(ctx: Ctx, id: string): Promise<void> {
  const found = ctx.db.selectFrom('mailbox').select('id').where('id', '=', id)
  if (!(await found.executeTakeFirst())) {
    fail('VALIDATION', { fields: [{ path: 'mailboxId', invalid: 'unknownRef' }] })
  }
}

/** Throws while the e-mail is in the outbox, as it would be sent even from the bin. Errors: NOT_LEFT_YET. */
async function assertLeft(ctx: Ctx, id: string): Promise<void> {
  const waiting = await ctx.db
    .selectFrom('outbox')
    .leftJoin('app_user', 'app_user.id', 'outbox.created_by')
    .select('app_user.username')
    .where('outbox.email_id', '=', id)
    .where('outbox.state', 'in', ['WAITING', 'SENDING'])
    .executeTakeFirst()
  if (waiting) fail('NOT_LEFT_YET', { values: { name: waiting.username ?? '' } })
}

/** Errors: NOT_FOUND. */
export async function restoreEmail(ctx: Ctx, id: string): Promise<JsonText<Email>> {
  const { deleted } = await readForUpdate(ctx, id)
  if (deleted) {
    await writeEmail(ctx, id, { deleted_at: null })
    await untellServers(ctx.db, id)
  }
  return getEmail(ctx, id)
}

// --- parts of the rules --------------------------------------------------------------------------------------------

interface LockedEmail {
  readonly version: number
  readonly state: EmailState
  readonly assigneeId: string | null
  readonly contactId: string | null
  readonly encounterId: string | null
  readonly important: boolean
  readonly deleted: boolean
}

/** Returns an e-mail outside the bin, locked until the transaction ends. Errors: NOT_FOUND, IN_BIN, STALE_VERSION. */
export async function lockEmail(ctx: Ctx, id: string, version?: number): Promise<LockedEmail> {
  const email = await readForUpdate(ctx, id)
  if (email.deleted) fail('IN_BIN')
  if (version !== undefined && version !== email.version) {
    fail('STALE_VERSION', { current: (await getEmail(ctx, id)).value })
  }
  return email
}

const readForUpdate = async (ctx: Ctx, id: string) => (await findEmail(ctx, id, sql`for update`)) ?? fail('NOT_FOUND')

async function findEmail(ctx: Ctx, id: string, how: RawBuilder<unknown> = sql``): Promise<LockedEmail | undefined> {
  const { rows } = await sql<LockedEmail>`
    select version, state, assignee_id as "assigneeId", contact_id as "contactId", encounter_id as "encounterId",
           important, deleted_at is not null as deleted
      from email where id = ${id} ${how}`.execute(ctx.db)
  return rows[0]
}

/** Errors: NOT_FOUND. */
export async function assertEmail(ctx: Ctx, id: string): Promise<void> {
  if (!(await findEmail(ctx, id))) fail('NOT_FOUND')
}

async function writeEmail(ctx: Ctx, id: string, columns: object): Promise<void> {
  const written = ctx.db
    .updateTable('email')
    .set({ ...columns, ...edited })
    .where('id', '=', id)
    .modifyEnd(preparedStatement)
  await sql`${sentAhead} ${written}`.execute(ctx.db)
}

/** Throws for a user who cannot sign in any more or may not read e-mails. Errors: VALIDATION. */
async function assertUser(ctx: Ctx, id: string): Promise<void> {
  const invalid = await refusedWork(ctx, id, 'MAIL')
  if (invalid) fail('VALIDATION', { fields: [{ path: 'userId', invalid }] })
}
