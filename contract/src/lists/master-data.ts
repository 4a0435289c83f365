import { z } from 'zod'
import { holidayRegions } from '../calendars/holidays.ts'
import { Decimal, LengthInMm, SideInCm, UnitPrice, UnitWeight, WeightInKg } from '../decimals.ts'
import {
  ById,
  ClockTime,
  crud,
  Done,
  endpoint,
  fileAnswer,
  Id,
  OptionalTitle,
  PlainDate,
  Text,
  Title,
} from '../endpoint.ts'
import { limits } from '../limits.ts'
import { type Access, officeStaff, orderStaff, staff } from '../permissions.ts'

const access = { read: orderStaff, write: 'GENERAL_ADMIN_FUNCTIONS' } as const
/** Lists that the screens of contacts and appointments use as well. */
const forStaff = { ...access, read: staff } as const
/** Absence e-mails: for everybody who writes e-mails or works with orders. */
const forOffice = { ...access, read: officeStaff } as const
/** Lists that only administration screens use. */
const adminOnly = { read: 'GENERAL_ADMIN_FUNCTIONS', write: 'GENERAL_ADMIN_FUNCTIONS' } as const

/** Result of one row of an imported file. */
export const ImportedRow = z.object({
  line: z.int(),
  title: z.string(),
  result: z.enum(['CREATED', 'CHANGED', 'UNCHANGED', 'REJECTED']),
  /** Reason of a rejection, in the language of the request. */
  reason: z.string(),
})
export type ImportedRow = z.output<typeof ImportedRow>

/**
 * Returns the CSV export and import of a list. An imported row with an `id` or `title` of the list changes that entry.
 */
export const csv = (path: string, what: string, { read, write }: { read: Access; write: Access }) => ({
  exportCsv: endpoint({
    method: 'GET',
    path: `${path}/_export`,
    allow: read,
    summary: `All ${what} as CSV`,
    response: fileAnswer('text/csv; charset=utf-8'),
  }),
  importCsv: {
    ...endpoint({
      method: 'POST',
      path: `${path}/_import`,
      allow: write,
      summary: `Add to and change ${what} from a CSV file; answers what became of each row`,
      response: z.object({ rows: z.array(ImportedRow) }),
    }),
    upload: { maxBytes: limits.listImport.fileBytes },
  },
})

/** Returns the calls of a plain list: those of `crud`, and the CSV export and import. */
const list = <Shape extends z.ZodRawShape, Derived extends z.ZodRawShape = Record<never, never>>(
  path: string,
  what: string,
  shape: Shape,
  derived = {} as Derived,
  allowed: { read: Access; write: Access } = access,
) => ({ ...crud(path, what, shape, allowed, derived), ...csv(path, what, allowed) })

export const weekdays = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'] as const

export const productKinds = ['PRODUCT', 'ACCESSORY'] as const
export type ProductKind = (typeof productKinds)[number]

/** Conditions are printed in the language of the dossier, so they have a title per language. */
const condition = {
  title: Title(255),
  titleEn: OptionalTitle(255).default(''),
  titleFr: OptionalTitle(255).default(''),
}

const pallet = {
  widthInCm: SideInCm,
  heightInCm: SideInCm,
  depthInCm: SideInCm,
  weightInKg: WeightInKg,
  combinableWithKubus: z.boolean().default(false),
  description: OptionalTitle(255).default(''),
}

const product = {
  title: Title(255),
  kind: z.enum(productKinds).default('PRODUCT'),
  weightInKg: WeightInKg.default('0'),
  possiblePallet: Id.nullable().default(null),
  onsale: z.boolean().default(true),
  mainProduct: z.boolean().default(false),
}

const timeSlot = {
  weekday: z.enum(weekdays),
  startTime: ClockTime,
  endTime: ClockTime,
  capacity: z.int().min(1).max(1000),
  validFrom: PlainDate,
  validUntil: PlainDate.nullable().default(null),
  /** Hours before the beginning until which programs and the booking page may book. */
  leadTimeHours: z.int().min(0).max(8760).default(0),
  /** Minutes at the end of the slot that stay free for what comes next. */
  bufferMinutes: z.int().min(0).max(480).default(0),
}

/** Day on which one slot, or every slot (null), does not take place. */
const timeSlotException = {
  day: PlainDate,
  slotId: Id.nullable().default(null),
  reason: OptionalTitle(255).default(''),
}

const absence = {
  /** User whose e-mails are answered; null: everybody without an absence e-mail of their own. */
  userId: Id.nullable().default(null),
  subject: Title(255),
  text: Text(10_000),
  validFrom: PlainDate,
  validUntil: PlainDate.nullable().default(null),
  active: z.boolean().default(true),
}

const holidayRegion = {
  region: z.enum(holidayRegions),
  /** No pickups on the public holidays of this region; otherwise they are only shown. */
  closesYard: z.boolean().default(false),
}

/** Pickup limit per day, in total or of one forwarding agency; exceeding it only causes a warning. */
const pickupLimit = {
  forwardingAgencyId: Id.nullable().default(null),
  maxCrates: z.int().min(1).max(100_000).nullable().default(null),
  maxWeightInKg: Decimal({ min: 1, max: 10_000_000, scale: 3 }).nullable().default(null),
}

/** Plain lists. */
export const masterData = {
  sectors: list('/api/misc/sectors', 'sectors', { title: Title(255) }, {}, forStaff),
  warehouses: list('/api/misc/warehouses', 'warehouses', { title: Title(255) }),
  forwardingAgencies: list('/api/misc/forwarding-agency', 'forwarding agencies', { title: Title(255) }),
  deliveryConditions: list('/api/misc/conditions/delivery', 'delivery conditions', condition, {
    type: z.literal('DELIVERY'),
  }),
  paymentConditions: list('/api/misc/conditions/payment', 'payment conditions', condition, {
    type: z.literal('PAYMENT'),
  }),
  /** `title` is the description, otherwise 'width x depth x height'. */
  pallets: list('/api/pallets', 'pallets', pallet, { title: z.string() }),
  predefinedTimeSlots: list('/api/predefined-time-slots', 'predefined time slots', timeSlot, {}, forStaff),
  timeSlotExceptions: list(
    '/api/time-slot-exceptions',
    'days without predefined time slots',
    timeSlotException,
    {},
    forStaff,
  ),
  holidayRegions: list('/api/holiday-regions', 'regions whose public holidays are shown', holidayRegion, {}, forStaff),
  pickupLimits: list('/api/pickup-limits', 'limits of what leaves on a day', pickupLimit),
  absenceEmails: list('/api/absence-email', 'absence e-mails', absence, {}, forOffice),
  steelTubes: list(
    '/api/calculations/steel-tubes',
    'steel tubes',
    {
      title: Title(255),
      outerWidthInMm: LengthInMm,
      wallInMm: LengthInMm,
      stockLengthInMm: LengthInMm,
      weightPerMetreInKg: UnitWeight,
      pricePerMetre: UnitPrice,
    },
    {},
    adminOnly,
  ),
  woodFrames: list(
    '/api/calculations/wood-frames',
    'materials of wood frames',
    {
      title: Title(255),
      fromPerimeterInMm: LengthInMm,
      toPerimeterInMm: LengthInMm,
      boardThicknessInMm: LengthInMm,
      weightPerSquareMetreInKg: UnitWeight,
      pricePerSquareMetre: UnitPrice,
    },
    {},
    adminOnly,
  ),
}

const products = list('/api/products', 'products and accessories', product)

/** Plain list of products; `add` answers only the new id. */
export const productApi = {
  ...products,
  add: endpoint({ ...products.add, response: z.object({ id: Id }) }),
}

export const LockedPickupDate = z.object({ id: Id, lockedAt: PlainDate })
export type LockedPickupDate = z.output<typeof LockedPickupDate>

export const lockedPickupDateApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/misc/locked_pickup_dates',
    allow: access.read,
    summary: 'Dates on which nothing is picked up, the earliest first',
    shows: ['list'],
    response: z.array(LockedPickupDate),
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/misc/locked_pickup_dates',
    allow: access.write,
    idempotencyKey: 'accepted',
    summary: 'Lock a date; PICKUP_DATE_EXIST when it is locked already',
    body: z.object({ lockedAt: PlainDate }),
    response: LockedPickupDate,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/misc/locked_pickup_dates/:id',
    allow: access.write,
    summary: 'Open a date for pickups again',
    params: ById,
    response: Done,
  }),
}
