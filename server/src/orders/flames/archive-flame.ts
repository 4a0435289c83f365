import { sql } from 'kysely'
import { limits } from '#contract/limits'
import type { FlameCard } from '#contract/orders/flames'
import { assertContact, lockContact, makeCustomer, setLatestPurchase } from '../../contacts/contacts.ts'
import { addEncounter, withdrawEncounters } from '../../contacts/encounters/encounters.ts'
import { dayOf } from '../../db/days.ts'
import type { LastQuery } from '../../db/last-query.ts'
import type { JsonText } from '../../http/answers.ts'
import { actorId, type Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'
import { flameFrom } from './flames.queries.ts'
import { changedCard } from './flames.ts'
import { flameCards, type LockedFlame } from './lock.ts'

interface Archiving {
  readonly toCustomer?: boolean | undefined
  readonly refreshProductForContactId?: string | undefined
}

/** Errors: NOT_FOUND, IN_BIN, ARCHIVED, FORBIDDEN to make a customer of a contact that may not be changed. */
export async function archiveFlame(
  ctx: Ctx,
  id: string,
  { toCustomer, refreshProductForContactId }: Archiving,
): Promise<undefined> {
  const flame = await flameCards.lockOpen(ctx, id)
  await flameCards.write(ctx, flame, { archived_at: ctx.now.toISOString() })
  await tellContact(ctx, flame)
  if (toCustomer) await makeCustomer(ctx, flame.contactId)
  if (refreshProductForContactId) await refreshLatestPurchase(ctx, refreshProductForContactId)
}

/**
 * Adds the order to the timeline of the contact, with a reference to the dossier; it stays there as long as the flame
 * is archived and outside the bin.
 */
async function tellContact(ctx: Ctx, flame: LockedFlame): Promise<void> {
  if (flame.contactDeleted) return
  const articles = await ctx.db
    .selectFrom('dossier_article')
    .select(['quantity', 'product_name'])
    .where('flame_id', '=', flame.id)
    .orderBy('order_key')
    .execute()
  const { archived_at } = await ctx.db
    .selectFrom('flame')
    .select('archived_at')
    .where('id', '=', flame.id)
    .executeTakeFirstOrThrow()
  const ordered = articles.map(({ quantity, product_name }) => `${quantity} × ${product_name}`).join('\n')
  await addEncounter(ctx, flame.contactId, {
    encounterType: 'TASK',
    title: flame.certificateName,
    description: ordered.slice(0, limits.encounter.descriptionLength).toWellFormed(),
    originalKnownSince: archived_at ?? undefined,
    upstream: { flameId: flame.id, boardId: flame.boardId },
  })
}

/** Errors: NOT_FOUND, IN_BIN. */
export async function revertArchivedFlame(ctx: Ctx, id: string): Promise<LastQuery<JsonText<FlameCard>>> {
  const flame = await flameCards.lock(ctx, id)
  if (flame.deleted) fail('IN_BIN')
  if (flame.archived) {
    await flameCards.write(ctx, flame, { archived_at: null })
    await withdrawEncounters(ctx, id)
    await refreshLatestPurchase(ctx, flame.contactId)
  }
  return changedCard(ctx, id)
}

/** Moves a flame to the bin, archived ones too. Errors: NOT_FOUND, IN_BIN. */
export async function removeFlame(ctx: Ctx, id: string): Promise<undefined> {
  const flame = await flameCards.lock(ctx, id)
  if (flame.deleted) fail('IN_BIN')
  await flameCards.write(ctx, flame, { deleted_at: ctx.now.toISOString(), deleted_by: actorId(ctx) })
  if (!flame.archived) return
  await withdrawEncounters(ctx, id)
  await refreshLatestPurchase(ctx, flame.contactId)
}

/** Errors: NOT_FOUND. */
export async function revertDeletedFlame(ctx: Ctx, id: string): Promise<LastQuery<JsonText<FlameCard>>> {
  const flame = await flameCards.lock(ctx, id)
  if (flame.deleted) {
    await flameCards.write(ctx, flame, { deleted_at: null, deleted_by: null })
    if (flame.archived) {
      await tellContact(ctx, flame)
      await refreshLatestPurchase(ctx, flame.contactId)
    }
  }
  return changedCard(ctx, id)
}

/** Errors: NOT_FOUND, NOT_IN_BIN. */
export async function removeFlameForGood(ctx: Ctx, id: string): Promise<undefined> {
  const flame = await flameCards.lock(ctx, id)
  if (!flame.deleted) fail('NOT_IN_BIN')
  await ctx.db.deleteFrom('flame').where('id', '=', id).execute()
}

/** Returns the latest delivery or pickup date of a contact's archived flames with a main product. */
async function findLatestPurchase(ctx: Ctx, contactId: string): Promise<{ latestPurchase: string | null }> {
  const { rows } = await sql<{ latestPurchase: string | null }>`
    select ${dayOf(sql`max(greatest(d.delivery_date, d.pickup_date, d.self_pickup_at))`)}
             as "latestPurchase"
      from ${flameFrom}
     where d.contact_id = ${contactId} and f.archived_at is not null and f.deleted_at is null
       and exists (select from dossier_article a join product p on p.id = a.product_id
                    where a.flame_id = f.id and p.main_product)`.execute(ctx.db)
  return rows[0] ?? { latestPurchase: null }
}

/** Errors: NOT_FOUND, MERGED_MEANWHILE. */
export async function latestPurchase(ctx: Ctx, contactId: string): Promise<{ latestPurchase: string | null }> {
  await assertContact(ctx, contactId)
  return findLatestPurchase(ctx, contactId)
}

async function refreshLatestPurchase(ctx: Ctx, contactId: string): Promise<void> {
  await lockContact(ctx, contactId)
  await setLatestPurchase(ctx, contactId, (await findLatestPurchase(ctx, contactId)).latestPurchase)
}
