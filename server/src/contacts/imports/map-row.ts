import type { z } from 'zod'
import { NewContact } from '#contract/contacts/contacts'
import type { ImportField } from '#contract/contacts/imports'
import type { Language } from '#contract/limits'
import { importSentences } from '#contract/sentences/imports/by-language'
import { fill, invalidBecause } from '#contract/sentences/issue'
import { unguarded } from '../../files/spreadsheets/csv.ts'
import { sentenceOf } from '../../http/problem.ts'
import { type Phone, readPhone } from '../contacts.ts'
import { keptSpelling } from '../spellings/spellings.ts'
import {
  phoneTypeOf,
  readAddressType,
  readCountry,
  readCustomerType,
  readDate,
  readFlag,
  readLanguage,
  readLegalType,
  readSalutation,
} from './read-values.ts'
import type { CsvRecord } from './scan-csv.ts'

export type ImportedPhone = Phone & { readonly type: NewContact['phoneNumbers'][number]['type'] }

/** A row that may be written, or the reason why not. */
export type MappedRow =
  | { readonly contact: NewContact; readonly phones: readonly ImportedPhone[]; readonly name: string }
  | { readonly reason: string; readonly name: string }

export interface RowPlan {
  readonly mapping: readonly (ImportField | null)[]
  readonly language: Language
}

/** Returns the contact that a record stands for, checked by the rules of the API. */
export function mapRow(record: CsvRecord, { mapping, language }: RowPlan): MappedRow {
  const text = importSentences[language]
  const values = valuesOf(record.cells, mapping)
  const name = nameOf(values)
  const rejected = (sentence: string) => ({ name, reason: sentence })
  if (record.problem === 'tooLong') return rejected(fill(text.row.tooLong, { limit: 1 }))
  if (record.problem === 'openQuote') return rejected(text.row.openQuote)
  if (record.cellCount !== mapping.length) {
    return rejected(fill(text.row.columns, { found: record.cellCount, expected: mapping.length }))
  }
  // All faulty fields are reported at once, each with its first fault.
  const faults = new Map<string, string>()
  const blame = (field: ImportField, sentence: string) => {
    if (!faults.has(field)) faults.set(field, fill(text.row.field, { field: text.fields[field], sentence }))
  }
  const { read, unknown } = readAll(values)
  for (const { field, value } of unknown) {
    const sentence = field === 'birthdate' ? text.row.noDate : text.row.unknownValue
    blame(field, fill(sentence, { value: value.slice(0, 100).toWellFormed() }))
  }
  const { input, fields } = contactInput(values, read)
  const checked = NewContact.safeParse(input, { reportInput: true })
  for (const issue of checked.error?.issues ?? []) {
    const because = invalidBecause(issue as z.core.$ZodRawIssue)
    const sentence = sentenceOf(language, 'invalid', because.key, because.values)
    if (because.key === 'nameRequired') faults.set('', sentence)
    else blame(fieldOf(issue.path, fields), sentence)
  }
  const phones: ImportedPhone[] = []
  for (const [at, { number, type }] of (input.phoneNumbers ?? []).entries()) {
    const phone = readPhone(number, read.country || 'CH')
    if (!phone) blame(fields.phones[at] ?? 'phoneNumber', sentenceOf(language, 'invalid', 'phone'))
    if (!phone || phones.some((other) => other.number === phone.number)) continue
    phones.push({ ...phone, type: type === 'LANDLINE' ? phoneTypeOf(phone.number) : type })
  }
  if (!checked.success || faults.size > 0) return rejected([...faults.values()].join('; '))
  return { contact: checked.data, phones, name }
}

type Values = Partial<Record<ImportField, string>>

function valuesOf(cells: readonly string[], mapping: RowPlan['mapping']): Values {
  const values: Values = {}
  for (const [at, field] of mapping.entries()) {
    const cell = unguarded(cells[at] ?? '').trim()
    if (!field || cell === '') continue
    // Several columns may be mapped to the remarks.
    values[field] = values[field] ? `${values[field]}\n${cell}` : cell
  }
  return values
}

const nameOf = ({ companyName = '', givenName = '', surname = '' }: Values) =>
  (`${givenName} ${surname}`.trim() || companyName).slice(0, 255).toWellFormed()

const readers = {
  legalType: readLegalType,
  salutation: readSalutation,
  language: readLanguage,
  customerType: readCustomerType,
  customer: readFlag,
  placeOfExperience: readFlag,
  birthdate: readDate,
  addressType: readAddressType,
  country: readCountry,
} as const
type Read = { [Field in keyof typeof readers]?: Exclude<ReturnType<(typeof readers)[Field]>, undefined> }

function readAll(values: Values): { read: Read; unknown: { field: ImportField; value: string }[] } {
  const unknown: { field: ImportField; value: string }[] = []
  const read: Record<string, unknown> = {}
  for (const [field, reader] of Object.entries(readers) as [keyof typeof readers, (text: string) => unknown][]) {
    const value = values[field]
    if (value === undefined) continue
    const meaning = reader(value)
    if (meaning === undefined) unknown.push({ field, value })
    else read[field] = meaning
  }
  return { read: read as Read, unknown }
}

interface Fields {
  readonly emails: ImportField[]
  readonly phones: ImportField[]
}

/** Returns the input that the API would receive, and the fields its e-mail addresses and numbers come from. */
function contactInput(values: Values, read: Read): { input: z.input<typeof NewContact>; fields: Fields } {
  const mails = (['emailAddress', 'emailAddress2'] as const).flatMap((field) =>
    (values[field] ?? '')
      .split(/[;,\s]+/)
      .filter(Boolean)
      .map((address) => ({ field, address: keptSpelling(address) })),
  )
  const distinct = mails.filter(
    ({ address }, at) => mails.findIndex((mail) => mail.address.toLowerCase() === address.toLowerCase()) === at,
  )
  const phones = phoneFields.flatMap(([field, type]) => (values[field] ? [{ field, type, number: values[field] }] : []))
  const { legalType, salutation, language, customerType, birthdate, addressType } = read
  const onlyCompany = values.companyName && !values.givenName && !values.surname
  const address = {
    addressType: addressType ?? ((legalType ? legalType === 'LEGAL' : onlyCompany) ? 'BUSINESS' : 'HOME'),
    alternativeGP: values.alternativeGP,
    additionalAddress: values.additionalAddress,
    street: [values.street, values.houseNumber].filter(Boolean).join(' '),
    zipCode: values.zipCode,
    city: values.city,
    state: values.state,
    country: read.country ?? '',
  } as const
  const hasAddress =
    address.street || address.zipCode || address.city || address.additionalAddress || address.alternativeGP
  return {
    fields: { emails: distinct.map(({ field }) => field), phones: phones.map(({ field }) => field) },
    input: {
      legalType: legalType ?? undefined,
      salutation: salutation ?? null,
      title: values.title,
      givenName: values.givenName,
      surname: values.surname,
      companyName: values.companyName,
      language: language ?? undefined,
      customerType: customerType ?? null,
      customer: read.customer ?? false,
      placeOfExperience: read.placeOfExperience ?? false,
      birthdate: birthdate ?? null,
      remarks: values.remarks,
      uidCheck: { value: values.uid ?? '' },
      eoriCheck: { value: values.eori ?? '' },
      addresses: hasAddress || read.country || address.state ? [address] : [],
      emailAddresses: distinct.map(({ address }) => ({ address })),
      phoneNumbers: phones.map(({ type, number }) => ({ type, number })),
    },
  }
}

const phoneFields = [
  ['phoneNumber', 'LANDLINE'],
  ['phoneNumber2', 'LANDLINE'],
  ['mobileNumber', 'MOBILE'],
  ['faxNumber', 'FAX'],
] as const

/** Returns the field of the file that a value rejected by the API came from. */
function fieldOf(path: readonly PropertyKey[], fields: Fields): ImportField {
  const [first, second, third] = path
  if (first === 'emailAddresses') return fields.emails[Number(second)] ?? 'emailAddress'
  if (first === 'phoneNumbers') return fields.phones[Number(second)] ?? 'phoneNumber'
  if (first === 'addresses') return third as ImportField
  if (first === 'uidCheck') return 'uid'
  if (first === 'eoriCheck') return 'eori'
  return first as ImportField
}
