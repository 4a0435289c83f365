import { contactFields } from '#contract/contacts/contacts'
import { addressFields, phoneFields } from '#contract/contacts/parts'
import { columnsOf } from '../db/rows.ts'

// Columns for those fields of a contact and its parts in the contract that are stored one to one.

export const contactColumns = columnsOf('contact', contactFields)
export const addressColumns = columnsOf('address', addressFields, { alternativeGP: 'alternative_gp' })
export const phoneColumns = columnsOf('phone_number', phoneFields)
