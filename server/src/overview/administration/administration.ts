import { type RawBuilder, sql } from 'kysely'
import type { CountedScreen } from '#contract/overview/administration'
import { countedScreens } from '#contract/overview/administration'
import { mayEnter, screens } from '#contract/routes'
import { seenBy } from '../../db/assigned.ts'
import type { DB } from '../../db/schema.ts'
import type { Ctx } from '../../http/context.ts'
import { seesDocument } from '../../lists/document-classifications/document-classifications.ts'
import { isOpen, seen } from '../../orders/flames/flames.ts'
import { isAtWork, seesTodo, todoInPlace } from '../../work/todos/todos.ts'

type Counting = (ctx: Ctx) => RawBuilder<unknown>

/** Returns the rows `k` of a table, or those that match a condition. */
const rowsOf =
  (table: keyof DB, which: (ctx: Ctx) => RawBuilder<unknown> = () => sql`true`): Counting =>
  (ctx) =>
    sql`${sql.table(table)} k where ${which(ctx)}`

const isThere = () => sql`k.deleted_at is null`
const library = (collection: string) =>
  rowsOf(
    'library_document',
    ({ actor }) =>
      sql`k.deleted_at is null and k.collection = ${collection} and ${seesDocument(sql`k.classification_id`, actor)}`,
  )
const flames =
  (which: RawBuilder<unknown>): Counting =>
  (ctx) =>
    sql`flame f join blackboard_step s on s.id = f.step_id where ${which} and ${seen(ctx)}`

const counting: Record<CountedScreen, Counting> = {
  users: rowsOf('app_user', isThere),
  documentClassifications: rowsOf('document_classification', ({ actor }) =>
    seenBy('document_classification', sql`k.id`, actor),
  ),
  allOpenFlames: flames(isOpen),
  allArchivedFlames: flames(sql`f.archived_at is not null and f.deleted_at is null`),
  allArchivedProjects: ({ actor }) => sql`
    project p join blackboard_step s on s.id = p.step_id
     where p.archived_at is not null and p.deleted_at is null and ${seenBy('blackboard', sql`s.blackboard_id`, actor)}`,
  allOpenTodos: (ctx) => sql`${todoInPlace} where t.state <> 'DONE' and ${isAtWork} and ${seesTodo(ctx)}`,
  products: rowsOf('product'),
  pallets: rowsOf('pallet'),
  warehouses: rowsOf('warehouse'),
  forwardAgency: rowsOf('forwarding_agency'),
  deliveryConditions: rowsOf('delivery_condition'),
  paymentConditions: rowsOf('payment_condition'),
  blackboards: rowsOf('blackboard', ({ actor }) => seenBy('blackboard', sql`k.id`, actor)),
  todoPackages: rowsOf('todo_package'),
  predefinedTimeSlots: rowsOf('predefined_time_slot'),
  timeSlotExceptions: rowsOf('time_slot_exception'),
  lockedPickupDates: rowsOf('locked_pickup_date'),
  pickupLimits: rowsOf('pickup_limit'),
  holidayRegions: rowsOf('holiday_region'),
  absenceEmail: rowsOf('absence_email'),
  steelTubes: rowsOf('steel_tube'),
  woodFrames: rowsOf('wood_frame'),
  calcFactors: rowsOf('calc_factor'),
  telephony: rowsOf('phone_call'),
  accessKeys: rowsOf('access_key', () => sql`k.revoked_at is null`),
  webhooks: rowsOf('webhook'),
  system: () => sql`graphile_worker.jobs where attempts >= max_attempts`,
  mailboxes: rowsOf('mailbox', isThere),
  templates: rowsOf('mail_template'),
  csvImport: rowsOf('contact_import'),
  duplicateContacts: rowsOf('contact_duplicate_group'),
  sharedDocuments: library('SHARED_DOCUMENTS'),
  imageGallery: library('IMAGE_GALLERY'),
  sectors: rowsOf('sector'),
  towns: rowsOf('town'),
  emailSignature: rowsOf('email_signature', () => sql`regexp_replace(k.content, '<(?!img)[^>]*>', '', 'g') ~ '\\S'`),
  letterhead: rowsOf('letterhead', () => sql`k.sender <> '' or k.footer <> '' or k.logo_hash is not null`),
}

/** Returns the number of rows behind each screen that the caller may open; other screens are left out. */
export async function countAdministration(ctx: Ctx): Promise<Partial<Record<CountedScreen, number>>> {
  const user = { roles: [...ctx.actor.roles], permissions: [...ctx.actor.permissions] }
  const open = countedScreens.filter((name) => mayEnter(screens[name], user))
  if (open.length === 0) return {}
  const counts = open.map((name) => sql`(select count(*)::int from ${counting[name](ctx)}) as ${sql.ref(name)}`)
  const { rows } = await sql<Record<CountedScreen, number>>`select ${sql.join(counts)}`.execute(ctx.db)
  return rows[0] ?? {}
}
