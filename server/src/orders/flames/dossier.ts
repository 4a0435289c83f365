import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type Dossier, type DossierChange, dossierFields } from '#contract/orders/dossiers'
import type { InvalidKey } from '#contract/sentences/issue'
import { assertNotMerged, isOutsideBin, namedContactMissing } from '../../contacts/contacts.ts'
import { dayOf } from '../../db/days.ts'
import { preparedStatement, sentAhead } from '../../db/db.ts'
import { columnsOf, selected, valuesOf } from '../../db/rows.ts'
import type { DB } from '../../db/schema.ts'
import type { Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'
import { articlesWritten, packagesWritten, type RowChanges } from './dossier-rows.ts'

/** The fields of a dossier that are columns of it. */
export type Head = Omit<DossierChange, 'articles' | 'packageInfos'>

const columns = columnsOf('dossier', dossierFields)
/** Of a dossier `d`. */
export const dossierColumns = selected('d', columns)

/** What belongs to the contact of a dossier, and the table that holds it. */
const ofContact = {
  avisPhoneNumberRef: 'phone_number',
  avisEmailRef: 'email_address',
  deliveryAddressRef: 'address',
  billingAddressRef: 'address',
} as const satisfies Partial<Record<keyof Head, keyof DB>>
export const ofContactNames = Object.keys(ofContact) as (keyof typeof ofContact)[]

/**
 * A new dossier of a flame with what is given of it. Errors: VALIDATION for a contact that is not there, a locked pickup
 * date, or what is not the contact's.
 */
export async function addDossier(ctx: Ctx, flameId: string, contactRef: string, given: DossierChange): Promise<void> {
  const contact = await contactOf(ctx, contactRef, 'contactRef')
  await assertFits(ctx, contactRef, given)
  await ctx.db
    .insertInto('dossier')
    .values({
      language: contact.language,
      ...valuesOf(columns, given),
      flame_id: flameId,
      contact_id: contactRef,
      certificate_name: given.certificateName || defaultName(contact.full_name),
    })
    .execute()
}

/**
 * The columns that change over the dossier saved now. Another contact takes the name on the certificate along when that was
 * still the former one's, unless whoever changes it says a name (`named`). Errors: VALIDATION as for a new one.
 */
export async function headChanges(ctx: Ctx, saved: Dossier, changes: Head, named: boolean): Promise<object> {
  const moved = changes.contactRef !== undefined
  const all = { ...(moved ? cleared(saved, changes) : {}), ...changes }
  const contactRef = changes.contactRef ?? saved.contactRef
  if (moved) await contactOf(ctx, contactRef, 'dossier.contactRef')
  await assertFits(ctx, contactRef, all)
  const isFormer = moved && !named && saved.certificateName === defaultName(saved.contact.fullName)
  if (isFormer || all.certificateName === '') {
    all.certificateName = defaultName((await contactOf(ctx, contactRef, 'dossier.contactRef')).full_name)
  }
  return valuesOf(columns, all)
}

interface Written {
  readonly head?: object
  readonly articles?: RowChanges | undefined
  readonly packages?: RowChanges | undefined
}

/** All columns of a dossier that a change can write. */
const written = sql.raw([...Object.values(columns.names), 'articles_changed_at', 'packages_changed_at'].join(', '))

/**
 * Writes what changes of a dossier in one statement, after the flame that it belongs to where that changes too. Its text
 * is always the same, so that each connection plans it once.
 */
export async function writeDossier(
  ctx: Ctx,
  flameId: string,
  { head, articles, packages }: Written,
  flame?: RawBuilder<unknown>,
): Promise<void> {
  const columns = JSON.stringify({ ...head, ...articles?.head, ...packages?.head })
  const articleRows = articlesWritten(flameId, articles)
  const packageRows = packagesWritten(flameId, packages)
  // One after the other, which is how the history has them. What the flame makes and tells is of all of it.
  await sql`${sentAhead} ${preparedStatement}
    with flame_written as (${flame ?? sql`select`}),
         head_written as (
           update dossier d set (${written}) = (select ${written} from json_populate_record(d, ${columns}::json))
            where flame_id = ${flameId} and ${columns} <> '{}' returning id),
         articles_removed as (${articleRows.removed}), articles_saved as (${articleRows.saved}),
         packages_removed as (${packageRows.removed}), packages_saved as (${packageRows.saved})
    select set_config('app.flame_written', ${flame ? 'whole' : ''}, true), (select count(*) from flame_written), (select count(*) from head_written),
           (select count(*) from articles_removed), (select count(*) from articles_saved),
           (select count(*) from packages_removed), (select count(*) from packages_saved),
           set_config('app.flame_written', '', true)`.execute(ctx.db)
}

/** Another contact clears what was the former one's. */
function cleared(saved: Dossier, changes: Head): Head {
  const left = ofContactNames.filter((name) => saved[name] !== null && changes[name] === undefined)
  return Object.fromEntries(left.map((name) => [name, null]))
}

/** Section 9 of the specification: at most 50 characters. */
const defaultName = (fullName: string) => fullName.trim().slice(0, 50).toWellFormed().trim() || 'Unbekannt'

/** Held until the transaction ends, as is whatever else the card shows: who changes it then knows of the flame. */
async function contactOf(ctx: Ctx, id: string, path: string) {
  const contact = await ctx.db
    .selectFrom('contact')
    .select(['full_name', 'language'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  return contact ?? namedContactMissing(ctx, id, path)
}

async function assertFits(ctx: Ctx, contactRef: string, head: Head): Promise<void> {
  const wrong: { path: string; invalid: InvalidKey }[] = []
  if (head.pickupDate && (await isLocked(ctx.db, head.pickupDate))) {
    wrong.push({ path: 'dossier.pickupDate', invalid: 'pickupLocked' })
  }
  if (head.resellerRef && !(await isOutsideBin(ctx.db, head.resellerRef))) {
    await assertNotMerged(ctx, head.resellerRef)
    wrong.push({ path: 'dossier.resellerRef', invalid: 'unknownRef' })
  }
  for (const name of ofContactNames) {
    const ref = head[name]
    if (ref && !(await belongs(ctx.db, ofContact[name], ref, contactRef))) {
      wrong.push({ path: `dossier.${name}`, invalid: 'notOfContact' })
    }
  }
  if (head.deliveryAddressRef) await holdShared(ctx.db, head.deliveryAddressRef)
  if (head.forwardingAgencyRef) await holdAgency(ctx.db, head.forwardingAgencyRef)
  if (wrong.length > 0) fail('VALIDATION', { fields: wrong })
}

export async function isLocked(db: Kysely<DB>, pickup: string): Promise<boolean> {
  const { rows } = await sql`
    select from locked_pickup_date
     where locked_at = ${dayOf(sql`${pickup}::timestamptz`)}`.execute(db)
  return rows.length > 0
}

/** A row that the contact shares with its owner is a row of the contact. */
async function belongs(db: Kysely<DB>, table: (typeof ofContact)[keyof typeof ofContact], id: string, contact: string) {
  const { rows } = await sql`
    select from ${sql.table(table)} where id = ${id} and contact_id = ${contact} for share`.execute(db)
  return rows.length > 0
}

const holdShared = (db: Kysely<DB>, addressId: string) =>
  sql`
    select from address where id = (select shared_address_id from address where id = ${addressId}) for share`.execute(
    db,
  )

const holdAgency = (db: Kysely<DB>, id: string) =>
  sql`select from forwarding_agency where id = ${id} for share`.execute(db)
