import { createHash } from 'node:crypto'
import type { CustomerType } from '#contract/contacts/contacts'
import { readPhone } from '../contacts/phone.ts'
import { checkUid } from '../contacts/tax-numbers.ts'
import { between, chance, pick, randomFrom, type World } from './random.ts'
import {
  academicTitles,
  companies,
  type DemoCountry,
  givenNames,
  type Place,
  places,
  remarks,
  streets,
  surnames,
} from './words.ts'

/** Must be raised whenever an index yields another contact, so that stored data sets are built again. */
export const demoVersion = 1

/** A contact as rows of its tables; every id is the same at each run. */
export interface DemoContact {
  readonly contact: { readonly id: string; readonly [column: string]: unknown }
  /** Index of its sector among the demo sectors; null without one. */
  readonly sector: number | null
  readonly addresses: readonly object[]
  readonly emails: readonly object[]
  readonly phones: readonly object[]
  readonly persons: readonly object[]
}

/**
 * Yields fictitious contacts that look real: companies, some of them followed by employees who share their address,
 * number or e-mail address, and private people. The same seed yields the same contacts.
 */
export function* demoContacts(count: number, seed = 1): Generator<DemoContact> {
  const world: World = { random: randomFrom(seed), mails: new Set(), numbers: new Map() }
  let employer: Employer | null = null
  let staff = 0
  for (let index = 0; index < count; index++) {
    if (employer && staff > 0) {
      staff--
      yield employee(world, index, employer)
    } else if (chance(world, 0.28)) {
      staff = pick(world, [0, 0, 1, 1, 2, 3])
      const [made, itself] = company(world, index, Math.min(staff, count - index - 1))
      employer = itself
      yield made
    } else {
      yield privatePerson(world, index)
    }
  }
}

/** Returns the id of the row `at` of a kind for the contact with this index. */
export const demoId = (index: number, kind: Kind = 'contact', at = 0): string => {
  const hash = createHash('sha256').update(`glut demo ${kind} ${index} ${at}`).digest('hex')
  const time = (Date.UTC(2024, 0, 1) + index * 60_000).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hash.slice(0, 3)}-8${hash.slice(3, 6)}-${hash.slice(6, 18)}`
}
type Kind = 'contact' | 'address' | 'email' | 'phone' | 'encounter' | 'document' | 'comment'

const somePlace = (world: World): Place => {
  const country: DemoCountry = pick(world, ['CH', 'CH', 'CH', 'CH', 'CH', 'CH', 'DE', 'DE', 'AT', 'FR'])
  return pick(world, places[country])
}

// --- the three kinds of contacts -----------------------------------------------------------------------------------

interface Employer {
  readonly index: number
  readonly place: Place
  readonly name: string
}

const businessTypes: readonly (CustomerType | null)[] = [
  'BUSINESS',
  'BUSINESS',
  'BUSINESS',
  'POTENTIAL',
  'RESELLER',
  'RESELLER_10',
  'RESELLER_25',
  'SUPPLIER',
  null,
]
const privateTypes: readonly (CustomerType | null)[] = [
  'PRIVATE',
  'PRIVATE',
  'PRIVATE',
  'POTENTIAL',
  'FIRE_HELPER',
  null,
]

function company(world: World, index: number, staff: number): [DemoContact, Employer] {
  const place = somePlace(world)
  const name = pick(world, companies[place.country]).replace('{}', pick(world, surnames[place.country]))
  const type = pick(world, businessTypes)
  const mail = freeMail(world, pick(world, ['info', 'office', 'kontakt', 'verkauf']), `${slug(name)}.example`)
  const made: DemoContact = {
    contact: {
      ...common(world, index, place, type),
      legal_type: 'LEGAL',
      company_name: name,
      ...uidColumns(world, index, place.country),
    },
    sector: chance(world, 0.7) ? between(world, 0, 6) : null,
    addresses: [address(world, index, 0, 'BUSINESS', place)],
    emails: [email(index, 0, mail, true)],
    phones: [
      phone(world, index, 0, 'BUSINESS', place),
      ...(chance(world, 0.2) ? [phone(world, index, 1, 'FAX', place)] : []),
    ],
    persons: Array.from({ length: staff }, (_, at) => ({
      contact_id: demoId(index),
      person_id: demoId(index + 1 + at),
      kind: at === 2 ? 'EXTERNAL_CONTACT_PERSON' : 'CONTACT_PERSON',
      position: at,
    })),
  }
  return [made, { index, place, name }]
}

function employee(world: World, index: number, employer: Employer): DemoContact {
  const { place } = employer
  const person = name(world, place)
  const sharesMail = chance(world, 0.2)
  const sharesNumber = chance(world, 0.4)
  const id = demoId(index)
  return {
    contact: {
      ...common(world, index, place, pick(world, [null, 'BUSINESS'])),
      ...person,
      company_name: employer.name,
    },
    sector: null,
    addresses: [
      {
        id: demoId(index, 'address'),
        contact_id: id,
        shared_address_id: demoId(employer.index, 'address'),
        address_type: 'BUSINESS',
      },
    ],
    emails: sharesMail
      ? [
          {
            id: demoId(index, 'email'),
            contact_id: id,
            shared_email_id: demoId(employer.index, 'email'),
            favorite: true,
          },
        ]
      : [email(index, 0, freeMail(world, localPart(person), `${slug(employer.name)}.example`), true)],
    phones: [
      sharesNumber
        ? {
            id: demoId(index, 'phone'),
            contact_id: id,
            shared_phone_id: demoId(employer.index, 'phone'),
            type: 'BUSINESS',
          }
        : phone(world, index, 0, 'MOBILE', place),
    ],
    persons: [],
  }
}

function privatePerson(world: World, index: number): DemoContact {
  const place = somePlace(world)
  const person = name(world, place)
  const mails = Array.from({ length: pick(world, [0, 1, 1, 1, 1, 2]) }, (_, at) =>
    email(index, at, freeMail(world, localPart(person), pick(world, mailDomains)), at === 0),
  )
  return {
    contact: {
      ...common(world, index, place, pick(world, privateTypes)),
      ...person,
      title: chance(world, 0.06) ? pick(world, academicTitles) : '',
      birthdate: chance(world, 0.4) ? birthdate(world) : null,
    },
    sector: chance(world, 0.15) ? 7 : null,
    addresses: [
      address(world, index, 0, 'HOME', place),
      ...(chance(world, 0.08) ? [address(world, index, 1, 'COTTAGE', somePlace(world))] : []),
    ],
    emails: mails,
    phones: [
      ...(chance(world, 0.8) ? [phone(world, index, 0, 'MOBILE', place)] : []),
      ...(chance(world, 0.35) ? [phone(world, index, 1, 'LANDLINE', place)] : []),
    ],
    persons: [],
  }
}

// --- rows ----------------------------------------------------------------------------------------------------------

const mailDomains = ['example.com', 'example.org', 'example.net']

const common = (world: World, index: number, place: Place, type: CustomerType | null) => ({
  id: demoId(index),
  legal_type: 'NATURAL',
  language: place.speech === 'french' ? 'FR' : 'DE',
  customer_type: type,
  customer: type !== null && type !== 'POTENTIAL' && type !== 'SUPPLIER' && chance(world, 0.85),
  place_of_experience: chance(world, 0.02),
  remarks: chance(world, 0.1) ? pick(world, remarks) : '',
})

function name(world: World, place: Place) {
  const salutation = pick(world, ['MS', 'MR'] as const)
  const surname = pick(world, surnames[place.country])
  const second = chance(world, 0.08) ? `-${pick(world, surnames[place.country])}` : ''
  return { salutation, given_name: pick(world, givenNames[place.speech][salutation]), surname: surname + second }
}

function address(world: World, index: number, at: number, type: string, place: Place) {
  const street = pick(world, streets[place.speech])
  const number = `${between(world, 1, 140)}${chance(world, 0.1) ? pick(world, ['a', 'b']) : ''}`
  return {
    id: demoId(index, 'address', at),
    contact_id: demoId(index),
    address_type: type,
    street:
      place.speech === 'french'
        ? `${street} ${number}`
        : `${place.country === 'CH' ? street : street.replace('strasse', 'straße')} ${number}`,
    zip_code: place.zipCode,
    city: place.city,
    state: place.state,
    country: place.country,
    shareable: type === 'BUSINESS',
  }
}

const email = (index: number, at: number, mail: string, favorite: boolean) => ({
  id: demoId(index, 'email', at),
  contact_id: demoId(index),
  address: mail,
  favorite,
})

function freeMail(world: World, local: string, domain: string): string {
  for (let number = 1; ; number++) {
    const mail = `${local}${number === 1 ? '' : number}@${domain}`
    if (world.mails.has(mail)) continue
    world.mails.add(mail)
    return mail
  }
}

const localPart = (person: { given_name: string; surname: string }) => slug(person.given_name, person.surname)
const slug = (...parts: string[]) =>
  parts
    .map((part) =>
      part
        .toLowerCase()
        .replace(/[äöüß]/g, (letter) => ({ ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' })[letter] ?? letter)
        .normalize('NFKD')
        .replace(/[^a-z0-9]+/g, (other) => (/^\p{M}+$/u.test(other) ? '' : '-'))
        .replace(/^-|-$/g, ''),
    )
    .join('.')

/**
 * Returns a number that belongs to nobody: in France from the ranges reserved for films, each with 10,000 numbers;
 * elsewhere, or when those are used up, a Swiss or local number with a subscriber part that begins with 0, which is
 * never assigned.
 */
function phone(
  world: World,
  index: number,
  at: number,
  type: 'MOBILE' | 'LANDLINE' | 'BUSINESS' | 'FAX',
  place: Place,
) {
  const { country, areaCode } = place
  const mobile = type === 'MOBILE'
  const typed =
    country === 'FR'
      ? (numberOf(world, `+33 ${filmRanges[mobile ? 'mobile' : areaCode]}`, 4) ?? numberOf(world, '+41 79 0', 6))
      : numberOf(world, `${prefixes[country]} ${mobile ? pick(world, mobileCodes[country]) : areaCode} 0`, 6)
  const read = typed && readPhone(typed)
  if (!read) throw new Error(`the demo number ${typed} is none, or there are more contacts than numbers`)
  return { id: demoId(index, 'phone', at), contact_id: demoId(index), type, ...read }
}

/** Returns the next number of a range, followed by `size` digits; undefined when all are used. */
function numberOf(world: World, range: string, size: number): string | undefined {
  const serial = world.numbers.get(range) ?? 0
  if (serial >= 10 ** size) return undefined
  world.numbers.set(range, serial + 1)
  // A factor that is coprime to the size of the range scatters the numbers and yields none twice.
  return range + String((serial * 7919) % 10 ** size).padStart(size, '0')
}

const prefixes = { CH: '+41', DE: '+49', AT: '+43' }
const mobileCodes = { CH: ['76', '78', '79'], DE: ['151', '160', '171'], AT: ['660', '664', '676'] }
const filmRanges: Record<string, string> = {
  1: '19900',
  2: '26191',
  3: '35301',
  4: '46571',
  5: '53649',
  mobile: '63998',
}

const birthdate = (world: World) =>
  new Date(Date.UTC(between(world, 1938, 2004), between(world, 0, 11), between(world, 1, 28)))
    .toISOString()
    .slice(0, 10)

/** Returns a tax number with a valid check digit, above those in use, for some companies. */
function uidColumns(world: World, index: number, country: DemoCountry): object {
  const prefixes = { CH: 'CHE99', DE: 'DE99', AT: 'ATU9', FR: null }
  const prefix = prefixes[country]
  const wanted = chance(world, 0.6)
  if (!prefix || !wanted) return {}
  const body = prefix + String(index % 1_000_000).padStart(6, '0')
  const uid = Array.from({ length: 10 }, (_, digit) => checkUid(`${body}${digit}`)).find(
    ({ state }) => state !== 'INVALID',
  )
  return uid ? { uid: uid.value, uid_state: uid.state, uid_source: uid.source } : {}
}
