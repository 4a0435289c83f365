import type { NewContact } from '#contract/contacts/contacts'
import type { ImportField } from '#contract/contacts/imports'
import type { Language } from '#contract/limits'
import { importSentences } from '#contract/sentences/imports/by-language'
import { fill } from '#contract/sentences/issue'
import type { ImportedPhone } from './map-row.ts'
import { fold } from './read-values.ts'

/** Fields that an import fills if the contact has no value there. */
export const fillable = [
  'salutation',
  'title',
  'givenName',
  'surname',
  'companyName',
  'customerType',
  'birthdate',
  'remarks',
  'uid',
  'eori',
] as const
export type Fillable = (typeof fillable)[number]
export type FillableValues = { readonly [Field in Fillable]: string | null }

export interface Place {
  readonly street: string
  readonly zipCode: string
  readonly city: string
}

/** What is known of a contact for matching rows: it is from the database or from an earlier row of the file. */
export interface Known {
  readonly id: string
  legalType: string
  fields: FillableValues
  /** In lower case. */
  emails: string[]
  phones: string[]
  places: Place[]
}

/** What a row would write. */
export interface Wanted {
  readonly contact: NewContact
  readonly phones: readonly ImportedPhone[]
}

export interface Additions {
  readonly fields: Partial<Record<Fillable, string>>
  readonly emails: readonly NewContact['emailAddresses'][number][]
  readonly phones: readonly ImportedPhone[]
  readonly addresses: readonly NewContact['addresses'][number][]
}

export type Decision =
  | { readonly result: 'CREATED' }
  | { readonly result: 'MATCHED'; readonly known: Known; readonly reason: string }
  | { readonly result: 'CHANGED'; readonly known: Known; readonly additions: Additions }
  | { readonly result: 'REJECTED'; readonly reason: string }

/** Contacts that rows may match, by e-mail address, number, and name at a place. */
export class KnownContacts {
  readonly #byKey = new Map<string, Set<Known>>()

  add(known: Known): void {
    for (const key of keysOf(known)) {
      const before = this.#byKey.get(key)
      if (before) before.add(known)
      else this.#byKey.set(key, new Set([known]))
    }
  }

  with(key: string): readonly Known[] {
    return [...(this.#byKey.get(key) ?? [])]
  }
}

/** Decides what becomes of a row, given the contacts known so far. */
export function decide(
  wanted: Wanted,
  contacts: KnownContacts,
  { language, updateMatches }: { language: Language; updateMatches: boolean },
): Decision {
  const as = fromWanted('', wanted)
  const found: { field: ImportField; value: string; among: readonly Known[] }[] = [
    ...as.emails.map((value) => ({ field: 'emailAddress' as const, value, among: contacts.with(`e:${value}`) })),
    ...as.phones.map((value) => ({ field: 'phoneNumber' as const, value, among: contacts.with(`p:${value}`) })),
  ].filter(({ among }) => among.length > 0)
  const text = importSentences[language]
  const [first] = found
  const byName = namesakes(as, contacts)
  if (!first) {
    const [oldest] = byName
    return oldest ? additionsTo(oldest, wanted, updateMatches) : { result: 'CREATED' }
  }
  const inAll = first.among.filter((known) => found.every(({ among }) => among.includes(known)))
  const known = inAll.find((one) => sameName(one, as)) ?? inAll[0]
  if (!known) {
    const other = found.find(({ among }) => !among.some((one) => first.among.includes(one))) ?? first
    const [one, another] = [first.among[0], other.among[0]]
    return {
      result: 'REJECTED',
      reason: fill(text.row.conflict, {
        one: text.fields[first.field],
        oneName: one ? nameOf(one) : '',
        other: text.fields[other.field],
        otherName: another ? nameOf(another) : '',
      }),
    }
  }
  if (contradicts(known, as)) {
    return {
      result: 'MATCHED',
      known,
      reason: fill(text.row.otherName, { what: text.fields[first.field], value: first.value, name: nameOf(known) }),
    }
  }
  return additionsTo(known, wanted, updateMatches)
}

function additionsTo(known: Known, wanted: Wanted, updateMatches: boolean): Decision {
  const matched = { result: 'MATCHED', known, reason: '' } as const
  if (!updateMatches) return matched
  const as = fromWanted('', wanted)
  const fields: Partial<Record<Fillable, string>> = {}
  for (const field of fillable) {
    const value = as.fields[field]
    if (value && !known.fields[field]) fields[field] = value
  }
  const emails = wanted.contact.emailAddresses.filter(({ address }) => !known.emails.includes(address.toLowerCase()))
  const phones = wanted.phones.filter(({ number }) => !known.phones.includes(number))
  const addresses = wanted.contact.addresses.filter(
    (address) =>
      !known.places.some((place) => samePlace(place, address) && (hasPlace(address) || sameCity(place, address))),
  )
  const additions = { fields, emails, phones, addresses }
  const some = Object.keys(fields).length + emails.length + phones.length + addresses.length > 0
  return some ? { result: 'CHANGED', known, additions } : matched
}

/** Returns the contact as it is known once the row has created it. */
export function fromWanted(id: string, { contact, phones }: Wanted): Known {
  const onlyCompany = contact.companyName !== '' && contact.givenName === '' && contact.surname === ''
  return {
    id,
    legalType: contact.legalType ?? (onlyCompany ? 'LEGAL' : 'NATURAL'),
    fields: {
      salutation: contact.salutation,
      title: contact.title,
      givenName: contact.givenName,
      surname: contact.surname,
      companyName: contact.companyName,
      customerType: contact.customerType,
      birthdate: contact.birthdate,
      remarks: contact.remarks,
      uid: contact.uidCheck.value,
      eori: contact.eoriCheck.value,
    },
    emails: contact.emailAddresses.map(({ address }) => address.toLowerCase()),
    phones: phones.map(({ number }) => number),
    places: contact.addresses.map(({ street, zipCode, city }) => ({ street, zipCode, city })),
  }
}

/** Adds what a row brought to a known contact. */
export function enrich(known: Known, { fields, emails, phones, addresses }: Additions): void {
  known.fields = { ...known.fields, ...fields }
  known.emails = [...known.emails, ...emails.map(({ address }) => address.toLowerCase())]
  known.phones = [...known.phones, ...phones.map(({ number }) => number)]
  known.places = [...known.places, ...addresses.map(({ street, zipCode, city }) => ({ street, zipCode, city }))]
}

/** Returns the keys a contact is found by; by name alone only without place, e-mail address and number. */
export function keysOf(known: Known): string[] {
  const name = fold(sortNameOf(known))
  const places = known.places.filter(hasPlace).map((place) => `n:${name}|${placeKey(place)}`)
  const bare = places.length === 0 && known.emails.length === 0 && known.phones.length === 0
  return [
    ...known.emails.map((mail) => `e:${mail}`),
    ...known.phones.map((number) => `p:${number}`),
    ...new Set(bare ? [`n:${name}|`] : places),
  ]
}

/** Returns the name that the search row is sorted by, before folding. */
export function sortNameOf({ legalType, fields: { givenName, surname, companyName } }: Known): string {
  if (surname && !(legalType === 'LEGAL' && companyName)) return `${surname} ${givenName ?? ''}`
  return companyName || givenName || ''
}

function nameOf({ legalType, fields: { givenName, surname, companyName } }: Known): string {
  const person = `${givenName ?? ''} ${surname ?? ''}`.trim()
  return (legalType === 'LEGAL' && companyName) || person || companyName || ''
}

/** Returns the contacts with the same name at the same place, the oldest first. */
function namesakes(as: Known, contacts: KnownContacts): Known[] {
  const keys = keysOf(as).filter((key) => key.startsWith('n:'))
  return [...new Set(keys.flatMap((key) => contacts.with(key)))]
    .filter((known) => sameName(known, as))
    .sort((one, other) => (one.id < other.id ? -1 : 1))
}

const equal = (one: string | null, other: string | null) => fold(one ?? '') === fold(other ?? '')
const agree = (one: string | null, other: string | null) => !one || !other || drawn(one) === drawn(other)
/** Reduces a name to letters and digits with umlauts contracted: Müller is Mueller, D’Angelo is D'Angelo. */
const drawn = (name: string) =>
  fold(name)
    .replace(/([aou])e/g, '$1')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

function sameName({ fields: one }: Known, { fields: other }: Known): boolean {
  const samePerson = equal(one.givenName, other.givenName) && equal(one.surname, other.surname)
  if (one.givenName || one.surname) return samePerson && agree(one.companyName, other.companyName)
  return equal(one.companyName, other.companyName) && agree(one.givenName, other.givenName)
}

/** Whether the names are of different contacts: other persons, other companies, or a person and a company. */
function contradicts({ fields: one }: Known, { fields: other }: Known): boolean {
  const bothPersons = (one.givenName || one.surname) && (other.givenName || other.surname)
  if (bothPersons) return !(agree(one.givenName, other.givenName) && agree(one.surname, other.surname))
  return !(one.companyName && other.companyName && agree(one.companyName, other.companyName))
}

const hasPlace = ({ street, zipCode }: Place) => Boolean(street || zipCode)
const samePlace = (one: Place, other: Place) => placeKey(one) === placeKey(other)
const sameCity = (one: Place, other: Place) => equal(one.city, other.city)

/** Key of zip code and street; `Seestr. 1` is `Seestrasse 1`. */
const placeKey = ({ zipCode, street }: Place) =>
  `${fold(zipCode)}|${fold(street)
    .replace(/str(\.|(?=\s|$))/g, 'strasse')
    .replace(/[\s,.]+/g, ' ')
    .trim()}`
