import { type Kysely, sql } from 'kysely'
import type { ErasurePreview } from '#contract/contacts/records'
import { allReferences } from '../../db/references.ts'
import type { DB } from '../../db/schema.ts'
import { actorId, type Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'
import { assertContact, assertNoAppointments, contactMissing } from '../contacts.ts'
import { cleanAnswers, cleanHistory, cleanImports, cleanMerges } from './clean-traces.ts'
import { countShared, handOverShared } from './hand-over.ts'
import { keeps as registered } from './keeps.ts'
import { hashOf, type KeyKind, keysOf, kindOf, type Traits } from './person-keys.ts'
import { derived, recordFiles, recordTables } from './record-tables.ts'
import { ownRoots, planRemoval, removeRows } from './remove-rows.ts'

// Other slices recognise a person by these exports.
export { keysOf, type Traits } from './person-keys.ts'

type Db = Kysely<DB>

/** Returns what an erasure would delete and keep. Errors: NOT_FOUND, MERGED_MEANWHILE. */
export async function previewErasure(ctx: Ctx, id: string, keeps = registered): Promise<ErasurePreview> {
  const { full_name: fullName } = await getRow(ctx, id)
  await assertContact(ctx, id)
  const pointingTo = await allReferences(ctx.db)
  const steps = await planRemoval(ctx.db, pointingTo, id, keeps)
  const tables = recordTables(pointingTo, id)
  const goes = new Map<string, number>([['contact', 1]])
  const stays: ErasurePreview['stays'] = []
  for (const { table, count, because, how } of steps) {
    // Rows that only mention the contact stay without it and are not counted.
    if (derived.includes(table) || how === 'empty') continue
    if (because) stays.push({ what: table, count, because })
    else goes.set(table, (goes.get(table) ?? 0) + count)
  }
  const roots = await ownRoots(ctx.db, steps)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from history where root_id = any (with_merged(${id}) || ${roots}::uuid[])`.execute(
    ctx.db,
  )
  goes.set('history', rows[0]?.count ?? 0)
  const files = await recordFiles(ctx.db, pointingTo, tables)
  return {
    fullName,
    goes: [...goes].map(([what, count]) => ({ what, count })).filter(({ count }) => count > 0),
    stays,
    handedOver: await countShared(ctx.db, id),
    files: files.length,
  }
}

/**
 * Erases a contact with all its data; rows that must be kept then point to a contact without a name. Errors: NOT_FOUND,
 * MERGED_MEANWHILE, HAS_APPOINTMENTS, VALIDATION for a name other than the contact's.
 */
export async function eraseContact(ctx: Ctx, id: string, name: string, keeps = registered): Promise<undefined> {
  const contact = await getRow(ctx, id, 'lock')
  if (name.trim() !== contact.full_name.trim()) fail('VALIDATION', { fields: [{ path: 'name', invalid: 'otherName' }] })
  await assertNoAppointments(ctx, id)
  const { db } = ctx
  const traits = await traitsOf(db, id)
  const { rows: all } = await sql<{ ids: string[] }>`select with_merged(${id}) as ids`.execute(db)
  const ids = all[0]?.ids ?? [id]
  await rememberKeys(ctx, id, keysOf(traits))
  await handOverShared(db, id)
  const steps = await planRemoval(db, await allReferences(db), id, keeps)
  const roots = await ownRoots(db, steps)
  const isWhole = await removeRows(db, steps)
  if (isWhole) await db.deleteFrom('contact').where('id', '=', id).execute()
  else await takeNameAway(db, id)
  await cleanMerges(db, ids)
  await cleanImports(db, ids, traits)
  await cleanAnswers(db)
  // Comes last, because the deletions above write the deleted content to the history.
  await cleanHistory(db, [...ids, ...roots], contact.full_name)
}

/** Returns which of these keys belong to an erased contact. */
export async function erasedAmong(ctx: Ctx, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  // Avoids hashing every key of an import when nobody was ever erased.
  const anybody = await ctx.db.selectFrom('erased_contact_key').select('hash').limit(1).executeTakeFirst()
  if (!anybody) return new Set()
  const byHash = new Map(keys.map((key) => [hashOf(ctx.services.vault, key).toString('hex'), key]))
  const { rows } = await sql<{ hash: string }>`
    select encode(hash, 'hex') as hash from erased_contact_key
     where hash in (select decode(one, 'hex') from unnest(${[...byHash.keys()]}::text[]) as one)`.execute(ctx.db)
  return new Set(rows.map(({ hash }) => byHash.get(hash) ?? ''))
}

/** Returns the kinds of traits by which an erased person was recognised. */
export const kindsOf = (keys: Iterable<string>): KeyKind[] => [...new Set([...keys].map(kindOf))]

/** Returns the name of a contact that is not erased, optionally locked. Errors: NOT_FOUND, MERGED_MEANWHILE. */
async function getRow(ctx: Ctx, id: string, lock?: 'lock'): Promise<{ full_name: string }> {
  const row = await ctx.db
    .selectFrom('contact')
    .select('full_name')
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .$if(lock === 'lock', (query) => query.forUpdate())
    .executeTakeFirst()
  return row ?? contactMissing(ctx, id)
}

async function traitsOf(db: Db, id: string): Promise<Traits> {
  const { rows } = await sql<Traits>`
    select c.given_name as "givenName", c.surname, c.company_name as "companyName",
           array(select address from email_address where contact_id = c.id and address <> '') as emails,
           array(select number from phone_number where contact_id = c.id and number <> '') as phones,
           coalesce((select json_agg(json_build_object('street', content.street, 'zipCode', content.zip_code))
                       from address own join address content on content.id = coalesce(own.shared_address_id, own.id)
                      where own.contact_id = c.id), '[]') as places
      from contact c where c.id = ${id}`.execute(db)
  return rows[0] ?? fail('NOT_FOUND')
}

async function rememberKeys(ctx: Ctx, contactId: string, keys: readonly string[]): Promise<void> {
  const { id } = await ctx.db
    .insertInto('contact_erasure')
    .values({ contact_id: contactId, erased_by: actorId(ctx) })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const key of new Set(keys)) {
    await ctx.db
      .insertInto('erased_contact_key')
      .values({ hash: hashOf(ctx.services.vault, key), erasure_id: id })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

/** Empties a contact that rows must keep pointing to; it is found by no search. */
async function takeNameAway(db: Db, id: string): Promise<void> {
  const { rows } = await sql<{ name: string; fallback: string }>`
    select a.attname as name, coalesce(pg_get_expr(d.adbin, d.adrelid), 'null') as fallback
      from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
     where a.attrelid = 'contact'::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       and a.attname not in ('id', 'version', 'legal_type', 'created_at', 'updated_at', 'deleted_at', 'erased_at')`.execute(
    db,
  )
  const empty = rows.map(({ name, fallback }) => sql`${sql.ref(name)} = ${sql.raw(fallback)}`)
  await sql`
    update contact set ${sql.join(empty)}, version = version + 1, updated_at = now(), erased_at = now(),
           deleted_at = coalesce(deleted_at, now()) where id = ${id}`.execute(db)
  // E-mail addresses and numbers that an order keeps are free for others, as in the bin: the person may return.
  await db.updateTable('email_address').set({ binned: true }).where('contact_id', '=', id).execute()
  await db.updateTable('phone_number').set({ binned: true }).where('contact_id', '=', id).execute()
  await sql`delete from contact_search where contact_id = ${id}`.execute(db)
}
