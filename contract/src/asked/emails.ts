import { IsoWeekday, PlainDate } from '../endpoint.ts'
import { type Address, flag, given, read } from './address.ts'

export interface Arrived {
  readonly direction: 'INCOMING'
  readonly kind: 'NORMAL'
  readonly receivedFrom?: string
  readonly receivedTo?: string
  readonly weekday?: number
  readonly answered?: 'true'
}

/** Returns the filter for incoming e-mails from people; null where the address names neither days nor a weekday. */
export const askedEmails = (address: Address<'since' | 'until' | 'weekday' | 'answered'>): Arrived | null => {
  const days = { receivedFrom: read(PlainDate, address.since), receivedTo: read(PlainDate, address.until) }
  const weekday = read(IsoWeekday, address.weekday)
  if (!days.receivedFrom && !days.receivedTo && !weekday) return null
  const answered = flag(address.answered) ? ('true' as const) : null
  return { direction: 'INCOMING', kind: 'NORMAL', ...given({ ...days, weekday, answered }) }
}
