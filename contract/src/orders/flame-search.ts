import { z } from 'zod'
import { customerTypes } from '../contacts/contacts.ts'
import { countryCodes } from '../contacts/countries.ts'
import { Id, OptionalText, PlainDate } from '../endpoint.ts'
import { limits } from '../limits.ts'

export const flameSorts = ['UPDATED', 'CREATED', 'PICKUP_DATE', 'REMINDER', 'CONTACT'] as const

/** Value of a filter for flames without such a value. */
export const without = 'NONE'

export const FlameSearch = z.object({
  /** True: archived flames instead of open ones. */
  archived: z.boolean().default(false),
  /** Only flames whose reminder date has passed. */
  reminderFlames: z.boolean().default(false),
  /** Only flames with a past reminder, or a past pickup, self-pickup or delivery date while not yet delivered. */
  due: z.boolean().default(false),
  /**
   * Only flames that the caller looks after: as assignee, as proxy within its period, or as stand-in for an absence.
   */
  own: z.boolean().default(false),
  /**
   * Every word occurs in the contact's name, company, address or e-mail address, or in the texts of the dossier itself.
   */
  text: OptionalText(255).optional(),
  assigneeRef: Id.nullish(),
  contactRef: Id.nullish(),
  taskboardRef: Id.nullish(),
  stepRef: Id.nullish(),
  /** Only flames that nobody looks after. */
  unassigned: z.boolean().default(false),
  /** First and last day of archiving, in Zurich. */
  archivedFrom: PlainDate.nullish(),
  archivedTo: PlainDate.nullish(),
  /** Product of at least one article. */
  productRef: Id.nullish(),
  /** Country of the delivery address, otherwise of the billing address. */
  country: z.enum([...countryCodes, without]).nullish(),
  customerType: z.enum([...customerTypes, without]).nullish(),
  /** Open or archived flames that left this step between two days in Zurich, both included. */
  leftStepRef: Id.nullish(),
  leftFrom: PlainDate.nullish(),
  leftTo: PlainDate.nullish(),
  sort: z.enum(flameSorts).default('UPDATED'),
  descending: z.boolean().default(true),
  page: z.int().min(1).max(1_000_000).default(1),
  pageSize: z.int().min(1).max(limits.search.pageSize).default(100),
})
export type FlameSearch = z.output<typeof FlameSearch>

/** Span of days, both included. */
export const PickupSpan = z
  .object({ start: PlainDate, end: PlainDate })
  .refine((span) => !(daysOf(span) < 0), { path: ['end'], params: { code: 'END_BEFORE_START' } })
  .refine((span) => !(daysOf(span) > limits.pickupListDays), {
    path: ['end'],
    params: { code: 'SPAN', count: limits.pickupListDays },
  })

/** Returns the days of the span; NaN where a date is invalid, which its schema reports already. */
const daysOf = ({ start, end }: { start: string; end: string }) => (Date.parse(end) - Date.parse(start)) / 86_400_000
