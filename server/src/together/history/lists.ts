import { type RawBuilder, sql } from 'kysely'
import type { HistoryList, HistoryPage } from '#contract/together/history'
import type { DB } from '../../db/schema.ts'
import type { Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'
import { historyOf, historyOfTables } from './history.ts'

interface List {
  readonly table: keyof DB
  /** Tables of the parts of its entries. */
  readonly parts?: readonly (keyof DB)[]
  /** Collection of the list, in a table that holds several. */
  readonly collection?: 'IMAGE_GALLERY' | 'SHARED_DOCUMENTS'
  /** Column with the name of an entry; without one, entries are described by their fields alone. */
  readonly name?: 'title' | 'name' | 'username' | 'subject'
}

const titled = (table: keyof DB, ...parts: (keyof DB)[]): List => ({ table, parts, name: 'title' })

const lists: Readonly<Record<HistoryList | 'users', List>> = {
  users: { table: 'app_user', name: 'username' },
  roles: { table: 'role', name: 'name' },
  mailboxes: titled('mailbox'),
  sectors: titled('sector'),
  warehouses: titled('warehouse'),
  forwardingAgencies: titled('forwarding_agency'),
  deliveryConditions: titled('delivery_condition'),
  paymentConditions: titled('payment_condition'),
  pallets: titled('pallet'),
  products: titled('product'),
  predefinedTimeSlots: { table: 'predefined_time_slot' },
  absenceEmails: { table: 'absence_email', name: 'subject' },
  steelTubes: titled('steel_tube'),
  woodFrames: titled('wood_frame'),
  calcFactors: titled('calc_factor'),
  lockedPickupDates: { table: 'locked_pickup_date' },
  holidayRegions: { table: 'holiday_region' },
  timeSlotExceptions: { table: 'time_slot_exception' },
  pickupLimits: { table: 'pickup_limit' },
  documentClassifications: titled(
    'document_classification',
    'document_classification_user',
    'document_classification_role',
  ),
  boards: titled('blackboard', 'blackboard_step', 'blackboard_user', 'blackboard_role'),
  todoPackages: titled('todo_package', 'todo_template'),
  templates: titled('mail_template', 'template_document'),
  emailSignature: { table: 'email_signature' },
  letterhead: { table: 'letterhead' },
  imageGallery: { table: 'library_document', name: 'name', collection: 'IMAGE_GALLERY' },
  sharedDocuments: { table: 'library_document', name: 'name', collection: 'SHARED_DOCUMENTS' },
}

/** Returns the changes to the entries of a list, deleted ones too. */
export async function historyOfList(ctx: Ctx, name: HistoryList | 'users', before?: number): Promise<HistoryPage> {
  const list = lists[name]
  return withNames(
    ctx,
    list,
    await historyOfTables(ctx, [list.table, ...(list.parts ?? [])], isMeant(list, sql`h.root_id`), before),
  )
}

/** Returns the changes to one entry of a list, also a deleted one. Errors: NOT_FOUND, also for another list. */
export async function historyOfEntry(
  ctx: Ctx,
  name: HistoryList | 'users',
  id: string,
  before?: number,
): Promise<HistoryPage> {
  const list = lists[name]
  const { rows } = await sql`
    select from ${sql.table(list.table)} where id = ${id} and ${isMeant(list, sql`${id}::uuid`)}
    union all select from history h where root_id = ${id} and entity_id = ${id} and entity = ${list.table}
       and ${isMeant(list, sql`${id}::uuid`)} limit 1`.execute(ctx.db)
  if (rows.length === 0) fail('NOT_FOUND')
  return withNames(ctx, list, await historyOf(ctx, id, {}, before))
}

/** Returns the condition that an id belongs to an entry of the list, deleted ones too. */
const isMeant = ({ table, collection }: List, id: RawBuilder<unknown>): RawBuilder<boolean> =>
  collection
    ? sql`(
        exists (select from ${sql.table(table)} own where own.id = ${id} and own.collection = ${collection})
        or exists (select from history gone where gone.root_id = ${id} and gone.entity = ${table}
                      and gone.action = 'REMOVED' and gone.changes #>> '{collection,0}' = ${collection}))`
    : sql`true`

/** Adds the names of the entries to a page; a deleted entry has its last name. */
async function withNames(ctx: Ctx, { table, name }: List, page: HistoryPage): Promise<HistoryPage> {
  if (!name || page.entries.length === 0) return page
  const ids = [...new Set(page.entries.map(({ rootId }) => rootId))]
  const { rows } = await sql<{ id: string; name: string | null }>`
    select id, coalesce(
             (select ${sql.ref(name)} from ${sql.table(table)} own where own.id = entry.id),
             (select changes -> ${name} ->> 0 from history
               where root_id = entry.id and entity_id = entry.id and entity = ${table} and action = 'REMOVED')) as name
      from unnest(${ids}::uuid[]) as entry (id)`.execute(ctx.db)
  const found = rows.flatMap((row) => (row.name ? [[row.id, row.name] as const] : []))
  return { ...page, names: { ...page.names, ...Object.fromEntries(found) } }
}
