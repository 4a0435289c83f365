import { sql } from 'kysely'
import type { BodyOf } from '#contract/endpoint'
import { flameFields, type NewFlame } from '#contract/orders/flame-changes'
import type { BinnedFlame, Flame, FlameCard, FlameStepChange, flameApi } from '#contract/orders/flames'
import type { Origin } from '#contract/origins'
import { assertContact, isOutsideBin } from '../../contacts/contacts.ts'
import { type LastQuery, lastQuery } from '../../db/last-query.ts'
import { selectOrigin } from '../../db/origin.ts'
import { columnsOf, valuesOf } from '../../db/rows.ts'
import { seesContact } from '../../db/seen.ts'
import { JsonText } from '../../http/answers.ts'
import { actorId, type Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'
import { historyOf } from '../../together/history/history.ts'
import { notify } from '../../together/notifications/notifications.ts'
import { refusedWork } from '../../users/users.ts'
import { binOf } from '../boards/boards.ts'
import { addDossier, isLocked, writeDossier } from './dossier.ts'
import { articleChanges, packageChanges } from './dossier-rows.ts'
import {
  type Board,
  cardQuery,
  flameFrom,
  isOpen,
  type KeptParts,
  seen,
  selectBoard,
  selectCards,
  selectFlame,
  selectKeptParts,
  selectStepChanges,
} from './flames.queries.ts'
import { flameCards } from './lock.ts'
import { boardFor, proposedDossier } from './proposals.ts'
import { keepSaved } from './saved.ts'
import { assertMayEnter } from './steps.ts'

export { flameFrom, flameInStep, isOpen, isOrder, seen } from './flames.queries.ts'
export { listPickups } from './list-pickups.ts'
export { looksAfter, whoIsAway } from './proxies.ts'
export { dueFlames } from './search-flames.ts'

/** Errors: NOT_FOUND, also for a board that the caller may not see. */
export async function getBoard(
  ctx: Ctx,
  boardId: string,
  filter: { contactRef?: string | undefined; withFutureTask?: boolean | undefined },
): Promise<JsonText<Board>> {
  return (await selectBoard(ctx, boardId, filter)) ?? fail('NOT_FOUND')
}

/** Errors: NOT_FOUND. */
export const listBin = binOf<BinnedFlame>({
  kind: 'FLAME',
  table: 'flame',
  card: sql`select k.card from flame_card k where k.flame_id = f.id`,
})

/** Returns the flames of a contact: open ones first, then archived ones, each the latest first. Errors: NOT_FOUND. */
export async function flamesOfContact(ctx: Ctx, contactId: string): Promise<JsonText<FlameCard[]>> {
  const cards = await selectCards(
    ctx.db,
    sql`d.contact_id = ${contactId} and f.deleted_at is null and ${seen(ctx)} and ${seesContact(sql`d.contact_id`, ctx.actor)}`,
    sql`f.archived_at is not null, coalesce(f.archived_at, f.updated_at) desc, f.id`,
  )
  // Checks that the contact exists only if it has no visible flames.
  if (!cards) await assertContact(ctx, contactId)
  return cards ?? new JsonText('[]')
}

export async function countByContact(ctx: Ctx, contactId: string): Promise<{ count: number; archived: number }> {
  const { rows } = await sql<{ count: number; archived: number }>`
    select count(*) filter (where ${isOpen})::int as count, count(f.archived_at)::int as archived
      from ${flameFrom} where d.contact_id = ${contactId} and f.deleted_at is null and ${seen(ctx)}`.execute(ctx.db)
  return rows[0] ?? { count: 0, archived: 0 }
}

/** Returns a flame, also from the bin and the archive. Errors: NOT_FOUND. */
export async function getFlame(ctx: Ctx, id: string): Promise<JsonText<Flame>> {
  return (await selectFlame(ctx, id)) ?? fail('NOT_FOUND')
}

/** Whether the caller may see a flame; for other records that reference one. */
export async function seesFlame(ctx: Ctx, id: string): Promise<boolean> {
  return ctx.actor.permissions.has('FLAME_READ') && (await cardQuery(ctx, id).execute(ctx.db)).rows.length > 0
}

/** Errors: NOT_FOUND. */
export const getCard = (ctx: Ctx, id: string): Promise<JsonText<FlameCard>> => changedCard(ctx, id).ask(ctx.db)

/** Returns the last query of a call: it reads the card of a flame that the transaction changed. */
export const changedCard = (ctx: Ctx, id: string): LastQuery<JsonText<FlameCard>> =>
  lastQuery(cardQuery(ctx, id), (row) => new JsonText((row ?? fail('NOT_FOUND')).card))

/** Returns the e-mail that a flame was made from. Errors: NOT_FOUND. */
export async function flameOrigin(ctx: Ctx, id: string): Promise<Pick<Origin, 'email'>> {
  await getCard(ctx, id)
  const email = sql`(select origin_email_id from flame where id = ${id})`
  return { email: (await selectOrigin(ctx, { board: sql`null`, email })).email }
}

/** Errors: NOT_FOUND. */
export async function keptParts(ctx: Ctx, id: string): Promise<KeptParts> {
  await getCard(ctx, id)
  return selectKeptParts(ctx, id)
}

/** Errors: NOT_FOUND. */
export async function listStepChanges(ctx: Ctx, id: string): Promise<FlameStepChange[]> {
  await getCard(ctx, id)
  return selectStepChanges(ctx, id)
}

/** Returns the changes to a flame and its dossier, starting before the entry `before`. Errors: NOT_FOUND. */
export async function flameHistory(ctx: Ctx, id: string, before?: number) {
  await getCard(ctx, id)
  return historyOf(ctx, id, {}, before)
}

/** Errors: VALIDATION, FORBIDDEN for a proxy without permission, STEP_REQUIRES. */
export async function addFlame(ctx: Ctx, flame: NewFlame): Promise<LastQuery<JsonText<Flame>>> {
  const { dossier = {}, assigneeRef = actorId(ctx) } = flame
  const own = { ...given(flame), assigneeRef }
  const spot = await flameCards.findSpot(ctx, { taskboardRef: flame.taskboardRef, step: flame.step })
  await assertLooksAfter(ctx, own, flame.taskboardRef)
  const { id } = await ctx.db
    .insertInto('flame')
    .values({
      ...ownColumns(own),
      step_id: spot.stepId,
      place: spot.top,
      origin_email_id: flame.emailRef ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addDossier(ctx, id, flame.contactRef, dossier)
  const articles = dossier.articles && (await articleChanges(ctx, [], fresh(dossier.articles)))
  const packages = dossier.packageInfos && (await packageChanges(ctx, [], fresh(dossier.packageInfos)))
  if (articles || packages) await writeDossier(ctx, id, { articles, packages })
  await assertMayEnter(ctx, id, spot, flame.overrideReason)
  await tellAssigned(ctx, id, assigneeRef)
  return keepSaved(ctx, id)
}

/**
 * Adds a flame without asking anything: the board follows from the type of customer, and the dossier gets the contact's
 * only or favourite parts and the terms of its latest order. Errors: NOT_FOUND, NO_BOARD, STEP_REQUIRES.
 */
export async function beginFlame(
  ctx: Ctx,
  contactRef: string,
  emailRef: string | null,
): Promise<LastQuery<JsonText<Flame>>> {
  await assertContact(ctx, contactRef)
  const taskboardRef = (await boardFor(ctx, contactRef)) ?? fail('NO_BOARD')
  return addFlame(ctx, { contactRef, taskboardRef, emailRef, dossier: await proposedDossier(ctx, contactRef) })
}

/** Notifies a user that a flame was assigned to them. */
export async function tellAssigned(ctx: Ctx, id: string, assigneeRef: string | null): Promise<void> {
  if (assigneeRef === null || assigneeRef === ctx.actor.id) return
  const contact = sql<string>`(
    select c.full_name from dossier d join contact c on c.id = d.contact_id where d.flame_id = ${id})`
  const told = { content: contact, to: sql`select ${assigneeRef}::uuid`, about: { flame: id } }
  await notify(ctx, { type: 'CHECK_FLAME', reason: 'ASSIGNED', standIns: 'FLAME', ...told })
}

/** Returns the fields that are set. */
const given = ({ proxyOwnerRef, proxyOwnerFrom, proxyOwnerUntil, reminderAtUtc }: Own) => ({
  proxyOwnerRef: proxyOwnerRef ?? undefined,
  proxyOwnerFrom: proxyOwnerFrom ?? undefined,
  proxyOwnerUntil: proxyOwnerUntil ?? undefined,
  reminderAtUtc: reminderAtUtc ?? undefined,
})

/** Drops the ids of rows, so that another dossier adds them as new ones. */
const fresh = <Row extends { id?: string | undefined }>(rows: readonly Row[]) =>
  rows.map((row) => ({ ...row, id: undefined }))

/**
 * Duplicates a flame without reminder and proxy, and without values that a new one could not have: a locked pickup
 * date, a reseller in the bin. It goes to the caller if the assignee cannot sign in any more or may not see the board.
 * Errors: NOT_FOUND, VALIDATION, STEP_REQUIRES.
 */
export async function duplicateFlame(
  ctx: Ctx,
  id: string,
  to: BodyOf<typeof flameApi.duplicate>,
): Promise<LastQuery<JsonText<Flame>>> {
  const { assigneeRef, dossier } = (await getFlame(ctx, id)).value
  const { contactRef, pickupDate, resellerRef } = dossier
  const isFree = pickupDate && !(await isLocked(ctx.db, pickupDate))
  const sells = resellerRef && (await isOutsideBin(ctx.db, resellerRef))
  return addFlame(ctx, {
    contactRef,
    assigneeRef:
      assigneeRef && (await refusedWork(ctx, assigneeRef, 'FLAME', to.taskboardRef)) ? actorId(ctx) : assigneeRef,
    dossier: { ...dossier, pickupDate: isFree ? pickupDate : null, resellerRef: sells ? resellerRef : null },
    ...to,
  })
}

type Own = Partial<
  Pick<NewFlame, 'assigneeRef' | 'proxyOwnerRef' | 'proxyOwnerFrom' | 'proxyOwnerUntil' | 'reminderAtUtc'>
>

const columns = columnsOf('flame', flameFields, { reminderAtUtc: 'reminder_at' })
export const ownColumns = (own: Own) => valuesOf(columns, own)

/**
 * Checks changed assignees and proxies. Errors: FORBIDDEN for a proxy without PROXY_FLAME, VALIDATION for a user who
 * cannot sign in or may not see the board.
 */
export async function assertLooksAfter(ctx: Ctx, own: Own, boardRef: string): Promise<void> {
  const proxy = [own.proxyOwnerRef, own.proxyOwnerFrom, own.proxyOwnerUntil]
  const changesProxy = proxy.some((value) => value !== undefined)
  if (changesProxy && !ctx.actor.permissions.has('PROXY_FLAME')) fail('FORBIDDEN')
  for (const path of ['assigneeRef', 'proxyOwnerRef'] as const) {
    const id = own[path]
    const invalid = id && (await refusedWork(ctx, id, 'FLAME', boardRef))
    if (invalid) fail('VALIDATION', { fields: [{ path, invalid }] })
  }
}
