import type {
  Address,
  addressApi,
  EmailAddress,
  emailAddressApi,
  NewAddress,
  NewEmailAddress,
  NewPhoneNumber,
  PhoneNumber,
  phoneNumberApi,
} from '@glut/contract/contacts'
import type { BodyOf } from '@glut/contract/endpoint'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Ctx } from '../http/context.ts'
import { fail } from '../http/problem.ts'
import { type PartTable, partFrom, partJson, sharedColumn } from './contacts.queries.ts'
import { readPhone } from './phone.ts'

interface Parts {
  address: Address
  email_address: EmailAddress
  phone_number: PhoneNumber
}

// --- what the three kinds have in common ---------------------------------------------------------------------------

/** Errors: NOT_FOUND. */
export async function getPart<T extends PartTable>(
  ctx: Ctx,
  table: T,
  contactId: string,
  id: string,
): Promise<Parts[T]> {
  const { rows } = await sql<{ json: Parts[T] }>`
    select ${partJson[table]} as json from ${partFrom(table)}
     where own.contact_id = ${contactId} and own.id = ${id}`.execute(ctx.db)
  return rows[0]?.json ?? fail('NOT_FOUND')
}

/** Removes the contact's own row, or its share of another contact's. Errors: NOT_FOUND, IN_BIN, IN_USE while others share it. */
export async function removePart(ctx: Ctx, table: PartTable, contactId: string, id: string): Promise<undefined> {
  await assertEditable(ctx, contactId)
  const shares = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)} where ${sql.ref(sharedColumn[table])} = ${id}`.execute(
    ctx.db,
  )
  const count = shares.rows[0]?.count ?? 0
  if (count > 0) fail('IN_USE', { usedBy: [{ what: 'contacts', count }] })
  const { rows } = await sql`
    delete from ${sql.table(table)} where contact_id = ${contactId} and id = ${id} returning id`.execute(ctx.db)
  if (rows.length === 0) fail('NOT_FOUND')
}

async function insertPart<T extends PartTable>(
  ctx: Ctx,
  table: T,
  contactId: string,
  columns: Record<string, unknown>,
) {
  const all = { contact_id: contactId, ...columns }
  const { rows } = await sql<{ id: string }>`
    insert into ${sql.table(table)} (${sql.join(Object.keys(all).map((name) => sql.ref(name)))})
    values (${sql.join(Object.values(all))}) returning id`.execute(ctx.db)
  return getPart(ctx, table, contactId, rows[0]?.id ?? '')
}

/** Writes over the version that the person saw. Errors: NOT_FOUND, STALE_VERSION, SHARED_ELSEWHERE. */
async function updatePart<T extends PartTable>(
  ctx: Ctx,
  table: T,
  { contactId, id, version }: { contactId: string; id: string; version: number },
  columns: Record<string, unknown>,
  whatSharersMayChange: readonly string[] = [],
): Promise<Parts[T]> {
  const before = await getPart(ctx, table, contactId, id)
  const ownsNothing = before.sharedByContactPersonRef !== null
  const allowed = ownsNothing
    ? Object.fromEntries(Object.entries(columns).filter(([name]) => whatSharersMayChange.includes(name)))
    : columns
  if (ownsNothing && Object.keys(allowed).length === 0) fail('SHARED_ELSEWHERE')
  const sets = Object.entries(allowed).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  const { rows } = await sql`
    update ${sql.table(table)} set ${sql.join([...sets, sql`version = version + 1`])}
     where contact_id = ${contactId} and id = ${id} and version = ${version} returning id`.execute(ctx.db)
  const now = await getPart(ctx, table, contactId, id)
  if (rows.length === 0) fail('STALE_VERSION', { current: now })
  return now
}

/** Locks the contact, so that nobody moves it to the bin meanwhile. Errors: NOT_FOUND, IN_BIN. */
async function assertEditable(ctx: Ctx, contactId: string): Promise<void> {
  const contact = await ctx.db
    .selectFrom('contact')
    .select('deleted_at')
    .where('id', '=', contactId)
    .forKeyShare()
    .executeTakeFirst()
  if (!contact) fail('NOT_FOUND')
  if (contact.deleted_at) fail('IN_BIN')
}

/** The row of another contact that is to be shared. Errors: VALIDATION when that contact has none like it. */
async function rowToShare(
  ctx: Ctx,
  table: PartTable,
  owner: string,
  contactId: string,
  same: RawBuilder<unknown>,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select p.id from ${sql.table(table)} p join contact c on c.id = p.contact_id and c.deleted_at is null
     where p.contact_id = ${owner} and p.contact_id <> ${contactId} and p.${sql.ref(sharedColumn[table])} is null and ${same}
     order by p.id limit 1`.execute(ctx.db)
  return rows[0]?.id ?? fail('VALIDATION', { fields: [{ path: 'sharedByContactPersonRef', invalid: 'unknownRef' }] })
}

/** For a contact that comes back from the bin. Errors: EMAIL_EXIST and PHONENUMBER_EXIST with the owner. */
export async function assertPartsAreFree(ctx: Ctx, contactId: string): Promise<void> {
  const emails = await ctx.db
    .selectFrom('email_address')
    .select('address')
    .where('contact_id', '=', contactId)
    .where('shared_email_id', 'is', null)
    .execute()
  for (const { address } of emails) await assertEmailIsFree(ctx, address, '')
  const phones = await ctx.db
    .selectFrom('phone_number')
    .select('number')
    .where('contact_id', '=', contactId)
    .where('shared_phone_id', 'is', null)
    .execute()
  for (const { number } of phones) await assertNumberIsFree(ctx, number, '')
}

// --- addresses -----------------------------------------------------------------------------------------------------

type AddressInput = z.output<typeof NewAddress>

/** Errors: NOT_FOUND, IN_BIN, VALIDATION for a share of an address that is not shareable. */
export async function addAddress(ctx: Ctx, contactId: string, address: AddressInput): Promise<Address> {
  await assertEditable(ctx, contactId)
  const owner = address.sharedByContactPersonRef
  if (!owner) return insertPart(ctx, 'address', contactId, addressColumns(address))
  const { street, zipCode, city } = address
  const whichever = street === '' && zipCode === '' && city === ''
  const same = whichever
    ? sql`p.shareable`
    : sql`p.shareable and fold(p.street) = fold(${street}) and p.zip_code = ${zipCode} and fold(p.city) = fold(${city})`
  const id = await rowToShare(ctx, 'address', owner, contactId, same)
  return insertPart(ctx, 'address', contactId, { address_type: address.addressType, shared_address_id: id })
}

/** Errors: NOT_FOUND, IN_BIN, STALE_VERSION, SHARED_ELSEWHERE. */
export async function updateAddress(
  ctx: Ctx,
  contactId: string,
  id: string,
  change: BodyOf<typeof addressApi.update>,
): Promise<Address> {
  await assertEditable(ctx, contactId)
  return updatePart(ctx, 'address', { contactId, id, version: change.version }, addressColumns(change))
}

const addressColumns = (address: AddressInput) => ({
  address_type: address.addressType,
  alternative_gp: address.alternativeGP,
  additional_address: address.additionalAddress,
  street: address.street,
  zip_code: address.zipCode,
  city: address.city,
  state: address.state,
  country: address.country,
  shareable: address.shareable,
})

// --- e-mail addresses ----------------------------------------------------------------------------------------------

type EmailInput = z.output<typeof NewEmailAddress>

/** Errors: NOT_FOUND, IN_BIN, EMAIL_EXIST with the owner. */
export async function addEmailAddress(
  ctx: Ctx,
  contactId: string,
  email: EmailInput,
  path = '',
): Promise<EmailAddress> {
  await assertEditable(ctx, contactId)
  if (email.favorite) await unsetFavorite(ctx, contactId)
  const owner = email.sharedByContactPersonRef
  if (owner) {
    const id = await rowToShare(ctx, 'email_address', owner, contactId, sql`lower(p.address) = lower(${email.address})`)
    return insertPart(ctx, 'email_address', contactId, { shared_email_id: id, favorite: email.favorite })
  }
  await assertEmailIsFree(ctx, email.address, path)
  return insertPart(ctx, 'email_address', contactId, { address: email.address, favorite: email.favorite })
}

/** Errors: NOT_FOUND, IN_BIN, STALE_VERSION, SHARED_ELSEWHERE, EMAIL_EXIST with the owner. */
export async function updateEmailAddress(
  ctx: Ctx,
  contactId: string,
  id: string,
  change: BodyOf<typeof emailAddressApi.update>,
): Promise<EmailAddress> {
  await assertEditable(ctx, contactId)
  const before = await getPart(ctx, 'email_address', contactId, id)
  if (before.sharedByContactPersonRef && before.address !== change.address) fail('SHARED_ELSEWHERE')
  if (change.favorite) await unsetFavorite(ctx, contactId, id)
  await assertEmailIsFree(ctx, change.address, '', id)
  const columns = { address: change.address, favorite: change.favorite }
  return updatePart(ctx, 'email_address', { contactId, id, version: change.version }, columns, ['favorite'])
}

async function unsetFavorite(ctx: Ctx, contactId: string, except?: string): Promise<void> {
  await ctx.db
    .updateTable('email_address')
    .set({ favorite: false, version: sql`version + 1` })
    .where('contact_id', '=', contactId)
    .where('favorite', '=', true)
    .where(sql<boolean>`id is distinct from ${except ?? null}::uuid`)
    .execute()
}

/** The unique index decides; this names the owner, so that the person can open or share. */
async function assertEmailIsFree(ctx: Ctx, address: string, path: string, except?: string): Promise<void> {
  const { rows } = await sql<{ id: string; fullName: string }>`
    select c.id, c.full_name as "fullName" from email_address e join contact c on c.id = e.contact_id
     where lower(e.address) = lower(${address}) and e.shared_email_id is null and not e.binned
       and e.id is distinct from ${except ?? null}::uuid and e.id is distinct from (
         select shared_email_id from email_address where id = ${except ?? null}::uuid)`.execute(ctx.db)
  if (rows[0]) fail('EMAIL_EXIST', { owner: rows[0], fields: [{ path: `${path}address`, invalid: 'other' }] })
}

// --- phone numbers -------------------------------------------------------------------------------------------------

type PhoneInput = z.output<typeof NewPhoneNumber>

/** Errors: NOT_FOUND, IN_BIN, VALIDATION, PHONENUMBER_EXIST with the owner. */
export async function addPhoneNumber(ctx: Ctx, contactId: string, phone: PhoneInput, path = ''): Promise<PhoneNumber> {
  await assertEditable(ctx, contactId)
  const columns = phoneColumns(phone, path)
  const owner = phone.sharedByContactPersonRef
  if (owner) {
    const id = await rowToShare(ctx, 'phone_number', owner, contactId, sql`p.number = ${columns.number}`)
    return insertPart(ctx, 'phone_number', contactId, { type: phone.type, shared_phone_id: id })
  }
  await assertNumberIsFree(ctx, columns.number, path)
  return insertPart(ctx, 'phone_number', contactId, columns)
}

/** Errors: NOT_FOUND, IN_BIN, VALIDATION, STALE_VERSION, SHARED_ELSEWHERE, PHONENUMBER_EXIST with the owner. */
export async function updatePhoneNumber(
  ctx: Ctx,
  contactId: string,
  id: string,
  change: BodyOf<typeof phoneNumberApi.update>,
): Promise<PhoneNumber> {
  await assertEditable(ctx, contactId)
  const columns = phoneColumns(change, '')
  await assertNumberIsFree(ctx, columns.number, '', id)
  return updatePart(ctx, 'phone_number', { contactId, id, version: change.version }, columns)
}

function phoneColumns(phone: PhoneInput, path: string) {
  const read = readPhone(phone.number)
  if (!read) fail('VALIDATION', { fields: [{ path: `${path}number`, invalid: 'phone' }] })
  return { type: phone.type, ...read }
}

async function assertNumberIsFree(ctx: Ctx, number: string, path: string, except?: string): Promise<void> {
  const { rows } = await sql<{ id: string; fullName: string }>`
    select c.id, c.full_name as "fullName" from phone_number n join contact c on c.id = n.contact_id
     where n.number = ${number} and n.shared_phone_id is null and not n.binned
       and n.id is distinct from ${except ?? null}::uuid and n.id is distinct from (
         select shared_phone_id from phone_number where id = ${except ?? null}::uuid)`.execute(ctx.db)
  if (rows[0]) fail('PHONENUMBER_EXIST', { owner: rows[0], fields: [{ path: `${path}number`, invalid: 'other' }] })
}
