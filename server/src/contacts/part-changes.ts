import { sql } from 'kysely'
import type { z } from 'zod'
import {
  type Address,
  type addressApi,
  type EmailAddress,
  type emailAddressApi,
  NewAddress,
  type NewEmailAddress,
  type NewPhoneNumber,
  type PhoneNumber,
  type phoneNumberApi,
} from '#contract/contacts/parts'
import type { BodyOf } from '#contract/endpoint'
import { preparedStatement } from '../db/db.ts'
import { valuesOf } from '../db/rows.ts'
import type { Ctx } from '../http/context.ts'
import { fail } from '../http/problem.ts'
import { addressColumns } from './contact-fields.ts'
import type { PartTable } from './contacts.queries.ts'
import {
  assertEditable,
  getPart,
  insertPart,
  lockContact,
  ownerToBe,
  rowToShare,
  updatePart,
  writePart,
} from './parts.ts'
import { readPhone } from './phone.ts'
import { isSameAddress, keptSpelling, spellingsOf } from './spellings/spellings.ts'
import { seesContacts } from './whereabouts.ts'

/**
 * Throws if another contact has one of the contact's addresses or numbers; for a contact that comes back from the bin.
 * Errors: EMAIL_EXIST and PHONENUMBER_EXIST with the owner.
 */
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

type NewRow = Readonly<Record<string, unknown>>

interface NewParts {
  readonly addresses: readonly AddressInput[]
  readonly emailAddresses: readonly EmailInput[]
  readonly phoneNumbers: readonly PhoneInput[]
}

/**
 * Returns the rows of all parts of a new contact, to be inserted in one statement. Errors: EMAIL_EXIST and
 * PHONENUMBER_EXIST with the owner, VALIDATION.
 */
export async function newParts(ctx: Ctx, contactId: string, parts: NewParts): Promise<[PartTable, NewRow][]> {
  const rows: [PartTable, NewRow][] = []
  for (const address of parts.addresses) rows.push(['address', await newAddress(ctx, contactId, address)])
  const lastFavorite = parts.emailAddresses.findLastIndex(({ favorite }) => favorite)
  for (const [at, email] of parts.emailAddresses.entries()) {
    const only = { ...email, favorite: at === lastFavorite }
    assertIsOnce(
      parts.emailAddresses,
      at,
      ({ address }) => keptSpelling(address).toLowerCase(),
      'EMAIL_EXIST',
      'emailAddresses',
      'address',
    )
    rows.push(['email_address', await newEmail(ctx, contactId, only, `emailAddresses.${at}.`)])
  }
  const numberOf = ({ number }: PhoneInput) => readPhone(number)?.number ?? number
  for (const [at, phone] of parts.phoneNumbers.entries()) {
    assertIsOnce(parts.phoneNumbers, at, numberOf, 'PHONENUMBER_EXIST', 'phoneNumbers', 'number')
    rows.push(['phone_number', await newPhone(ctx, contactId, phone, `phoneNumbers.${at}.`)])
  }
  return rows
}

/** Throws if the list contains an equal part before this one. */
function assertIsOnce<Part>(
  parts: readonly Part[],
  at: number,
  keyOf: (part: Part) => string,
  code: 'EMAIL_EXIST' | 'PHONENUMBER_EXIST',
  list: string,
  field: string,
): void {
  const part = parts[at]
  const key = part && keyOf(part)
  // The key is empty for a share, which may leave its content to the row it shares.
  const isRepeated = Boolean(key) && parts.slice(0, at).some((above) => keyOf(above) === key)
  if (isRepeated) fail(code, { fields: [{ path: `${list}.${at}.${field}` }] })
}

// --- addresses -----------------------------------------------------------------------------------------------------

type AddressInput = z.output<typeof NewAddress>

/** Errors: NOT_FOUND, IN_BIN, VALIDATION for a share of an address that is not shareable. */
export async function addAddress(ctx: Ctx, contactId: string, address: AddressInput): Promise<Address> {
  await assertEditable(ctx, contactId)
  return insertPart(ctx, 'address', contactId, await newAddress(ctx, contactId, address))
}

async function newAddress(ctx: Ctx, contactId: string, address: AddressInput): Promise<NewRow> {
  const owner = address.sharedByContactPersonRef
  return owner ? sharedAddressColumns(ctx, owner, contactId, address) : valuesOf(addressColumns, address)
}

/** Naming another owner makes it a share. Errors: NOT_FOUND, IN_BIN, STALE_VERSION, SHARED_ELSEWHERE, IN_USE. */
export async function updateAddress(
  ctx: Ctx,
  contactId: string,
  id: string,
  change: BodyOf<typeof addressApi.update>,
): Promise<Address> {
  await assertEditable(ctx, contactId)
  const row = { contactId, id, version: change.version }
  const owner = await ownerToBe(ctx, 'address', row, change)
  if (!owner) return updatePart(ctx, 'address', row, valuesOf(addressColumns, change))
  return writePart(ctx, 'address', row, await sharedAddressColumns(ctx, owner, contactId, change))
}

async function sharedAddressColumns(ctx: Ctx, owner: string, contactId: string, address: AddressInput) {
  const { street, zipCode, city } = address
  const whichever = street === '' && zipCode === '' && city === ''
  const same = whichever
    ? sql`p.shareable`
    : sql`p.shareable and fold(p.street) = fold(${street}) and p.zip_code = ${zipCode} and fold(p.city) = fold(${city})`
  const id = await rowToShare(ctx, 'address', owner, contactId, same)
  return { ...valuesOf(addressColumns, { ...noContent, addressType: address.addressType }), shared_address_id: id }
}

const noContent = NewAddress.parse({ addressType: 'HOME' })

// --- e-mail addresses ----------------------------------------------------------------------------------------------

type EmailInput = z.output<typeof NewEmailAddress>

/** Errors: NOT_FOUND, IN_BIN, EMAIL_EXIST with the owner. */
export async function addEmailAddress(ctx: Ctx, contactId: string, email: EmailInput): Promise<EmailAddress> {
  await assertEditable(ctx, contactId)
  if (email.favorite) await unsetFavorite(ctx, contactId)
  return insertPart(ctx, 'email_address', contactId, await newEmail(ctx, contactId, email, ''))
}

async function newEmail(ctx: Ctx, contactId: string, email: EmailInput, path: string): Promise<NewRow> {
  const owner = email.sharedByContactPersonRef
  if (owner) return sharedEmailColumns(ctx, owner, contactId, email)
  await assertEmailIsFree(ctx, email.address, path)
  const { address, favorite, undeliverable = false } = email
  return { address: keptSpelling(address), favorite, undeliverable }
}

async function sharedEmailColumns(ctx: Ctx, owner: string, contactId: string, email: EmailInput) {
  const id = await rowToShare(
    ctx,
    'email_address',
    owner,
    contactId,
    sql`lower(p.address) = any(${spellingsOf(email.address)}::text[])`,
  )
  return { address: '', undeliverable: false, favorite: email.favorite, shared_email_id: id }
}

/**
 * Naming another owner makes it a share. Errors: NOT_FOUND, IN_BIN, STALE_VERSION, SHARED_ELSEWHERE, IN_USE,
 * EMAIL_EXIST with the owner.
 */
export async function updateEmailAddress(
  ctx: Ctx,
  contactId: string,
  id: string,
  change: BodyOf<typeof emailAddressApi.update>,
): Promise<EmailAddress> {
  await assertEditable(ctx, contactId)
  const row = { contactId, id, version: change.version }
  const owner = await ownerToBe(ctx, 'email_address', row, change)
  if (change.favorite) await unsetFavorite(ctx, contactId, id)
  if (owner) return writePart(ctx, 'email_address', row, await sharedEmailColumns(ctx, owner, contactId, change))
  const before = await getPart(ctx, 'email_address', contactId, id)
  const isSame = isSameAddress(before.address, change.address)
  if (before.sharedByContactPersonRef && !isSame) fail('SHARED_ELSEWHERE')
  const columns = { favorite: change.favorite, ...(await changedEmailColumns(ctx, before, change, isSame)) }
  return updatePart(ctx, 'email_address', row, columns, ['favorite'])
}

/**
 * Returns only the columns that change. An unchanged address keeps its saved spelling, even beside one in another
 * spelling. An unchanged mark is not written, so that a bounce that arrives meanwhile is kept: it does not raise the
 * version.
 */
async function changedEmailColumns(
  ctx: Ctx,
  before: EmailAddress,
  { address, undeliverable }: EmailInput,
  isSame: boolean,
): Promise<NewRow> {
  const isWrittenAlike = address === before.address
  if (!isWrittenAlike && !before.sharedByContactPersonRef) await assertEmailIsFree(ctx, address, '', before.id)
  const mark = undeliverable ?? (isSame ? undefined : false)
  return {
    ...(isWrittenAlike ? {} : { address: keptSpelling(address) }),
    ...(mark === undefined ? {} : { undeliverable: mark }),
  }
}

async function unsetFavorite(ctx: Ctx, contactId: string, except?: string): Promise<void> {
  await lockContact(ctx, contactId)
  await ctx.db
    .updateTable('email_address')
    .set({ favorite: false, version: sql`version + 1` })
    .where('contact_id', '=', contactId)
    .where('favorite', '=', true)
    .where(sql<boolean>`id is distinct from ${except ?? null}::uuid`)
    .execute()
}

/**
 * Throws if another contact has the address. The unique index decides in the end, except between spellings; this check
 * names the owner, so that the user can open or share that contact. Errors: EMAIL_EXIST.
 */
async function assertEmailIsFree(ctx: Ctx, address: string, path: string, except?: string): Promise<void> {
  // Three parameters instead of a list of unknown length, so that the plan can be reused.
  const [one = '', other, third = one] = spellingsOf(address)
  if (other === undefined && !ctx.asksFirst) return
  const { rows } = await sql<{ id: string; fullName: string }>`
    ${preparedStatement} select c.id, c.full_name as "fullName" from email_address e join contact c on c.id = e.contact_id
     where lower(e.address) in (${one}, ${other ?? one}, ${third}) and e.shared_email_id is null and not e.binned
       and e.id is distinct from ${except ?? null}::uuid and e.id is distinct from (
         select shared_email_id from email_address where id = ${except ?? null}::uuid)`.execute(ctx.db)
  if (rows[0]) fail('EMAIL_EXIST', { ...ownerFor(ctx, rows[0]), fields: [{ path: `${path}address` }] })
}

// --- phone numbers -------------------------------------------------------------------------------------------------

type PhoneInput = z.output<typeof NewPhoneNumber>

/** Errors: NOT_FOUND, IN_BIN, VALIDATION, PHONENUMBER_EXIST with the owner. */
export async function addPhoneNumber(ctx: Ctx, contactId: string, phone: PhoneInput): Promise<PhoneNumber> {
  await assertEditable(ctx, contactId)
  return insertPart(ctx, 'phone_number', contactId, await newPhone(ctx, contactId, phone, ''))
}

async function newPhone(ctx: Ctx, contactId: string, phone: PhoneInput, path: string): Promise<NewRow> {
  const columns = phoneColumns(phone, path)
  const owner = phone.sharedByContactPersonRef
  if (owner) return sharedPhoneColumns(ctx, owner, contactId, columns)
  await assertNumberIsFree(ctx, columns.number, path)
  return columns
}

/**
 * Naming another owner makes it a share. Errors: NOT_FOUND, IN_BIN, VALIDATION, STALE_VERSION, SHARED_ELSEWHERE,
 * IN_USE, PHONENUMBER_EXIST with the owner.
 */
export async function updatePhoneNumber(
  ctx: Ctx,
  contactId: string,
  id: string,
  change: BodyOf<typeof phoneNumberApi.update>,
): Promise<PhoneNumber> {
  await assertEditable(ctx, contactId)
  const columns = phoneColumns(change, '')
  const row = { contactId, id, version: change.version }
  const owner = await ownerToBe(ctx, 'phone_number', row, change)
  if (owner) return writePart(ctx, 'phone_number', row, await sharedPhoneColumns(ctx, owner, contactId, columns))
  await assertNumberIsFree(ctx, columns.number, '', id)
  return updatePart(ctx, 'phone_number', row, columns)
}

async function sharedPhoneColumns(ctx: Ctx, owner: string, contactId: string, phone: ReturnType<typeof phoneColumns>) {
  const id = await rowToShare(ctx, 'phone_number', owner, contactId, sql`p.number = ${phone.number}`)
  return { type: phone.type, number: '', national: '', shared_phone_id: id }
}

function phoneColumns(phone: PhoneInput, path: string) {
  const read = readPhone(phone.number)
  if (!read) fail('VALIDATION', { fields: [{ path: `${path}number`, invalid: 'phone' }] })
  return { type: phone.type, ...read }
}

/** Names the owner of an address or number to callers who may see contacts. */
const ownerFor = (ctx: Ctx, owner: { id: string; fullName: string }) => (seesContacts(ctx) ? { owner } : {})

/** Throws if another contact has the number; the unique index decides in the end. Errors: PHONENUMBER_EXIST. */
async function assertNumberIsFree(ctx: Ctx, number: string, path: string, except?: string): Promise<void> {
  if (!ctx.asksFirst) return
  const { rows } = await sql<{ id: string; fullName: string }>`
    ${preparedStatement} select c.id, c.full_name as "fullName" from phone_number n join contact c on c.id = n.contact_id
     where n.number = ${number} and n.shared_phone_id is null and not n.binned
       and n.id is distinct from ${except ?? null}::uuid and n.id is distinct from (
         select shared_phone_id from phone_number where id = ${except ?? null}::uuid)`.execute(ctx.db)
  if (rows[0]) fail('PHONENUMBER_EXIST', { ...ownerFor(ctx, rows[0]), fields: [{ path: `${path}number` }] })
}
