import { PlainDate } from '../endpoint.ts'
import { type Address, read } from './address.ts'

export const askedContacts = (address: Address<'since' | 'until'>) => ({
  createdFrom: read(PlainDate, address.since),
  createdTo: read(PlainDate, address.until),
})
