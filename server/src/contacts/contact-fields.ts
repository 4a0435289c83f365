import { contactFields } from '#contract/contacts/contacts'
import { addressFields, phoneFields } from '#contract/contacts/parts'
import { columnsOf } from '../db/rows.ts'

// The fields of a contact and its parts that are columns, as the contract has them.

export const contactColumns = columnsOf('contact', contactFields)
export const addressColumns = columnsOf('address', addressFields, { alternativeGP: 'alternative_gp' })
export const phoneColumns = columnsOf('phone_number', phoneFields)
