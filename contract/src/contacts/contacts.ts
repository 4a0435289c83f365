import { z } from 'zod'
import {
  ById,
  Done,
  endpoint,
  fileAnswer,
  Id,
  Instant,
  OptionalText,
  oneLine,
  PlainDate,
  SeenVersion,
  today,
  Version,
} from '../endpoint.ts'
import { languages, limits } from '../limits.ts'
import { Origin } from '../origins.ts'
import type { Access } from '../permissions.ts'
import { Address, EmailAddress, legalTypes, NewAddress, NewEmailAddress, NewPhoneNumber, PhoneNumber } from './parts.ts'
import { ContactRelation } from './relation-types.ts'

export { legalTypes } from './parts.ts'

export const salutations = ['MR', 'MS'] as const
export const contactPersonKinds = ['CONTACT_PERSON', 'EXTERNAL_CONTACT_PERSON'] as const
export const customerTypes = [
  'PRIVATE',
  'BUSINESS',
  'POTENTIAL',
  'RESELLER_25',
  'RESELLER_10',
  'RESELLER',
  'SUPPLIER',
  'FIRE_HELPER',
] as const
export type CustomerType = (typeof customerTypes)[number]

export const ContactPerson = z.object({
  contactRef: Id,
  fullName: z.string(),
  emailAddress: z.string(),
  phoneNumber: z.string(),
})
export type ContactPerson = z.output<typeof ContactPerson>

export const checkStates = ['NONE', 'INVALID', 'FORM_OK', 'CONFIRMED', 'DENIED', 'PENDING', 'UNREACHABLE'] as const
export const checkSources = ['CHECK_DIGIT', 'VIES'] as const
/** Tax or customs number with the state, source and time of its check. */
export const NumberCheck = z.object({
  value: z.string(),
  verified: z.boolean(),
  state: z.enum(checkStates),
  source: z.enum(checkSources).nullable(),
  checkedAtUtc: Instant.nullable(),
})
export type NumberCheck = z.output<typeof NumberCheck>

/** Date of birth: from 1800, like every entered date, and not in the future. */
const Birthdate = PlainDate.refine((day) => day <= today(), { params: { code: 'FUTURE' } })

/** Columns of the contact table. */
export const contactFields = {
  legalType: z.enum(legalTypes).optional(),
  salutation: z.enum(salutations).nullable().default(null),
  title: OptionalText(100).default(''),
  givenName: OptionalText(255).default(''),
  surname: OptionalText(255).default(''),
  companyName: OptionalText(255).default(''),
  language: z.enum(languages).default('DE'),
  customerType: z.enum(customerTypes).nullable().default(null),
  customer: z.boolean().default(false),
  placeOfExperience: z.boolean().default(false),
  birthdate: Birthdate.nullable().default(null),
  sectorRef: Id.nullable().default(null),
  remarks: OptionalText(limits.remarksLength).default(''),
}
const entered = {
  ...contactFields,
  uidCheck: z.object({ value: OptionalText(30) }).default({ value: '' }),
  eoriCheck: z.object({ value: OptionalText(30) }).default({ value: '' }),
}
const linkedPersons = z.array(z.object({ contactRef: Id })).max(200)

/** A contact needs a visible name. */
const named = ({ givenName, surname, companyName }: { givenName: string; surname: string; companyName: string }) =>
  oneLine(givenName + surname + companyName) !== ''
const needsName = { path: ['surname'], params: { code: 'NAME_REQUIRED' } }

export const NewContact = z
  .object({
    ...entered,
    addresses: z.array(NewAddress).max(100).default([]),
    emailAddresses: z.array(NewEmailAddress).max(100).default([]),
    phoneNumbers: z.array(NewPhoneNumber).max(100).default([]),
    contactPersons: linkedPersons.default([]),
    externalContactPersons: linkedPersons.default([]),
  })
  .refine(named, needsName)
export type NewContact = z.output<typeof NewContact>

/** Addresses, numbers and e-mail addresses have calls of their own; lists of persons are replaced when given. */
export const ContactChange = z
  .object({
    version: Version,
    ...entered,
    contactPersons: linkedPersons.optional(),
    externalContactPersons: linkedPersons.optional(),
  })
  .refine(named, needsName)
export type ContactChange = z.output<typeof ContactChange>

export const Contact = z.object({
  id: Id,
  version: Version,
  fullName: z.string(),
  ...contactFields,
  legalType: z.enum(legalTypes),
  birthdate: PlainDate.nullable(),
  uidCheck: NumberCheck,
  eoriCheck: NumberCheck,
  /** Date of the latest purchase of the main product. */
  latestPurchase: PlainDate.nullable(),
  addresses: z.array(Address),
  emailAddresses: z.array(EmailAddress),
  phoneNumbers: z.array(PhoneNumber),
  contactPersons: z.array(ContactPerson),
  externalContactPersons: z.array(ContactPerson),
  /** Relations to contacts outside the bin, as seen from this one, active ones first. */
  relations: z.array(ContactRelation),
  createdAtUtc: Instant,
  updatedAtUtc: Instant,
  /** Set while the contact is in the bin. */
  deletedAtUtc: Instant.nullable(),
})
export type Contact = z.output<typeof Contact>

/** Contact as lists show it: its own fields, and the first of its addresses, e-mail addresses and phone numbers. */
export const ContactRow = Contact.pick({
  id: true,
  fullName: true,
  legalType: true,
  salutation: true,
  title: true,
  givenName: true,
  surname: true,
  companyName: true,
  customerType: true,
  customer: true,
  placeOfExperience: true,
}).extend({
  street: z.string(),
  zipCode: z.string(),
  city: z.string(),
  country: z.string(),
  emailAddress: z.string(),
  phoneNumber: z.string(),
})
export type ContactRow = z.output<typeof ContactRow>

/** Columns of the contact list, to sort and filter by. Text filters match a part of the value, others the whole. */
const columns = {
  name: OptionalText(255),
  customer: z.boolean(),
  salutation: z.enum(salutations),
  title: OptionalText(255),
  givenName: OptionalText(255),
  surname: OptionalText(255),
  company: OptionalText(255),
  street: OptionalText(255),
  zipCode: OptionalText(255),
  city: OptionalText(255),
  country: OptionalText(255),
  emailAddress: OptionalText(255),
  phoneNumber: OptionalText(255),
  customerType: z.enum(customerTypes),
}
export type ContactColumn = keyof typeof columns
export const contactColumns = Object.keys(columns) as ContactColumn[]

export const ContactColumnFilters = z.object(columns).partial()
export type ContactColumnFilters = z.output<typeof ContactColumnFilters>

export const ContactSearch = z.object({
  /** Quick filter: every word occurs in the name, company, address, e-mail address or phone number. */
  text: OptionalText(255).optional(),
  givenName: OptionalText(255).optional(),
  surname: OptionalText(255).optional(),
  company: OptionalText(255).optional(),
  street: OptionalText(255).optional(),
  zipCode: OptionalText(20).optional(),
  city: OptionalText(255).optional(),
  country: OptionalText(255).optional(),
  emailAddress: OptionalText(255).optional(),
  phoneNumber: OptionalText(50).optional(),
  /** True: only contacts with this property; false or left out: all. */
  placeOfExperience: z.boolean().nullish(),
  customer: z.boolean().nullish(),
  reseller: z.boolean().nullish(),
  /** First and last day on which the contact was entered, in Zurich. */
  createdFrom: PlainDate.nullish(),
  createdTo: PlainDate.nullish(),
  /** Sort order; default by name. Empty values come last in both directions. */
  sort: z
    .array(z.object({ column: z.enum(contactColumns), descending: z.boolean().default(false) }))
    .max(contactColumns.length)
    .default([]),
  columnFilters: ContactColumnFilters.default({}),
  page: z.int().min(1).max(1_000_000).default(limits.search.page),
  pageSize: z.int().min(1).max(limits.search.pageSize).default(limits.search.pageSize),
})
export type ContactSearch = z.output<typeof ContactSearch>

/** Access to proposals of recipients: everybody who writes e-mails. */
const writing: Access = { allOf: ['CONTACT_READ', 'EMAIL_CREATE'] }

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export const contactApi = {
  search: endpoint({
    method: 'POST',
    path: '/api/contacts/_search',
    reads: true,
    allow: 'CONTACT_READ',
    summary: 'Contacts that match every given field; umlauts and phone notations are equal to each other',
    body: ContactSearch,
    /** `total` is counted up to one more than a full page; `more` says that there are at least that many. */
    shows: ['contact'],
    response: z.object({ contacts: z.array(ContactRow), total: z.int(), more: z.boolean() }),
  }),
  count: endpoint({
    method: 'POST',
    path: '/api/contacts/_count',
    reads: true,
    allow: 'CONTACT_READ',
    summary: 'How many contacts a search finds, on all pages',
    body: ContactSearch,
    shows: ['contact'],
    response: z.object({ count: z.int() }),
  }),
  byIds: endpoint({
    method: 'POST',
    path: '/api/contacts/_byIds',
    reads: true,
    allow: 'CONTACT_READ',
    summary: 'Contacts by their ids, those that exist, in the order asked for',
    body: z.object({ ids: z.array(Id).max(1000) }),
    shows: ['contact'],
    response: z.array(ContactRow),
  }),
  exportAsResult: endpoint({
    method: 'POST',
    path: '/api/contacts/_exportAsResult',
    reads: true,
    allow: { allOf: ['CONTACT_READ', 'CONTACT_CREATE'] },
    costly: { kind: 'EXPORT' },
    summary: 'Everything a search finds, in its order, as a spreadsheet (XLSX or CSV)',
    query: z.object({ format: z.enum(['xlsx', 'csv']).default('xlsx') }),
    body: ContactSearch,
    response: fileAnswer(xlsx),
  }),
  bin: endpoint({
    method: 'GET',
    path: '/api/contacts/bin',
    allow: 'CONTACT_DELETE',
    summary: 'Contacts in the bin, the latest first',
    shows: ['contact'],
    response: z.array(ContactRow.extend({ deletedAtUtc: Instant })),
  }),
  emails: endpoint({
    method: 'GET',
    path: '/api/contacts/emails',
    allow: writing,
    summary: 'E-mail addresses with their owners, to complete a recipient; narrowed by searchTerm, at most 50 then',
    query: z.object({ searchTerm: OptionalText(255).optional() }),
    shows: ['contact'],
    response: z.array(z.object({ address: z.string(), contactRef: Id, fullName: z.string(), favorite: z.boolean() })),
  }),
  whichIsSupplierOrReseller: endpoint({
    method: 'GET',
    path: '/api/contacts/emails/whichIsSupplierOrReseller',
    allow: writing,
    summary: 'Names of the suppliers and resellers among the recipients',
    shows: ['contact'],
    query: z.object({
      recipients: z
        .union([z.string().transform((one) => [one]), z.array(z.string())])
        .pipe(z.array(z.string().max(320)).max(500)),
    }),
    response: z.array(z.string()),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/contacts/:id',
    allow: 'CONTACT_READ',
    summary: 'One contact with everything on it',
    params: ById,
    // The answer holds names of other contacts: its persons and its relations.
    shows: ['contact', 'relation'],
    response: Contact,
  }),
  origin: endpoint({
    method: 'GET',
    path: '/api/contacts/:id/origin',
    allow: 'CONTACT_READ',
    summary: 'The board and the e-mail that a contact was made from, as far as the caller may see them',
    shows: ['contact contact=:id', 'email', 'board'],
    params: ById,
    response: Origin,
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/contacts',
    allow: 'CONTACT_CREATE',
    idempotencyKey: 'accepted',
    summary:
      'Add a contact; blackboardRef and emailRef say what it was made from; with `emailVersion`, only if nobody changed that e-mail since',
    query: z.object({
      blackboardRef: Id.optional(),
      emailRef: Id.optional(),
      emailVersion: SeenVersion.optional(),
    }),
    body: NewContact,
    response: Contact,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/contacts/:id',
    allow: 'CONTACT_MODIFY',
    summary: 'Change a contact',
    params: ById,
    body: ContactChange,
    response: Contact,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/contacts/:id',
    allow: 'CONTACT_DELETE',
    summary: 'Move a contact to the bin',
    params: ById,
    response: Done,
  }),
  restore: endpoint({
    method: 'PUT',
    path: '/api/contacts/:id/restore',
    allow: 'CONTACT_DELETE',
    summary: 'Bring a contact back from the bin',
    params: ById,
    response: Contact,
  }),
}
