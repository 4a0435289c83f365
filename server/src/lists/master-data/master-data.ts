import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { masterData } from '#contract/lists/master-data'
import { replaceUses, usesOf } from '../../db/references.ts'
import { columnOf } from '../../db/rows.ts'
import type { DB } from '../../db/schema.ts'
import type { Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'

/** Table of a list and the order of its rows; the columns are the fields of the contract in snake case. */
export interface Table {
  readonly name: keyof DB
  readonly order: RawBuilder<unknown>
  /** Fields that identify a row without a title for users. */
  readonly key?: readonly string[]
  /** Fields that reference a row of another table, with a query for the titles of those rows. */
  readonly named?: Readonly<Record<string, RawBuilder<{ id: string; title: string }>>>
}

const byTitle = (name: keyof DB): Table => ({ name, order: sql`fold(title), id` })

export const productTable: Table = {
  ...byTitle('product'),
  named: { possiblePallet: sql`select id, title from pallet` },
}

/** Table of each plain list. */
export const tables = {
  sectors: byTitle('sector'),
  warehouses: byTitle('warehouse'),
  forwardingAgencies: byTitle('forwarding_agency'),
  deliveryConditions: byTitle('delivery_condition'),
  paymentConditions: byTitle('payment_condition'),
  pallets: { ...byTitle('pallet'), key: ['description', 'widthInCm', 'depthInCm', 'heightInCm'] },
  predefinedTimeSlots: {
    name: 'predefined_time_slot',
    order: sql`array_position(array['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'], weekday),
               start_time, valid_from, id`,
    key: ['weekday', 'startTime', 'endTime', 'validFrom'],
  },
  timeSlotExceptions: {
    name: 'time_slot_exception',
    order: sql`day, slot_id nulls first, id`,
    key: ['day', 'slotId'],
    named: {
      slotId: sql`select id, concat_ws(' ', weekday, start_time, valid_from::text) as title from predefined_time_slot`,
    },
  },
  holidayRegions: { name: 'holiday_region', order: sql`region`, key: ['region'] },
  pickupLimits: {
    name: 'pickup_limit',
    order: sql`forwarding_agency_id nulls first, id`,
    key: ['forwardingAgencyId'],
    named: { forwardingAgencyId: sql`select id, title from forwarding_agency` },
  },
  steelTubes: byTitle('steel_tube'),
  woodFrames: byTitle('wood_frame'),
  absenceEmails: {
    name: 'absence_email',
    order: sql`valid_from desc, id`,
    key: ['subject', 'validFrom', 'userId'],
    named: { userId: sql`select id, username as title from app_user where deleted_at is null` },
  },
} as const satisfies Record<keyof typeof masterData, Table>

export type Row = { id: string; version: number } & Record<string, unknown>

/** A plain list: its table and the fields of the contract. */
export interface List {
  readonly table: Table
  /** Schema of the fields that a write sets. */
  readonly schema: z.ZodObject
  /** Names of the fields in `schema`. */
  readonly fields: readonly string[]
  /** Names of the fields that a row shows besides its id and version. */
  readonly shown: readonly string[]
}

/** Returns all rows in the order of the table. */
export async function listRows(ctx: Ctx, list: List): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select ${columns(list)} from ${sql.table(list.table.name)} order by ${list.table.order}`.execute(ctx.db)
  return rows
}

/** Errors: those of the constraints of the table, such as TITLE_EXIST. */
export async function addRow(ctx: Ctx, list: List, values: Record<string, unknown>): Promise<Row> {
  const names = sql.join(list.fields.map((field) => sql.ref(columnOf(field))))
  const { rows } = await sql<Row>`
    insert into ${sql.table(list.table.name)} (${names})
    values (${sql.join(list.fields.map((field) => values[field]))}) returning ${columns(list)}`.execute(ctx.db)
  return one(rows)
}

/** Errors: NOT_FOUND, STALE_VERSION with the saved row. */
export async function updateRow(ctx: Ctx, list: List, id: string, values: Record<string, unknown>): Promise<Row> {
  const sets = list.fields.map((field) => sql`${sql.ref(columnOf(field))} = ${values[field]}`)
  const { rows } = await sql<Row>`
    update ${sql.table(list.table.name)} set ${sql.join([...sets, sql`version = version + 1`])}
     where id = ${id} and version = ${values.version} returning ${columns(list)}`.execute(ctx.db)
  if (rows.length === 0) fail('STALE_VERSION', { current: await getRow(ctx, list, id) })
  return one(rows)
}

/** Errors: NOT_FOUND, IN_USE with the tables that reference the row and how often. */
export async function removeRow(ctx: Ctx, list: List, id: string): Promise<undefined> {
  const usedBy = await usesOf(ctx.db, list.table.name, [id])
  if (usedBy.length > 0) fail('IN_USE', { usedBy })
  const { rows } = await sql`delete from ${sql.table(list.table.name)} where id = ${id} returning id`.execute(ctx.db)
  if (rows.length === 0) fail('NOT_FOUND')
}

/** Replaces a row wherever it is referenced; returns in how many places. Errors: NOT_FOUND, VALIDATION for itself. */
export async function replaceRow(ctx: Ctx, list: List, id: string, otherId: string): Promise<{ replaced: number }> {
  if (id === otherId) fail('VALIDATION', { fields: [{ path: 'otherId', invalid: 'sameEntry' }] })
  await getRow(ctx, list, id)
  await getRow(ctx, list, otherId)
  return { replaced: await replaceUses(ctx.db, list.table.name, id, otherId) }
}

async function getRow(ctx: Ctx, list: List, id: string): Promise<Row> {
  const { rows } = await sql<Row>`
    select ${columns(list)} from ${sql.table(list.table.name)} where id = ${id}`.execute(ctx.db)
  return one(rows)
}

const columns = ({ shown }: List) =>
  sql.join(['id', 'version', ...shown].map((field) => sql`${sql.ref(columnOf(field))} as ${sql.ref(field)}`))

const one = (rows: readonly Row[]): Row => rows[0] ?? fail('NOT_FOUND')
