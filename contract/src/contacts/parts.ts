import { z } from 'zod'
import { ValidEmailAddress } from '../email-address.ts'
import { ById, Done, endpoint, Id, OptionalText, Text, Version } from '../endpoint.ts'
import { countryCodes } from './countries.ts'

export const legalTypes = ['NATURAL', 'LEGAL'] as const
export const addressTypes = ['HOME', 'BUSINESS', 'COTTAGE'] as const
export const phoneTypes = ['MOBILE', 'LANDLINE', 'FAX', 'BUSINESS'] as const

/** What is a column of each address. */
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
  /** May other contacts use this address too? */
  shareable: z.boolean().default(false),
}
const emailFields = { address: ValidEmailAddress, favorite: z.boolean().default(false) }
export const phoneFields = { type: z.enum(phoneTypes), number: Text(50) }

/** Points to the contact whose address, number or mail this is; null when it is the contact's own. */
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
  /** As kept: E.164 where the number can be read as one. */
  number: z.string(),
  ...sharedBy,
})
export type PhoneNumber = z.output<typeof PhoneNumber>

/** A reference to the row of another contact that is to be shared; then the other fields may be left out. */
const share = { sharedByContactPersonRef: Id.nullable().optional() }
const newAddress = { ...addressFields, ...share }
const newEmailAddress = {
  ...emailFields,
  /** That mail to it came back. Left out, it stays as it is, and another address begins without. */
  undeliverable: z.boolean().optional(),
  ...share,
}
const newPhoneNumber = { ...phoneFields, ...share }
export const NewAddress = z.object(newAddress)
export const NewEmailAddress = z.object(newEmailAddress)
export const NewPhoneNumber = z.object(newPhoneNumber)

/** The calls of one kind of sub-resource: POST below the contact; GET, PUT and DELETE below its own id. */
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
