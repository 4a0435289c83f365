import { z } from 'zod'
import { ValidEmailAddress } from '../email-address.ts'
import { ById, Done, endpoint, Id, OptionalText, Text, Version } from '../endpoint.ts'
import { countryCodes } from './countries.ts'

export const legalTypes = ['NATURAL', 'LEGAL'] as const
export const addressTypes = ['HOME', 'BUSINESS', 'COTTAGE'] as const
export const phoneTypes = ['MOBILE', 'LANDLINE', 'FAX', 'BUSINESS'] as const

/** Columns of the address table. */
export const addressFields = {
  addressType: z.enum(addressTypes),
  /** Name of somebody else at this address (c/o, department, another business partner). */
  alternativeGP: OptionalText(255).default(''),
  additionalAddress: OptionalText(255).default(''),
  street: OptionalText(255).default(''),
  zipCode: OptionalText(20).default(''),
  city: OptionalText(255).default(''),
  state: OptionalText(255).default(''),
  /** ISO 3166 alpha-2, or empty. */
  country: z
    .string()
    .nullish()
    .transform((code) => code ?? '')
    .refine((code) => code === '' || countryCodes.includes(code), { params: { code: 'COUNTRY' } }),
  /** Whether other contacts may use this address too. */
  shareable: z.boolean().default(false),
}
const emailFields = { address: ValidEmailAddress, favorite: z.boolean().default(false) }
export const phoneFields = { type: z.enum(phoneTypes), number: Text(50) }

/** Contact that owns a shared address, phone number or e-mail address; null when the contact itself owns it. */
const sharedBy = { sharedByContactPersonRef: Id.nullable() }

export const Address = z.object({
  id: Id,
  version: Version,
  contactRef: Id,
  ...addressFields,
  country: z.string(),
  ...sharedBy,
})
export type Address = z.output<typeof Address>
export const EmailAddress = z.object({
  id: Id,
  version: Version,
  ...emailFields,
  address: z.string(),
  undeliverable: z.boolean(),
  ...sharedBy,
})
export type EmailAddress = z.output<typeof EmailAddress>
export const PhoneNumber = z.object({
  id: Id,
  version: Version,
  ...phoneFields,
  /** Number as stored: E.164 where it can be read as a number. */
  number: z.string(),
  ...sharedBy,
})
export type PhoneNumber = z.output<typeof PhoneNumber>

/** Shares the part of another contact, given by its id; the other fields may then be left out. */
const share = { sharedByContactPersonRef: Id.nullable().optional() }
const newAddress = { ...addressFields, ...share }
const newEmailAddress = {
  ...emailFields,
  /** E-mails to this address came back. Left out, the value is kept; a changed address starts with false. */
  undeliverable: z.boolean().optional(),
  ...share,
}
const newPhoneNumber = { ...phoneFields, ...share }
export const NewAddress = z.object(newAddress)
export const NewEmailAddress = z.object(newEmailAddress)
export const NewPhoneNumber = z.object(newPhoneNumber)

/** Returns the calls of one kind of part: POST below the contact; GET, PUT and DELETE below its own id. */
function subResource<Shape extends z.ZodRawShape, Row extends z.ZodType>(
  kind: string,
  what: string,
  shape: Shape,
  row: Row,
) {
  const path = `/api/contacts/:id/${kind}`
  const BySubId = z.object({ id: Id, subId: Id })
  return {
    add: endpoint({
      method: 'POST',
      path,
      allow: 'CONTACT_MODIFY',
      idempotencyKey: 'accepted',
      summary: `Add ${what}, or share another contact's`,
      params: ById,
      body: z.object(shape),
      response: row,
    }),
    get: endpoint({
      method: 'GET',
      path: `${path}/:subId`,
      allow: 'CONTACT_READ',
      summary: `One ${what}`,
      shows: ['contact contact=:id'],
      params: BySubId,
      response: row,
    }),
    update: endpoint({
      method: 'PUT',
      path: `${path}/:subId`,
      allow: 'CONTACT_MODIFY',
      summary: `Change ${what}`,
      params: BySubId,
      body: z.object({ version: Version, ...shape }),
      response: row,
    }),
    remove: endpoint({
      method: 'DELETE',
      path: `${path}/:subId`,
      allow: 'CONTACT_MODIFY',
      summary: `Remove ${what}`,
      params: BySubId,
      response: Done,
    }),
  }
}

export const addressApi = subResource('addresses', 'an address', newAddress, Address)
export const phoneNumberApi = subResource('phone-numbers', 'a phone number', newPhoneNumber, PhoneNumber)
export const emailAddressApi = subResource('emails', 'an e-mail address', newEmailAddress, EmailAddress)
