import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { AnswerOf, BodyOf } from '#contract/endpoint'
import type { classificationApi } from '#contract/lists/document-classifications'
import { assign, assignedJson, seenBy } from '../../db/assigned.ts'
import { replaceUses, usesOf } from '../../db/references.ts'
import type { DB } from '../../db/schema.ts'
import { JsonText } from '../../http/answers.ts'
import type { Actor, Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'

type Classification = AnswerOf<typeof classificationApi.add>

/** Returns the condition that the actor may see the documents of a classification; every access uses it. */
export const seesClassification = (id: RawBuilder<unknown>, actor: Actor): RawBuilder<boolean> =>
  seenBy('document_classification', id, actor)

/** Returns the condition that the actor may see a document with this classification, or without one. */
export const seesDocument = (classification: RawBuilder<unknown>, actor: Actor): RawBuilder<boolean> => sql`
  (${classification} is null or ${classification} in (
    select s.id from document_classification s where ${seesClassification(sql`s.id`, actor)}))`

/** Returns the classifications that the caller may see; only administrators are told who else may see them. */
export async function listClassifications(ctx: Ctx): Promise<JsonText<Classification[]>> {
  const { rows } = await classificationsQuery(ctx.actor).execute(ctx.db)
  return new JsonText(rows[0]?.json ?? '[]')
}

const classificationsQuery = (actor: Actor) => sql<{ json: string }>`
  select coalesce(json_agg(row), '[]')::text as json
    from (select ${actor.permissions.has('GENERAL_ADMIN_FUNCTIONS') ? classificationJson : titleJson} as row
            from document_classification c where ${seesClassification(sql`c.id`, actor)} order by fold(c.title), c.id) as ordered`

/** Errors: TITLE_EXIST, VALIDATION for a user or role that does not exist. */
export async function addClassification(
  ctx: Ctx,
  classification: BodyOf<typeof classificationApi.add>,
): Promise<Classification> {
  const { id } = await ctx.db
    .insertInto('document_classification')
    .values({ title: classification.title })
    .returning('id')
    .executeTakeFirstOrThrow()
  await assign(ctx.db, 'document_classification', id, classification)
  return getClassification(ctx.db, id)
}

/** Errors: NOT_FOUND, STALE_VERSION, TITLE_EXIST, VALIDATION for a user or role that does not exist. */
export async function updateClassification(
  ctx: Ctx,
  id: string,
  change: BodyOf<typeof classificationApi.update>,
): Promise<Classification> {
  await assertSeen(ctx, id)
  const written = await ctx.db
    .updateTable('document_classification')
    .set({ title: change.title, version: change.version + 1 })
    .where('id', '=', id)
    .where('version', '=', change.version)
    .executeTakeFirst()
  if (written.numUpdatedRows === 0n) fail('STALE_VERSION', { current: await getClassification(ctx.db, id) })
  await assign(ctx.db, 'document_classification', id, change)
  return getClassification(ctx.db, id)
}

/** Errors: NOT_FOUND, IN_USE while a document has it. */
export async function removeClassification(ctx: Ctx, id: string): Promise<undefined> {
  await assertSeen(ctx, id)
  const usedBy = await usesOf(ctx.db, 'document_classification', [id])
  if (usedBy.length > 0) fail('IN_USE', { usedBy })
  const gone = await ctx.db
    .deleteFrom('document_classification')
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  if (!gone) fail('NOT_FOUND')
}

/** Replaces a classification everywhere by another one. Errors: NOT_FOUND, VALIDATION for the classification itself. */
export async function replaceClassification(ctx: Ctx, id: string, otherId: string): Promise<{ replaced: number }> {
  if (id === otherId) fail('VALIDATION', { fields: [{ path: 'otherId', invalid: 'sameEntry' }] })
  await assertSeen(ctx, id)
  await assertSeen(ctx, otherId)
  return { replaced: await replaceUses(ctx.db, 'document_classification', id, otherId) }
}

/** Throws unless the caller may see the classification. Errors: NOT_FOUND. */
async function assertSeen({ db, actor }: Ctx, id: string): Promise<void> {
  const { rows } = await sql`
    select from document_classification c where c.id = ${id} and ${seesClassification(sql`c.id`, actor)}`.execute(db)
  if (rows.length === 0) fail('NOT_FOUND')
}

async function getClassification(db: Kysely<DB>, id: string): Promise<Classification> {
  const { rows } = await sql<{ row: Classification }>`
    select ${classificationJson} as row from document_classification c where c.id = ${id}`.execute(db)
  return rows[0]?.row ?? fail('NOT_FOUND')
}

const titleJson = sql`json_build_object(
  'id', c.id, 'version', c.version, 'title', c.title, 'assignedUsers', '{}'::text[], 'assignedRoles', '{}'::text[])`
const classificationJson = sql`json_build_object(
  'id', c.id, 'version', c.version, 'title', c.title, ${assignedJson('document_classification', sql`c.id`)})`
