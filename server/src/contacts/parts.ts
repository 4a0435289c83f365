import { type RawBuilder, sql } from 'kysely'
import type { Address, EmailAddress, PhoneNumber } from '#contract/contacts/parts'
import { preparedStatement, sentAhead } from '../db/db.ts'
import { uuidV7 } from '../db/uuid-v7.ts'
import type { Ctx } from '../http/context.ts'
import { fail } from '../http/problem.ts'
import { type PartTable, partJson, sharedColumn } from './contacts.queries.ts'
import { contactMissing, namedContactMissing } from './whereabouts.ts'

// Shared code for the parts of a contact: addresses, e-mail addresses and phone numbers.

interface Parts {
  address: Address
  email_address: EmailAddress
  phone_number: PhoneNumber
}

/** Errors: NOT_FOUND. */
export async function getPart<T extends PartTable>(
  ctx: Ctx,
  table: T,
  contactId: string,
  id: string,
): Promise<Parts[T]> {
  const { rows } = await sql<{ json: Parts[T] }>`
    ${preparedStatement} select ${partJson(table)} as json from ${sql.table(table)} own
     where own.contact_id = ${contactId} and own.id = ${id}`.execute(ctx.db)
  return rows[0]?.json ?? fail('NOT_FOUND')
}

/** Deletes the contact's own row or share. Errors: NOT_FOUND, IN_BIN, IN_USE while others share it. */
export async function removePart(ctx: Ctx, table: PartTable, contactId: string, id: string): Promise<undefined> {
  await assertEditable(ctx, contactId)
  await getPart(ctx, table, contactId, id)
  await assertUnshared(ctx, table, id)
  const { rows } = await sql`
    delete from ${sql.table(table)} where contact_id = ${contactId} and id = ${id} returning id`.execute(ctx.db)
  if (rows.length === 0) fail('NOT_FOUND')
}

/** Throws if others share the row, and locks it so that nobody begins to. Errors: IN_USE. */
async function assertUnshared(ctx: Ctx, table: PartTable, id: string): Promise<void> {
  await sql`select from ${sql.table(table)} where id = ${id} for update`.execute(ctx.db)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)} where ${sql.ref(sharedColumn[table])} = ${id}`.execute(
    ctx.db,
  )
  const count = rows[0]?.count ?? 0
  if (count > 0) fail('IN_USE', { usedBy: [{ what: 'contacts', count }] })
}

export async function insertPart<T extends PartTable>(
  ctx: Ctx,
  table: T,
  contactId: string,
  columns: Readonly<Record<string, unknown>>,
): Promise<Parts[T]> {
  const row = partRow(contactId, columns)
  await sql`${sentAhead} ${preparedStatement} ${insertOf(table, row)}`.execute(ctx.db)
  return getPart(ctx, table, contactId, row.id)
}

/** Ids are made in this process, so that rows sort in the order they were added, even within a millisecond. */
const partRow = (contactId: string, columns: Readonly<Record<string, unknown>>) => ({
  id: uuidV7(),
  contact_id: contactId,
  ...columns,
})

/** Returns the statement that inserts a row. */
const insertOf = (table: string, row: Readonly<Record<string, unknown>>): RawBuilder<unknown> => sql`
  insert into ${sql.table(table)} (${columnList(Object.keys(row))}) values (${sql.join(Object.values(row))})`

/** Cache of the few column lists that occur. */
const columnLists = new Map<string, RawBuilder<unknown>>()
function columnList(names: readonly string[]): RawBuilder<unknown> {
  const key = names.join()
  const list = columnLists.get(key) ?? sql.join(names.map((name) => sql.ref(name)))
  columnLists.set(key, list)
  return list
}

/** Updates a part; a share only in `whatSharersMayChange`. Errors: NOT_FOUND, STALE_VERSION, SHARED_ELSEWHERE. */
export async function updatePart<T extends PartTable>(
  ctx: Ctx,
  table: T,
  row: Row,
  columns: Record<string, unknown>,
  whatSharersMayChange: readonly string[] = [],
): Promise<Parts[T]> {
  const before = await getPart(ctx, table, row.contactId, row.id)
  if (before.sharedByContactPersonRef === null) return writePart(ctx, table, row, columns)
  const allowed = Object.entries(columns).filter(([name]) => whatSharersMayChange.includes(name))
  if (allowed.length === 0) fail('SHARED_ELSEWHERE')
  return writePart(ctx, table, row, Object.fromEntries(allowed))
}

/** The row to change, and the version that the user saw. */
interface Row {
  contactId: string
  id: string
  version: number
}

/** Updates the row if it still has the version that the user saw. Errors: NOT_FOUND, STALE_VERSION. */
export async function writePart<T extends PartTable>(
  ctx: Ctx,
  table: T,
  { contactId, id, version }: Row,
  columns: Record<string, unknown>,
): Promise<Parts[T]> {
  const sets = Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  const { rows } = await sql`
    update ${sql.table(table)} set ${sql.join([...sets, sql`version = version + 1`])}
     where contact_id = ${contactId} and id = ${id} and version = ${version} returning id`.execute(ctx.db)
  const now = await getPart(ctx, table, contactId, id)
  if (rows.length === 0) fail('STALE_VERSION', { current: now })
  return now
}

/** Returns the contact whose row replaces this one; null when the change keeps the owner. Errors: NOT_FOUND, IN_USE. */
export async function ownerToBe(
  ctx: Ctx,
  table: PartTable,
  { contactId, id }: Row,
  change: { sharedByContactPersonRef?: string | null },
): Promise<string | null> {
  const owner = change.sharedByContactPersonRef ?? null
  const before = await getPart(ctx, table, contactId, id)
  if (owner === null || owner === before.sharedByContactPersonRef) return null
  await assertUnshared(ctx, table, id)
  return owner
}

/**
 * Throws unless the contact is outside the bin; locks it against deletion and merging. Errors: NOT_FOUND,
 * MERGED_MEANWHILE, IN_BIN.
 */
export async function assertEditable(ctx: Ctx, contactId: string): Promise<void> {
  const contact = await ctx.db
    .selectFrom('contact')
    .select('deleted_at')
    .where('id', '=', contactId)
    .forKeyShare()
    .modifyEnd(preparedStatement)
    .executeTakeFirst()
  if (!contact) return contactMissing(ctx, contactId)
  if (contact.deleted_at) fail('IN_BIN')
}

/** Locks a contact, so that transactions that compute something from its rows run one after the other. */
export async function lockContact({ db }: Pick<Ctx, 'db'>, contactId: string): Promise<void> {
  const locked = sql`select from contact where id = ${contactId} for no key update`
  await sql`${sentAhead} ${preparedStatement} ${locked}`.execute(db)
}

/** Returns the id of another contact's row to share. Errors: VALIDATION when that contact has no such row. */
export async function rowToShare(
  ctx: Ctx,
  table: PartTable,
  owner: string,
  contactId: string,
  same: RawBuilder<unknown>,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select p.id from ${sql.table(table)} p join contact c on c.id = p.contact_id and c.deleted_at is null
     where p.contact_id = ${owner} and p.contact_id <> ${contactId} and p.${sql.ref(sharedColumn[table])} is null and ${same}
     order by p.id limit 1 for share of p`.execute(ctx.db)
  return rows[0]?.id ?? namedContactMissing(ctx, owner, 'sharedByContactPersonRef')
}
