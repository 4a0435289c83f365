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

/** Fields of a dossier that are its own columns. */
export type Head = Omit<DossierChange, 'articles' | 'packageInfos'>

const columns = columnsOf('dossier', dossierFields)
/** Selected columns of a dossier `d`. */
export const dossierColumns = selected('d', columns)

/** Fields that reference parts of the contact, and their tables. */
const ofContact = {
  avisPhoneNumberRef: 'phone_number',
  avisEmailRef: 'email_address',
  deliveryAddressRef: 'address',
  billingAddressRef: 'address',
} as const satisfies Partial<Record<keyof Head, keyof DB>>
export const ofContactNames = Object.keys(ofContact) as (keyof typeof ofContact)[]

/**
 * Adds the dossier of a new flame. Errors: VALIDATION for a contact that does not exist, a locked pickup date, or parts
 * of another contact.
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
 * Returns the columns that a change sets. A new contact also changes the name on the certificate if that was the former
 * contact's, unless the change contains a name (`named`). Errors: VALIDATION as for a new dossier.
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
 * Writes the changes of a dossier in one statement, after its flame if that changes too. The text of the statement is
 * constant, so that each connection plans it once.
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
  // The select list runs the parts in this order, which is their order in the history. With `app.flame_written` the
  // trigger of the flame makes the card and announces the change once for everything.
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

/** Clears the fields that reference parts of the former contact. */
function cleared(saved: Dossier, changes: Head): Head {
  const left = ofContactNames.filter((name) => saved[name] !== null && changes[name] === undefined)
  return Object.fromEntries(left.map((name) => [name, null]))
}

/** Name on the certificate, at most 50 characters (section 9 of the specification). */
const defaultName = (fullName: string) => fullName.trim().slice(0, 50).toWellFormed().trim() || 'Unbekannt'

/**
 * Returns the contact, locked until the transaction ends. Everything a card shows is locked, so that a concurrent
 * change of it updates the card of this flame as well.
 */
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

/** Whether a row belongs to the contact; its share of another contact's row counts too. */
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
