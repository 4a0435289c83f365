import { z } from 'zod'
import { LogQuery } from './calls/telephony.ts'
import { customerTypes } from './contacts/contacts.ts'
import { countryCodes } from './contacts/countries.ts'
import { Id, IsoWeekday, PlainDate } from './endpoint.ts'
import { without } from './orders/flame-search.ts'
import { todoStates } from './work/todos.ts'

/** What stands behind the question mark of an address. */
type Address<Name extends string> = { readonly [Key in Name]?: string | true | undefined }

/** What cannot be read asks for nothing. */
const read = <Value>(schema: z.ZodType<Value>, written: unknown): Value | null => schema.safeParse(written).data ?? null
const flag = (written: unknown) => written !== undefined

/** Whose to-dos: those that are nobody's. */
export const nobody = 'nobody'

const Country = z.enum([...countryCodes, without])
const CustomerType = z.enum([...customerTypes, without])
const State = z.enum(todoStates)

type OpenFlames = 'step' | 'due' | 'reminder' | 'unassigned' | 'assignee' | 'left' | 'since' | 'until'

/** What the addresses of lists ask for, as their calls name it: a figure of the dashboards leads to them. */
export const asked = {
  allOpenFlames: (address: Address<OpenFlames>) => ({
    stepRef: read(Id, address.step),
    due: flag(address.due),
    reminderFlames: flag(address.reminder),
    unassigned: flag(address.unassigned),
    assigneeRef: read(Id, address.assignee),
    leftStepRef: read(Id, address.left),
    leftFrom: read(PlainDate, address.since),
    leftTo: read(PlainDate, address.until),
  }),
  allArchivedFlames: (address: Address<'since' | 'until' | 'product' | 'country' | 'customerType'>) => ({
    archived: true,
    archivedFrom: read(PlainDate, address.since),
    archivedTo: read(PlainDate, address.until),
    productRef: read(Id, address.product),
    country: read(Country, address.country),
    customerType: read(CustomerType, address.customerType),
  }),
  allOpenTodos: (address: Address<'due' | 'assignee' | 'state' | 'since' | 'until'>) => {
    const state = read(State, address.state)
    return {
      ...(state ? { states: [state] } : {}),
      dueOnly: flag(address.due),
      unassigned: address.assignee === nobody,
      assigneeRef: read(Id, address.assignee),
      finishedFrom: read(PlainDate, address.since),
      finishedTo: read(PlainDate, address.until),
    }
  },
  contacts: (address: Address<'since' | 'until'>) => ({
    createdFrom: read(PlainDate, address.since),
    createdTo: read(PlainDate, address.until),
  }),
  telephony: (address: Address<'calls' | 'since' | 'until' | 'weekday'>): LogQuery => {
    const { calls, since, until, weekday } = LogQuery.shape
    return given({
      calls: read(calls, address.calls),
      since: read(since, address.since),
      until: read(until, address.until),
      weekday: read(weekday, address.weekday),
    })
  },
  /** E-mails from people that came in then, whatever became of them; null where the address names no days. */
  emails: (address: Address<'since' | 'until' | 'weekday' | 'answered'>): Arrived | null => {
    const days = { receivedFrom: read(PlainDate, address.since), receivedTo: read(PlainDate, address.until) }
    const weekday = read(IsoWeekday, address.weekday)
    if (!days.receivedFrom && !days.receivedTo && !weekday) return null
    const answered = flag(address.answered) ? ('true' as const) : null
    return { direction: 'INCOMING', kind: 'NORMAL', ...given({ ...days, weekday, answered }) }
  },
}

export interface Arrived {
  readonly direction: 'INCOMING'
  readonly kind: 'NORMAL'
  readonly receivedFrom?: string
  readonly receivedTo?: string
  readonly weekday?: number
  readonly answered?: 'true'
}

type Given<Values> = { [Key in keyof Values]?: NonNullable<Values[Key]> }

/** Without what asks for nothing. */
const given = <Values extends object>(values: Values): Given<Values> =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== null && value !== undefined),
  ) as Given<Values>
