// Written by `npm run types:db` from the migrated database.
import type { ColumnType } from 'kysely'
import type { Generated } from '../column-types.ts'

interface Address {
  id: Generated<string>
  version: Generated<number>
  contact_id: string
  shared_address_id: string | null
  address_type: string
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
  legal_type: string
  salutation: string | null
  title: Generated<string>
  given_name: Generated<string>
  surname: Generated<string>
  company_name: Generated<string>
  full_name: ColumnType<string, never, never>
  language: Generated<string>
  customer_type: string | null
  customer: Generated<boolean>
  place_of_experience: Generated<boolean>
  birthdate: string | null
  sector_id: string | null
  remarks: Generated<string>
  uid: Generated<string>
  uid_state: Generated<string>
  uid_source: string | null
  uid_checked_at: string | null
  eori: Generated<string>
  eori_state: Generated<string>
  eori_source: string | null
  eori_checked_at: string | null
  latest_purchase: string | null
  origin_blackboard_id: string | null
  origin_email_id: string | null
  created_at: Generated<string>
  updated_at: Generated<string>
  deleted_at: string | null
  erased_at: string | null
}

interface ContactPerson {
  contact_id: string
  person_id: string
  kind: string
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
  type: string
  number: Generated<string>
  national: Generated<string>
  binned: Generated<boolean>
}

export interface ContactsTables {
  address: Address
  contact: Contact
  contact_person: ContactPerson
  contact_search: ContactSearch
  email_address: EmailAddress
  phone_number: PhoneNumber
}
