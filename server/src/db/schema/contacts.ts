// Written by `npm run types:db` from the migrated database.
import type { ColumnType } from 'kysely'
import type { Generated } from '../column-types.ts'

interface Address {
  id: Generated<string>
  version: Generated<number>
  contact_id: string
  shared_address_id: string | null
  address_type: 'HOME' | 'BUSINESS' | 'COTTAGE'
  alternative_gp: Generated<string>
  additional_address: Generated<string>
  street: Generated<string>
  zip_code: Generated<string>
  city: Generated<string>
  state: Generated<string>
  country: Generated<string>
  shareable: Generated<boolean>
}

interface Contact {
  id: Generated<string>
  version: Generated<number>
  legal_type: 'NATURAL' | 'LEGAL'
  salutation: 'MR' | 'MS' | null
  title: Generated<string>
  given_name: Generated<string>
  surname: Generated<string>
  company_name: Generated<string>
  full_name: ColumnType<string, never, never>
  language: Generated<'DE' | 'EN' | 'FR'>
  customer_type: 'PRIVATE' | 'BUSINESS' | 'POTENTIAL' | 'RESELLER_25' | 'RESELLER_10' | 'RESELLER' | 'SUPPLIER' | 'FIRE_HELPER' | null
  customer: Generated<boolean>
  place_of_experience: Generated<boolean>
  birthdate: string | null
  sector_id: string | null
  remarks: Generated<string>
  uid: Generated<string>
  uid_state: Generated<'NONE' | 'INVALID' | 'FORM_OK' | 'CONFIRMED' | 'DENIED' | 'PENDING' | 'UNREACHABLE'>
  uid_source: 'CHECK_DIGIT' | 'VIES' | null
  uid_checked_at: string | null
  eori: Generated<string>
  eori_state: Generated<'NONE' | 'INVALID' | 'FORM_OK' | 'CONFIRMED' | 'DENIED' | 'PENDING' | 'UNREACHABLE'>
  eori_source: 'CHECK_DIGIT' | 'VIES' | null
  eori_checked_at: string | null
  latest_purchase: string | null
  origin_blackboard_id: string | null
  origin_email_id: string | null
  created_at: Generated<string>
  updated_at: Generated<string>
  deleted_at: string | null
  erased_at: string | null
}

export interface ContactCard {
  id: string | null
  fullName: string | null
  legalType: string | null
  salutation: string | null
  title: string | null
  givenName: string | null
  surname: string | null
  companyName: string | null
  customerType: string | null
  customer: boolean | null
  placeOfExperience: boolean | null
  street: string | null
  zipCode: string | null
  city: string | null
  country: string | null
  emailAddress: string | null
  phoneNumber: string | null
}

interface ContactListed {
  contact_id: string
  card: string
}

interface ContactOrder {
  contact_id: string
  sort_key: string
  customer: boolean
  salutation: string | null
  title: string
  given_name: string
  surname: string
  company: string
  street: string
  zip_code: string
  city: string
  country: string
  email: string
  phone: string
  customer_type: string | null
  street_text: string
  city_text: string
  phone_text: string
}

interface ContactPerson {
  contact_id: string
  person_id: string
  kind: 'CONTACT_PERSON' | 'EXTERNAL_CONTACT_PERSON'
  position: number
}

interface ContactSearch {
  contact_id: string
  sort_key: string
  given_name: string
  surname: string
  company: string
  street: string
  zip_code: string
  city: string
  country: string
  email: string
  phone: string
  customer: boolean
  reseller: boolean
  place_of_experience: boolean
  named_at: number | null
}

interface ContactSearchPending {
  contact_id: string
}

interface EmailAddress {
  id: Generated<string>
  version: Generated<number>
  contact_id: string
  shared_email_id: string | null
  address: Generated<string>
  favorite: Generated<boolean>
  undeliverable: Generated<boolean>
  binned: Generated<boolean>
}

interface PhoneNumber {
  id: Generated<string>
  version: Generated<number>
  contact_id: string
  shared_phone_id: string | null
  type: 'MOBILE' | 'LANDLINE' | 'FAX' | 'BUSINESS'
  number: Generated<string>
  national: Generated<string>
  binned: Generated<boolean>
}

export interface ContactsTables {
  address: Address
  contact: Contact
  contact_listed: ContactListed
  contact_order: ContactOrder
  contact_person: ContactPerson
  contact_search: ContactSearch
  contact_search_pending: ContactSearchPending
  email_address: EmailAddress
  phone_number: PhoneNumber
}
