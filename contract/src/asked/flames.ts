import { z } from 'zod'
import { customerTypes } from '../contacts/contacts.ts'
import { countryCodes } from '../contacts/countries.ts'
import { Id, PlainDate } from '../endpoint.ts'
import { without } from '../orders/flame-search.ts'
import { type Address, flag, read } from './address.ts'

const Country = z.enum([...countryCodes, without])
const CustomerType = z.enum([...customerTypes, without])

type Open = 'step' | 'due' | 'reminder' | 'unassigned' | 'assignee' | 'left' | 'since' | 'until'

export const askedOpenFlames = (address: Address<Open>) => ({
  stepRef: read(Id, address.step),
  due: flag(address.due),
  reminderFlames: flag(address.reminder),
  unassigned: flag(address.unassigned),
  assigneeRef: read(Id, address.assignee),
  leftStepRef: read(Id, address.left),
  leftFrom: read(PlainDate, address.since),
  leftTo: read(PlainDate, address.until),
})

export const askedArchivedFlames = (address: Address<'since' | 'until' | 'product' | 'country' | 'customerType'>) => ({
  archived: true,
  archivedFrom: read(PlainDate, address.since),
  archivedTo: read(PlainDate, address.until),
  productRef: read(Id, address.product),
  country: read(Country, address.country),
  customerType: read(CustomerType, address.customerType),
})
