import { z } from 'zod'
import { type ContactPerson, NewContact } from '#contract/contacts/contacts'
import { formatPhone } from '#contract/contacts/phone-format'
import type { LegalType } from '../contact-words.ts'
import { emptyAddress } from '../parts/AddressEditor.tsx'
import { guessPhoneType } from '../parts/guess-phone-type.ts'
import type { Criteria } from '../picker/search-criteria.ts'

/** Values of the form for a new contact with its parts. Blank rows are ignored. */
export interface NewContactValues
  extends Omit<z.input<typeof NewContact>, 'contactPersons' | 'externalContactPersons' | Rows> {
  addresses: (ReturnType<typeof emptyAddress> & Shared)[]
  emailAddresses: ({ address: string; favorite: boolean } & Shared)[]
  phoneNumbers: ({ type: ReturnType<typeof guessPhoneType>; number: string } & Shared)[]
  contactPersons: ContactPerson[]
  externalContactPersons: ContactPerson[]
}
type Rows = 'addresses' | 'emailAddresses' | 'phoneNumbers'
interface Shared {
  sharedByContactPersonRef?: string | null
}

/** Returns the initial values, filled with what is known: the number of a caller, or the criteria of a search. */
export function startValues(known: Criteria): NewContactValues {
  const kind: LegalType = known.company && !known.givenName && !known.surname ? 'LEGAL' : 'NATURAL'
  const { street = '', zipCode = '', city = '', country } = known
  return {
    legalType: kind,
    salutation: null,
    title: '',
    givenName: known.givenName ?? '',
    surname: known.surname ?? '',
    companyName: known.company ?? '',
    language: 'DE',
    customerType: null,
    customer: known.customer ?? false,
    placeOfExperience: known.placeOfExperience ?? false,
    birthdate: null,
    sectorRef: null,
    remarks: '',
    uidCheck: { value: '' },
    eoriCheck: { value: '' },
    // if a company is known, the address is assumed to be the company's
    addresses: [{ ...emptyAddress(known.company ? 'LEGAL' : kind), street, zipCode, city, country: country ?? 'CH' }],
    emailAddresses: [{ address: known.emailAddress ?? '', favorite: true }],
    phoneNumbers: [emptyPhone(kind, formatPhone(known.phoneNumber ?? ''))],
    contactPersons: [],
    externalContactPersons: [],
  }
}

export const emptyPhone = (kind: LegalType, number = '') => ({ type: guessPhoneType(number, kind), number })

const rows = ['addresses', 'emailAddresses', 'phoneNumbers'] as const
const isBlank = {
  addresses: ({ street, zipCode, city, alternativeGP, additionalAddress }: NewContactValues['addresses'][number]) =>
    !`${street}${zipCode}${city}${alternativeGP}${additionalAddress}`.trim(),
  emailAddresses: ({ address }: NewContactValues['emailAddresses'][number]) => !address.trim(),
  phoneNumbers: ({ number }: NewContactValues['phoneNumbers'][number]) => !number.trim(),
}

/** Returns the request body without blank rows, and for each row its index in the form. */
function filled(values: NewContactValues) {
  const kept = {
    addresses: values.addresses.map((row, at) => ({ row, at })).filter(({ row }) => !isBlank.addresses(row)),
    emailAddresses: values.emailAddresses
      .map((row, at) => ({ row, at }))
      .filter(({ row }) => !isBlank.emailAddresses(row)),
    phoneNumbers: values.phoneNumbers.map((row, at) => ({ row, at })).filter(({ row }) => !isBlank.phoneNumbers(row)),
  }
  const body = {
    ...values,
    addresses: kept.addresses.map(({ row }) => row),
    emailAddresses: kept.emailAddresses.map(({ row }) => row),
    phoneNumbers: kept.phoneNumbers.map(({ row }) => row),
  }
  return { kept, body }
}

/** Converts a field path of the request to the form, which also contains blank rows. */
export function inForm(path: string, values: NewContactValues): string {
  const [list = '', index = '', ...rest] = path.split('.')
  const name = rows.find((row) => row === list)
  const at = name && filled(values).kept[name][Number(index)]?.at
  return at === undefined ? path : [list, at, ...rest].join('.')
}

/** Validates the request and assigns errors to the fields of the form. */
export const NewContactForm = z.custom<NewContactValues>().transform((values, ctx): NewContact => {
  const checked = NewContact.safeParse(filled(values).body)
  if (checked.success) return checked.data
  for (const { path, message: _, ...issue } of checked.error.issues) {
    ctx.addIssue({ ...issue, path: inForm(path.join('.'), values).split('.'), input: inputAt(values, path) } as never)
  }
  return z.NEVER
})

const inputAt = (values: NewContactValues, path: PropertyKey[]) =>
  path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key], filled(values).body)
