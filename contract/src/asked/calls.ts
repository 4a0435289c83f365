import { LogQuery } from '../calls/telephony.ts'
import { type Address, given, read } from './address.ts'

export const askedCalls = (address: Address<'calls' | 'since' | 'until' | 'weekday'>): LogQuery => {
  const { calls, since, until, weekday } = LogQuery.shape
  return given({
    calls: read(calls, address.calls),
    since: read(since, address.since),
    until: read(until, address.until),
    weekday: read(weekday, address.weekday),
  })
}
