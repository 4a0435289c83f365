import { z } from 'zod'
import { customerTypes } from '../contacts/contacts.ts'
import { countryCodes } from '../contacts/countries.ts'
import { Id, OptionalText, PlainDate } from '../endpoint.ts'
import { limits } from '../limits.ts'

export const flameSorts = ['UPDATED', 'CREATED', 'PICKUP_DATE', 'REMINDER', 'CONTACT'] as const

/** For those that have none of it. */
export const without = 'NONE'

export const FlameSearch = z.object({
  /** Archived ones instead of open ones. */
  archived: z.boolean().default(false),
  /** Those alone whose reminder has come. */
  reminderFlames: z.boolean().default(false),
  /** Those alone whose reminder has come, or the pickup, self-pickup or delivery of what is not delivered yet. */
  due: z.boolean().default(false),
  /** Those alone that the caller looks after, as assignee, as proxy in the proxy's period, or for somebody who is away. */
  own: z.boolean().default(false),
  /** Every word stands in the contact's name, company, address or mail, or in the texts of the dossier's head. */
  text: OptionalText(255).optional(),
  assigneeRef: Id.nullish(),
  contactRef: Id.nullish(),
  taskboardRef: Id.nullish(),
  stepRef: Id.nullish(),
  /** Those alone that nobody looks after. */
  unassigned: z.boolean().default(false),
  /** Archived from this day, and until this one, as days in Zurich. */
  archivedFrom: PlainDate.nullish(),
  archivedTo: PlainDate.nullish(),
  /** An article of it is this product. */
  productRef: Id.nullish(),
  /** Where it goes, or else where it is billed. */
  country: z.enum([...countryCodes, without]).nullish(),
  customerType: z.enum([...customerTypes, without]).nullish(),
  /** Open or archived ones that left this step, from a day and until one, as days in Zurich. */
  leftStepRef: Id.nullish(),
  leftFrom: PlainDate.nullish(),
  leftTo: PlainDate.nullish(),
  sort: z.enum(flameSorts).default('UPDATED'),
  descending: z.boolean().default(true),
  page: z.int().min(1).max(1_000_000).default(1),
  pageSize: z.int().min(1).max(limits.search.pageSize).default(100),
})
export type FlameSearch = z.output<typeof FlameSearch>

/** From one day to another, both included. */
export const PickupSpan = z
  .object({ start: PlainDate, end: PlainDate })
  .refine((span) => !(daysOf(span) < 0), { path: ['end'], params: { code: 'END_BEFORE_START' } })
  .refine((span) => !(daysOf(span) > limits.pickupListDays), {
    path: ['end'],
    params: { code: 'SPAN', count: limits.pickupListDays },
  })

/** No figure where one of them is no day, which is said already. */
const daysOf = ({ start, end }: { start: string; end: string }) => (Date.parse(end) - Date.parse(start)) / 86_400_000
