import { sql } from 'kysely'
import {
  type ContactRelation,
  type contactRelationApi,
  mirrorOf,
  type RelationType,
} from '#contract/contacts/relations'
import type { BodyOf } from '#contract/endpoint'
import type { Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'
import { assertContact, contactMissing, namedContactMissing } from '../contacts.ts'
import { selectRelations } from './relations.queries.ts'

/** Relation as stored: `other_id` is the `type` of `contact_id`. */
interface Kept {
  readonly contact_id: string
  readonly other_id: string
  readonly type: KeptType
}

export const keptTypes = ['RESELLER', 'PARENTS', 'EMPLOYER', 'COUPLE', 'DONOR'] as const satisfies RelationType[]
type KeptType = (typeof keptTypes)[number]
const isKept = (type: RelationType): type is KeptType => keptTypes.some((kept) => kept === type)

/** Errors: NOT_FOUND. */
export async function listRelations(ctx: Ctx, contactId: string): Promise<ContactRelation[]> {
  await assertContact(ctx, contactId)
  return selectRelations(ctx.db, contactId)
}

/** Errors: NOT_FOUND. */
export async function listResellerCustomers(ctx: Ctx, contactId: string): Promise<ContactRelation[]> {
  const relations = await listRelations(ctx, contactId)
  return relations.filter(({ type }) => type === 'RESELLER' || type === 'RESELLER_CUSTOMER')
}

/** Errors: NOT_FOUND. */
export async function countRelations(ctx: Ctx, contactId: string): Promise<{ count: number; active: number }> {
  const relations = await listRelations(ctx, contactId)
  return { count: relations.length, active: relations.filter(({ active }) => active).length }
}

/** Errors: NOT_FOUND, IN_BIN, RELATION_EXIST, VALIDATION for the contact itself or one that does not exist. */
export async function addRelation(
  ctx: Ctx,
  contactId: string,
  { contactRef, type, active }: BodyOf<typeof contactRelationApi.add>,
): Promise<ContactRelation> {
  if (contactRef === contactId) fail('VALIDATION', { fields: [{ path: 'contactRef', invalid: 'sameContact' }] })
  await assertEditable(ctx, contactId, contactRef)
  const { id } = await ctx.db
    .insertInto('contact_relation')
    .values({ ...keep(contactId, contactRef, type), active })
    .returning('id')
    .executeTakeFirstOrThrow()
  return getRelation(ctx, contactId, id)
}

/** Errors: NOT_FOUND, IN_BIN, SHARED_ELSEWHERE for a donor. */
export async function removeRelation(ctx: Ctx, contactId: string, id: string): Promise<undefined> {
  await lockRelation(ctx, contactId, id)
  await ctx.db.deleteFrom('contact_relation').where('id', '=', id).execute()
}

/** Errors: NOT_FOUND, IN_BIN, SHARED_ELSEWHERE for a donor, STALE_VERSION. */
export async function setActive(
  ctx: Ctx,
  contactId: string,
  id: string,
  { active, version }: { active: boolean; version?: number },
): Promise<ContactRelation> {
  const before = await lockRelation(ctx, contactId, id, version)
  if (before.active !== active) await write(ctx, id, { active })
  return getRelation(ctx, contactId, id)
}

/** Errors: NOT_FOUND, IN_BIN, SHARED_ELSEWHERE for a donor, STALE_VERSION, RELATION_EXIST. */
export async function migrateRelation(
  ctx: Ctx,
  contactId: string,
  id: string,
  { type, version }: { type: RelationType; version?: number },
): Promise<ContactRelation> {
  const before = await lockRelation(ctx, contactId, id, version)
  if (before.type !== type) await write(ctx, id, keep(contactId, before.contactRef, type))
  return getRelation(ctx, contactId, id)
}

/** Returns the stored form of a relation that a contact has to another one. */
function keep(contactId: string, contactRef: string, type: RelationType): Kept {
  const turned = { contact_id: contactRef, other_id: contactId }
  if (!isKept(type)) return { ...turned, type: mirrorOf[type] }
  if (type === 'COUPLE' && contactRef < contactId) return { ...turned, type }
  return { contact_id: contactId, other_id: contactRef, type }
}

const write = (ctx: Ctx, id: string, columns: Partial<Kept> & { active?: boolean }) =>
  ctx.db
    .updateTable('contact_relation')
    .set({ ...columns, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()

async function getRelation(ctx: Ctx, contactId: string, id: string): Promise<ContactRelation> {
  const [relation] = await selectRelations(ctx.db, contactId, id)
  return relation ?? fail('NOT_FOUND')
}

async function lockRelation(ctx: Ctx, contactId: string, id: string, version?: number): Promise<ContactRelation> {
  await ctx.db.selectFrom('contact_relation').select('id').where('id', '=', id).forUpdate().execute()
  const relation = await getRelation(ctx, contactId, id)
  if (relation.given) fail('SHARED_ELSEWHERE')
  if (version !== undefined && version !== relation.version) fail('STALE_VERSION', { current: relation })
  await assertEditable(ctx, contactId)
  return relation
}

/** Throws unless the contacts are outside the bin, and locks them so that nobody moves them there meanwhile. */
async function assertEditable(ctx: Ctx, contactId: string, otherId?: string): Promise<void> {
  const { rows } = await sql<{ id: string; binned: boolean }>`
    select id, deleted_at is not null as binned from contact
     where id in (${contactId}, ${otherId ?? contactId}) order by id for key share`.execute(ctx.db)
  const contact = rows.find(({ id }) => id === contactId) ?? (await contactMissing(ctx, contactId))
  if (otherId && rows.length < 2) await namedContactMissing(ctx, otherId, 'contactRef')
  if (contact.binned || rows.some(({ binned }) => binned)) fail('IN_BIN')
}
