// Written by `npm run types:db` from the migrated database.
import type { ColumnType } from 'kysely'

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue }

/** Goes in as text (`JSON.stringify`), because the driver would make a PostgreSQL array of an array. */
export type Json = ColumnType<JsonValue, string, string>

/** A column with a default. */
export type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>

export interface Address {
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

export interface AppUser {
  id: Generated<string>
  version: Generated<number>
  username: string
  email: Generated<string>
  phone_number: Generated<string>
  language: Generated<string>
  avatar_small: string | null
  disabled: Generated<boolean>
  password_hash: string
  second_factor_secret: Buffer | null
  second_factor_confirmed_at: string | null
  second_factor_step: Generated<number>
  config: Generated<Json>
  last_login_at: string | null
  created_at: Generated<string>
  deleted_at: string | null
}

export interface CalcFactor {
  id: Generated<string>
  version: Generated<number>
  key: string
  title: string
  value: string
  unit: string
  description: Generated<string>
}

export interface Contact {
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
}

export interface ContactImport {
  id: Generated<string>
  state: Generated<string>
  file_name: string
  encoding: string
  delimiter: string
  columns: string[]
  mapping: string[]
  preview: Json
  dry_run: Generated<boolean>
  update_matches: Generated<boolean>
  language: Generated<string>
  run: Generated<number>
  at_work: Generated<boolean>
  rows_done: Generated<number>
  first_byte: number
  first_line: number
  bytes_done: number
  next_line: number
  bytes_total: number
  created: Generated<number>
  matched: Generated<number>
  changed: Generated<number>
  rejected: Generated<number>
  undo_total: Generated<number>
  undone: Generated<number>
  undo_refused: Generated<number>
  message: Generated<string>
  created_by: string
  created_at: Generated<string>
  finished_at: string | null
}

export interface ContactImportPiece {
  import_id: string
  start_byte: number
  content: Buffer
  stored_at: Generated<string>
}

export interface ContactImportRow {
  import_id: string
  line: number
  result: string
  contact_id: string | null
  name: string
  reason: Generated<string>
  cells: string[] | null
}

export interface ContactImportTouch {
  import_id: string
  contact_id: string
  created: boolean
  columns_before: Generated<Json>
  added_addresses: Generated<string[]>
  added_emails: Generated<string[]>
  added_phones: Generated<string[]>
  state_before: Generated<string>
  state_after: Generated<string>
  undo: string | null
}

export interface ContactImportTrial {
  import_id: string
  contact_id: string
  contact: Json
}

export interface ContactImportTrialKey {
  import_id: string
  key: string
  contact_id: string
}

export interface ContactPerson {
  contact_id: string
  person_id: string
  kind: string
  position: number
}

export interface ContactSearch {
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
  card: string
}

export interface EmailAddress {
  id: Generated<string>
  version: Generated<number>
  contact_id: string
  shared_email_id: string | null
  address: Generated<string>
  favorite: Generated<boolean>
  undeliverable: Generated<boolean>
  binned: Generated<boolean>
}

export interface EmailSignature {
  id: Generated<string>
  version: Generated<number>
  content: string
  only_one: Generated<boolean>
}

export interface History {
  id: ColumnType<number, never, never>
  at: Generated<string>
  actor: string | null
  entity: string
  entity_id: string
  root_id: string
  action: string
  changes: Json
}

export interface LoginFailure {
  username_key: string
  address: string
  failures: number
  last_at: Generated<string>
}

export interface MailTemplate {
  id: Generated<string>
  version: Generated<number>
  title: string
  subject: Generated<string>
  content: Generated<string>
  predefined_documents: Generated<string[]>
}

export interface PhoneNumber {
  id: Generated<string>
  version: Generated<number>
  contact_id: string
  shared_phone_id: string | null
  type: string
  number: Generated<string>
  national: Generated<string>
  binned: Generated<boolean>
}

export interface RecoveryCode {
  user_id: string
  code_hash: Buffer
}

export interface Role {
  id: Generated<string>
  version: Generated<number>
  name: string
  permissions: Generated<string[]>
  requires_second_factor: Generated<boolean>
}

export interface Sector {
  id: Generated<string>
  version: Generated<number>
  title: string
}

export interface Session {
  token_hash: Buffer
  user_id: string
  created_at: Generated<string>
  seen_at: Generated<string>
}

export interface SteelTube {
  id: Generated<string>
  version: Generated<number>
  title: string
  outer_width_in_mm: string
  wall_in_mm: string
  stock_length_in_mm: string
  weight_per_metre_in_kg: string
  price_per_metre: string
}

export interface TablePreference {
  user_id: string
  table_id: string
  value: Json
}

export interface UserRole {
  user_id: string
  role_id: string
}

export interface WoodFrame {
  id: Generated<string>
  version: Generated<number>
  title: string
  from_perimeter_in_mm: string
  to_perimeter_in_mm: string
  board_thickness_in_mm: string
  weight_per_square_metre_in_kg: string
  price_per_square_metre: string
}

export interface DB {
  address: Address
  app_user: AppUser
  calc_factor: CalcFactor
  contact: Contact
  contact_import: ContactImport
  contact_import_piece: ContactImportPiece
  contact_import_row: ContactImportRow
  contact_import_touch: ContactImportTouch
  contact_import_trial: ContactImportTrial
  contact_import_trial_key: ContactImportTrialKey
  contact_person: ContactPerson
  contact_search: ContactSearch
  email_address: EmailAddress
  email_signature: EmailSignature
  history: History
  login_failure: LoginFailure
  mail_template: MailTemplate
  phone_number: PhoneNumber
  recovery_code: RecoveryCode
  role: Role
  sector: Sector
  session: Session
  steel_tube: SteelTube
  table_preference: TablePreference
  user_role: UserRole
  wood_frame: WoodFrame
}
