import { sql } from 'kysely'
import type {
  Contact,
  ContactChange,
  ContactRow,
  ContactSearch,
  contactApi,
  NewContact,
} from '#contract/contacts/contacts'
import type { BodyOf } from '#contract/endpoint'
import type { Origin } from '#contract/origins'
import { preparedStatement, sentAhead } from '../db/db.ts'
import type { LastQuery } from '../db/last-query.ts'
import { selectOrigin } from '../db/origin.ts'
import { edited, valuesOf } from '../db/rows.ts'
import { seesBin } from '../db/seen.ts'
import { uuidV7 } from '../db/uuid-v7.ts'
import { JsonText, listed } from '../http/answers.ts'
import type { Ctx } from '../http/context.ts'
import { fail } from '../http/problem.ts'
import { recordList } from '../together/history/history.ts'
import { addRows } from './add-rows.ts'
import { askAboutUid } from './check-uid.ts'
import { contactColumns } from './contact-fields.ts'
import {
  type BinRow,
  changedContact,
  madeContact,
  type PartTable,
  selectBin,
  selectCards,
  selectContact,
  selectErasure,
  selectSurvivor,
} from './contacts.queries.ts'
import { assertPartsAreFree, newParts } from './part-changes.ts'
import { getPart } from './parts.ts'
import { selectRecipients, selectSuppliersAndResellers } from './recipients.queries.ts'
import { countFound, findCards } from './search.queries.ts'
import { checkEori, checkUid } from './tax-numbers.ts'
import { assertAllThere, contactMissing } from './whereabouts.ts'

// Other slices read and show contact values through these exports, so that the same rules apply.
export { askAboutUid, checkTaxNumber } from './check-uid.ts'
export { addressColumns, contactColumns } from './contact-fields.ts'
export { contactsWith, numberCheck, type PartTable, partJson } from './contacts.queries.ts'
export { addPhoneNumber as addNumberTo } from './part-changes.ts'
export { assertEditable, lockContact } from './parts.ts'
export { notationsOfPhone, type Phone, phoneNeedle, readPhone, withoutPhones } from './phone.ts'
export { relationsSeenBy } from './relations-seen-by.queries.ts'
export { checkEori, checkUid } from './tax-numbers.ts'
export {
  asOfSurvivor,
  assertAllThere,
  assertNotMerged,
  contactMissing,
  isOutsideBin,
  movedTo,
  namedContactMissing,
} from './whereabouts.ts'

type SearchAnswer = { contacts: ContactRow[]; total: number; more: boolean }

export async function searchContacts(ctx: Ctx, search: ContactSearch): Promise<JsonText<SearchAnswer>> {
  const found = await findCards(ctx.db, search, ctx.actor.language)
  const count = found.reduce((sum, part) => sum + part.found, 0)
  const total = (search.page - 1) * search.pageSize + count
  const parts = listed(found.map(({ cards }) => cards).filter(Boolean))
  return new JsonText('{"contacts":[', ...parts, `],"total":${total},"more":${count > search.pageSize}}`)
}

export const countContacts = async ({ db, actor }: Ctx, search: ContactSearch): Promise<{ count: number }> => ({
  count: await countFound(db, search, actor.language),
})

export const contactsByIds = (ctx: Ctx, ids: readonly string[]): Promise<JsonText<ContactRow[]>> =>
  selectCards(ctx.db, ids)
export const listBin = (ctx: Ctx): Promise<JsonText<BinRow[]>> => selectBin(ctx.db)
export const completeRecipients = (ctx: Ctx, typed?: string) => selectRecipients(ctx.db, typed)
export const whichIsSupplierOrReseller = (ctx: Ctx, recipients: readonly string[]) =>
  selectSuppliersAndResellers(ctx.db, recipients)

/**
 * Returns a contact. A contact in the bin is returned with `deletedAtUtc` to callers who may look into the bin; for a
 * contact that was merged into another, that other contact is returned.
 * Errors: NOT_FOUND, ERASED.
 */
export async function getContact(ctx: Ctx, id: string): Promise<JsonText<Contact>> {
  const contact = (await selectContact(ctx, id)) ?? (await selectSurvivor(ctx, id))
  if (contact && (seesBin(ctx.actor) || !contact.value.deletedAtUtc)) return contact
  if (contact) fail('NOT_FOUND')
  const erasure = await selectErasure(ctx.db, id)
  return erasure ? fail('ERASED', { values: { ...erasure } }) : fail('NOT_FOUND')
}

/** Returns what a contact was made from. Errors: NOT_FOUND, MERGED_MEANWHILE. */
export async function originOf(ctx: Ctx, id: string): Promise<Origin> {
  await assertContact(ctx, id)
  const from = (column: 'origin_blackboard_id' | 'origin_email_id') =>
    sql`(select ${sql.ref(column)} from contact where id = ${id})`
  return selectOrigin(ctx, { board: from('origin_blackboard_id'), email: from('origin_email_id') })
}

/** Throws if the contact is missing, or in the bin and hidden from the caller. Errors: NOT_FOUND, MERGED_MEANWHILE. */
export async function assertContact(ctx: Ctx, id: string): Promise<void> {
  const found = await ctx.db
    .selectFrom('contact')
    .select('deleted_at')
    .where('id', '=', id)
    .modifyEnd(preparedStatement)
    .executeTakeFirst()
  if (found?.deleted_at && !seesBin(ctx.actor)) fail('NOT_FOUND')
  if (!found) await contactMissing(ctx, id)
}

/** Returns a part of a contact that the caller may see. Errors: NOT_FOUND, MERGED_MEANWHILE. */
export async function readPart<T extends PartTable>(ctx: Ctx, table: T, contactId: string, id: string) {
  await assertContact(ctx, contactId)
  return getPart(ctx, table, contactId, id)
}

/** Adds a contact; `answer` makes it searchable. Errors: EMAIL_EXIST, PHONENUMBER_EXIST with the owner, VALIDATION. */
export async function addContact(
  ctx: Ctx,
  contact: NewContact,
  origin: BodyOrigin,
): Promise<{ id: string; answer: LastQuery<JsonText<Contact>> }> {
  const columns = {
    id: uuidV7(),
    ...contactValues(contact),
    ...checkColumns(ctx, contact),
    origin_blackboard_id: origin.blackboardRef ?? null,
    origin_email_id: origin.emailRef ?? null,
  }
  const { id } = columns
  await addRows(ctx, columns, await newParts(ctx, id, contact))
  const { contactPersons, externalContactPersons } = contact
  if (contactPersons.length > 0) await replacePersons(ctx, id, 'CONTACT_PERSON', contactPersons)
  if (externalContactPersons.length > 0)
    await replacePersons(ctx, id, 'EXTERNAL_CONTACT_PERSON', externalContactPersons)
  await askAboutUid(ctx, id, contact.uidCheck.value)
  return { id, answer: madeContact(ctx, id, contactPersons.length + externalContactPersons.length > 0) }
}

interface BodyOrigin {
  readonly blackboardRef?: string
  readonly emailRef?: string
}

/** Errors: NOT_FOUND, MERGED_MEANWHILE, ERASED, IN_BIN, STALE_VERSION with the saved state. */
export async function updateContact(
  ctx: Ctx,
  id: string,
  change: ContactChange,
): Promise<LastQuery<JsonText<Contact>>> {
  const before = await ctx.db
    .selectFrom('contact')
    .select(['version', 'uid', 'eori', 'deleted_at', 'erased_at'])
    .where('id', '=', id)
    .forUpdate()
    .modifyEnd(preparedStatement)
    .executeTakeFirst()
  // Fails with ERASED, which names who erased the contact and when.
  if (!before || before.erased_at) await getContact(ctx, id)
  if (!before) return contactMissing(ctx, id)
  if (before.deleted_at) fail('IN_BIN')
  if (before.version !== change.version) fail('STALE_VERSION', { current: (await getContact(ctx, id)).value })
  const written = ctx.db
    .updateTable('contact')
    .set({
      ...contactValues(change),
      ...checkColumns(ctx, change, before),
      version: change.version + 1,
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .modifyEnd(preparedStatement)
  await sql`${sentAhead} ${written}`.execute(ctx.db)
  if (change.contactPersons) await replacePersons(ctx, id, 'CONTACT_PERSON', change.contactPersons)
  if (change.externalContactPersons) {
    await replacePersons(ctx, id, 'EXTERNAL_CONTACT_PERSON', change.externalContactPersons)
  }
  if (checkUid(change.uidCheck.value).value !== before.uid) await askAboutUid(ctx, id, change.uidCheck.value)
  return changedContact(ctx, id)
}

/**
 * Moves a contact to the bin; meanwhile other contacts may use its e-mail addresses and numbers. Errors: NOT_FOUND,
 * MERGED_MEANWHILE, IN_BIN, HAS_APPOINTMENTS.
 */
export async function removeContact(ctx: Ctx, id: string): Promise<undefined> {
  await moveContact(ctx, id, 'into the bin')
}

/**
 * Brings a contact back from the bin. Errors: NOT_FOUND, MERGED_MEANWHILE, and EMAIL_EXIST or PHONENUMBER_EXIST with
 * the owner when another contact took an address or number meanwhile.
 */
export async function restoreContact(ctx: Ctx, id: string): Promise<JsonText<Contact>> {
  await moveContact(ctx, id, 'out of the bin')
  return getContact(ctx, id)
}

/** Makes a contact a customer; a potential customer becomes a private or business one. Errors: NOT_FOUND, FORBIDDEN. */
export async function makeCustomer(ctx: Ctx, id: string): Promise<void> {
  if (!ctx.actor.permissions.has('CONTACT_MODIFY')) fail('FORBIDDEN')
  const made = await ctx.db
    .updateTable('contact')
    .set({
      customer: true,
      customer_type: sql`case when customer_type <> 'POTENTIAL' then customer_type
                              when customer_type = 'POTENTIAL' and legal_type = 'LEGAL' then 'BUSINESS'
                              when customer_type = 'POTENTIAL' then 'PRIVATE' end`,
      ...edited,
    })
    .where('id', '=', id)
    .where(sql<boolean>`(not customer or customer_type = 'POTENTIAL')`)
    .executeTakeFirst()
  if (made.numUpdatedRows === 0n) await assertThere(ctx, id)
}

/** Stores the date of the latest purchase of the main product. Errors: NOT_FOUND. */
export async function setLatestPurchase(ctx: Ctx, id: string, date: string | null): Promise<void> {
  const set = await ctx.db
    .updateTable('contact')
    .set({ latest_purchase: date, ...edited })
    .where('id', '=', id)
    .where(sql<boolean>`latest_purchase is distinct from ${date}::date`)
    .executeTakeFirst()
  if (set.numUpdatedRows === 0n) await assertThere(ctx, id)
}

/** Throws unless the contact exists, in the bin or not, whatever the caller may see. Errors: NOT_FOUND. */
async function assertThere(ctx: Ctx, id: string): Promise<void> {
  const found = await ctx.db.selectFrom('contact').select('id').where('id', '=', id).executeTakeFirst()
  if (!found) fail('NOT_FOUND')
}

/**
 * Throws if the contact has booked appointments. They must be cancelled explicitly, because the customer is notified
 * and the slot becomes free. Errors: HAS_APPOINTMENTS.
 */
export async function assertNoAppointments({ db }: Pick<Ctx, 'db'>, id: string): Promise<void> {
  const { rows } = await sql<{ booked: boolean }>`select has_appointments(${id}) as booked`.execute(db)
  if (rows[0]?.booked) fail('HAS_APPOINTMENTS')
}

async function moveContact(ctx: Ctx, id: string, direction: 'into the bin' | 'out of the bin'): Promise<void> {
  const contact = await ctx.db
    .selectFrom('contact')
    .select('deleted_at')
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!contact) return contactMissing(ctx, id)
  const binned = direction === 'into the bin'
  if (binned && contact.deleted_at) fail('IN_BIN')
  if (binned) await assertNoAppointments(ctx, id)
  if (!binned && !contact.deleted_at) return
  if (!binned) await assertPartsAreFree(ctx, id)
  await ctx.db
    .updateTable('contact')
    .set({ deleted_at: binned ? sql`now()` : null, ...edited })
    .where('id', '=', id)
    .execute()
  await ctx.db.updateTable('email_address').set({ binned }).where('contact_id', '=', id).execute()
  await ctx.db.updateTable('phone_number').set({ binned }).where('contact_id', '=', id).execute()
}

// --- parts of the rules --------------------------------------------------------------------------------------------

type Fields = Omit<BodyOf<typeof contactApi.update>, 'version' | 'contactPersons' | 'externalContactPersons'>

/** Returns the columns of a contact's own fields with their values. */
export function contactValues(contact: Fields) {
  const onlyCompany = contact.companyName !== '' && contact.givenName === '' && contact.surname === ''
  const legal_type = contact.legalType ?? (onlyCompany ? 'LEGAL' : 'NATURAL')
  return { ...valuesOf(contactColumns, contact), legal_type }
}

/** Returns the columns of the tax and customs numbers; an unchanged number keeps its check result. */
function checkColumns({ now }: Ctx, contact: Fields, before?: { uid: string; eori: string }) {
  const uid = checkUid(contact.uidCheck.value)
  const eori = checkEori(contact.eoriCheck.value)
  return {
    ...(uid.value !== before?.uid
      ? {
          uid: uid.value,
          uid_state: uid.state,
          uid_source: uid.source,
          uid_checked_at: uid.value ? now.toISOString() : null,
        }
      : {}),
    ...(eori.value !== before?.eori
      ? {
          eori: eori.value,
          eori_state: eori.state,
          eori_source: eori.source,
          eori_checked_at: eori.value ? now.toISOString() : null,
        }
      : {}),
  }
}

type Kind = 'CONTACT_PERSON' | 'EXTERNAL_CONTACT_PERSON'

async function replacePersons(
  ctx: Ctx,
  id: string,
  kind: Kind,
  persons: readonly { contactRef: string }[],
): Promise<void> {
  const path = kind === 'CONTACT_PERSON' ? 'contactPersons' : 'externalContactPersons'
  const given = persons.map((person) => person.contactRef)
  if (given.includes(id)) fail('VALIDATION', { fields: [{ path, invalid: 'otherContact' }] })
  const before = await personsOf(ctx, id, kind)
  // Persons in the bin are not shown, so a caller who saves the list does not mean to remove them.
  const hidden = before.filter((row) => row.deleted_at).map((row) => row.person_id)
  const ids = [...new Set([...given, ...hidden])]
  if (ids.join() === before.map((row) => row.person_id).join()) return
  await ctx.db.deleteFrom('contact_person').where('contact_id', '=', id).where('kind', '=', kind).execute()
  if (ids.length > 0) {
    await assertAllThere(ctx, ids, path)
    await ctx.db
      .insertInto('contact_person')
      .values(ids.map((person, position) => ({ contact_id: id, person_id: person, kind, position })))
      .execute()
  }
  const now = await personsOf(ctx, id, kind)
  const namesOf = (rows: readonly { full_name: string }[]) => rows.map((row) => row.full_name)
  const column = kind === 'CONTACT_PERSON' ? 'contact_persons' : 'external_contact_persons'
  await recordList(ctx, 'contact', id, column, [namesOf(before), namesOf(now)])
}

const personsOf = (ctx: Ctx, id: string, kind: Kind) =>
  ctx.db
    .selectFrom('contact_person as cp')
    .innerJoin('contact as p', 'p.id', 'cp.person_id')
    .select(['cp.person_id', 'p.full_name', 'p.deleted_at'])
    .where('cp.contact_id', '=', id)
    .where('cp.kind', '=', kind)
    .orderBy('cp.position')
    .execute()
