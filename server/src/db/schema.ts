// Written by `npm run types:db` from the migrated database.
import type { ColumnType } from 'kysely'

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue }

/** Goes in as text (`JSON.stringify`), because the driver would make a PostgreSQL array of an array. */
export type Json = ColumnType<JsonValue, string, string>

/** A column with a default. */
export type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>

export interface AbsenceAnswer {
  absence_id: string
  mailbox_id: string
  address: string
  sent_at: Generated<string>
}

export interface AbsenceEmail {
  id: Generated<string>
  version: Generated<number>
  user_id: string | null
  subject: string
  text: string
  valid_from: string
  valid_until: string | null
  active: Generated<boolean>
}

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

export interface Blackboard {
  id: Generated<string>
  version: Generated<number>
  kind: string
  title: string
}

export interface BlackboardChange {
  blackboard_id: string
  change: number
}

export interface BlackboardRole {
  id: Generated<string>
  owner_id: string
  role_id: string
}

export interface BlackboardStep {
  id: Generated<string>
  blackboard_id: string
  position: number
  title: string
  colour: string
  requires: Generated<string[]>
}

export interface BlackboardUser {
  id: Generated<string>
  owner_id: string
  user_id: string
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

export interface Comment {
  id: Generated<string>
  version: Generated<number>
  upstream_type: string
  upstream_id: string
  contact_id: string | null
  answer_to: string | null
  author_id: string | null
  text: string
  created_at: Generated<string>
  updated_at: Generated<string>
  deleted_at: string | null
}

export interface CommentMention {
  comment_id: string
  user_id: string
  written: string
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
  erased_at: string | null
}

export interface ContactDocument {
  id: Generated<string>
  version: Generated<number>
  contact_id: string
  name: string
  classification_id: string | null
  current_number: Generated<number>
  deleted_at: string | null
}

export interface ContactDocumentVersion {
  id: Generated<string>
  document_id: string
  number: number
  mime_type: string
  document_kind: string | null
  size_byte: number
  file_hash: string
  thumbnail_hash: string | null
  uploaded_at: Generated<string>
  uploaded_by: string | null
}

export interface ContactDuplicatePair {
  one_id: string
  other_id: string
  score: number
  reasons: Json
  group_id: string
  found_by: string
}

export interface ContactDuplicateRun {
  id: Generated<string>
  state: Generated<string>
  steps_done: Generated<number>
  steps_total: Generated<number>
  groups: Generated<number>
  new_groups: Generated<number>
  created_by: string | null
  created_at: Generated<string>
  finished_at: string | null
}

export interface ContactErasure {
  id: Generated<string>
  contact_id: string
  erased_by: string
  erased_at: Generated<string>
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

export interface ContactMerge {
  id: Generated<string>
  survivor_id: string
  snapshot: Json | null
  created_by: string
  created_at: Generated<string>
  undone_by: string | null
  undone_at: string | null
}

export interface ContactMergeMember {
  contact_id: string
  merge_id: string
}

export interface ContactNotDuplicate {
  one_id: string
  other_id: string
  said_by: string | null
  said_at: Generated<string>
}

export interface ContactPerson {
  contact_id: string
  person_id: string
  kind: string
  position: number
}

export interface ContactRelation {
  id: Generated<string>
  version: Generated<number>
  contact_id: string
  other_id: string
  type: string
  active: Generated<boolean>
  created_at: Generated<string>
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

export interface ContactSearchPending {
  contact_id: string
}

export interface DeliveryCondition {
  id: Generated<string>
  version: Generated<number>
  title: string
  title_en: Generated<string>
  title_fr: Generated<string>
  type: ColumnType<string, never, never>
}

export interface DocumentClassification {
  id: Generated<string>
  version: Generated<number>
  title: string
}

export interface DocumentClassificationRole {
  id: Generated<string>
  owner_id: string
  role_id: string
}

export interface DocumentClassificationUser {
  id: Generated<string>
  owner_id: string
  user_id: string
}

export interface Dossier {
  id: Generated<string>
  flame_id: string
  contact_id: string
  certificate_name: string
  language: string
  sap_ordernumber: Generated<string>
  pickup_date: string | null
  self_pickup_at: string | null
  delivery_date: string | null
  purchase_pickup_date: string | null
  payment_period: string | null
  delivered: Generated<boolean>
  tax_free_delivery: Generated<boolean>
  oss: Generated<boolean>
  payment_condition_id: string | null
  delivery_condition_id: string | null
  currency: Generated<string>
  shipment_reference: Generated<string>
  forwarding_agency_id: string | null
  notes: Generated<string>
  note_for_articles: Generated<string>
  reseller_id: string | null
  avis_phone_number_id: string | null
  avis_email_id: string | null
  avis_text: Generated<string>
  delivery_address_id: string | null
  billing_address_id: string | null
  articles_changed_at: string | null
  packages_changed_at: string | null
  search: ColumnType<string, never, never>
}

export interface DossierArticle {
  id: Generated<string>
  version: Generated<number>
  flame_id: string
  order_key: number
  product_id: string | null
  product_name: string
  quantity: number
  discount: string | null
  warehouse_id: string | null
  description: Generated<string>
}

export interface DossierPackage {
  id: Generated<string>
  version: Generated<number>
  flame_id: string
  order_key: number
  quantity: number
  width_in_cm: string
  depth_in_cm: string
  height_in_cm: string
  weight_in_kg: string
  description: Generated<string>
  pallet_id: string | null
}

export interface Email {
  id: Generated<string>
  version: Generated<number>
  direction: string
  kind: Generated<string>
  state: Generated<string>
  assignee_id: string | null
  contact_id: string | null
  encounter_id: string | null
  important: Generated<boolean>
  seen: Generated<boolean>
  subject: Generated<string>
  from_name: Generated<string>
  from_address: Generated<string>
  to_list: Generated<Json>
  cc_list: Generated<Json>
  bcc_list: Generated<Json>
  reply_to_list: Generated<Json>
  preview: Generated<string>
  message_id: Generated<string>
  in_reply_to: Generated<string>
  reference_ids: Generated<string[]>
  thread_id: string
  sent_at: string | null
  received_at: string
  parse_state: Generated<string>
  seal: Generated<string>
  attachment_count: Generated<number>
  answered_at: string | null
  source_hash: string | null
  source_bytes: Generated<number>
  content_hash: Generated<string>
  search: Generated<string>
  created_at: Generated<string>
  updated_at: Generated<string>
  deleted_at: string | null
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

export interface EmailAttachment {
  id: Generated<string>
  email_id: string
  position: number
  name: string
  mime_type: string
  size_byte: number
  file_hash: string
  thumbnail_hash: string | null
  content_id: Generated<string>
  inline: Generated<boolean>
}

export interface EmailBody {
  id: string
  html: Generated<string>
  text: Generated<string>
  blocked_pictures: Generated<string[]>
  invitations: Generated<Json>
}

export interface EmailBounce {
  id: Generated<string>
  email_id: string
  original_id: string | null
  recipient: string
  status: Generated<string>
  delayed: Generated<boolean>
  diagnostic: Generated<string>
}

export interface EmailDraft {
  id: Generated<string>
  version: Generated<number>
  owner_id: string
  mailbox_id: string | null
  based_on: string | null
  contact_id: string | null
  content: Json
  created_at: Generated<string>
  updated_at: Generated<string>
  deleted_at: string | null
}

export interface EmailDraftFile {
  id: Generated<string>
  draft_id: string
  name: string
  mime_type: string
  size_byte: number
  file_hash: string
  created_at: Generated<string>
}

export interface EmailPresence {
  email_id: string
  user_id: string
  activity: string
  until: string
}

export interface EmailSignature {
  id: Generated<string>
  version: Generated<number>
  content: string
  only_one: Generated<boolean>
}

export interface Encounter {
  id: Generated<string>
  version: Generated<number>
  contact_id: string
  encounter_type: string
  title: Generated<string>
  description: Generated<string>
  original_known_since: string
  assignee_id: string | null
  created_by: string | null
  updated_by: string | null
  duplicate: Generated<boolean>
  upstream_id: string | null
  further_email_addresses_to_answer: Generated<string[]>
  content_mailings_ddj: Generated<boolean>
  content_mailings_postcard: Generated<boolean>
  content_mailings_seeds_magazine: Generated<boolean>
  created_at: Generated<string>
  updated_at: Generated<string>
  deleted_at: string | null
  search: ColumnType<string, never, never>
}

export interface ErasedContactKey {
  hash: Buffer
  erasure_id: string
}

export interface FileCheck {
  id: Generated<string>
  started_at: Generated<string>
  finished_at: string | null
  files: Generated<number>
  size_byte: Generated<number>
  verified: Generated<number>
  missing: Generated<Json>
  damaged: Generated<Json>
  orphaned: Generated<number>
  removed: Generated<number>
}

export interface Flame {
  id: Generated<string>
  version: Generated<number>
  step_id: string
  place: number
  in_step_since: Generated<string>
  assignee_id: string | null
  proxy_owner_id: string | null
  proxy_owner_from: string | null
  proxy_owner_until: string | null
  reminder_at: string | null
  created_at: Generated<string>
  updated_at: Generated<string>
  archived_at: string | null
  deleted_at: string | null
}

export interface FlameCard {
  flame_id: string
  card: string
}

export interface FlameHead {
  id: string | null
  version: number | null
  taskboardRef: string | null
  blackBoardRef: string | null
  step: string | null
  assigneeRef: string | null
  proxyOwnerRef: string | null
  proxyOwnerFrom: string | null
  proxyOwnerUntil: string | null
  reminderAtUtc: string | null
  created: string | null
  updated: string | null
  inStepSinceUtc: string | null
  archivedUtc: string | null
  deletedUtc: string | null
  lacks: string[] | null
}

export interface FlameSaved {
  flame_id: string
  version: number
  saved_at: Generated<string>
  state: Json
}

export interface FlameStepChange {
  id: Generated<string>
  flame_id: string
  at: Generated<string>
  actor: string | null
  from_board: string | null
  from_step: string | null
  to_board: string
  to_step: string
  missing: Generated<string[]>
  override_reason: Generated<string>
}

export interface ForwardingAgency {
  id: Generated<string>
  version: Generated<number>
  title: string
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

export interface LibraryDocument {
  id: Generated<string>
  version: Generated<number>
  collection: string
  name: string
  mime_type: string
  document_kind: string | null
  size_byte: number
  file_hash: string
  thumbnail_hash: string | null
  classification_id: string | null
  uploaded_at: Generated<string>
  deleted_at: string | null
}

export interface LockedPickupDate {
  id: Generated<string>
  locked_at: string
}

export interface LoginFailure {
  username_key: string
  address: string
  failures: number
  last_at: Generated<string>
}

export interface MailFolder {
  id: Generated<string>
  mailbox_id: string
  path: string
  role: string
  uid_validity: number | null
  uid_next: number | null
  highest_modseq: number | null
  folder_ref: string | null
  delta_link: string | null
  checked_at: string | null
  gone_at: string | null
}

export interface MailHistoryRun {
  id: Generated<string>
  from_day: string
  to_day: string
  state: Generated<string>
  total: number | null
  done: Generated<number>
  filed: Generated<number>
  detail: Generated<string>
  cursor: Generated<Json>
  run: Generated<number>
  created_by: string | null
  started_at: Generated<string>
  finished_at: string | null
}

export interface MailQuarantine {
  id: Generated<string>
  mailbox_id: string
  folder_id: string
  uid_validity: Generated<number>
  uid: string
  received_at: Generated<string>
  source_hash: string | null
  size_byte: Generated<number>
  subject: Generated<string>
  from_address: Generated<string>
  reason: string
  tries: Generated<number>
}

export interface MailServerTask {
  id: Generated<string>
  source_id: string
  task: string
  tries: Generated<number>
  next_try_at: Generated<string>
  created_at: Generated<string>
}

export interface MailSource {
  id: Generated<string>
  folder_id: string
  uid_validity: Generated<number>
  uid: string
  email_id: string | null
  outcome: string | null
  position: ColumnType<number, never, never>
  received_at: string | null
  size_byte: number | null
  seen: boolean | null
  gone_at: string | null
}

export interface MailTemplate {
  id: Generated<string>
  version: Generated<number>
  title: string
  subject: Generated<string>
  content: Generated<string>
}

export interface Mailbox {
  id: Generated<string>
  version: Generated<number>
  type: string
  title: string
  address: string
  sender_name: Generated<string>
  settings: Generated<Json>
  secrets: Buffer | null
  max_message_bytes: number
  active: Generated<boolean>
  created_at: Generated<string>
  updated_at: Generated<string>
  deleted_at: string | null
}

export interface MailboxStatus {
  mailbox_id: string
  state: Generated<string>
  fault: string | null
  said: Generated<string>
  failures: Generated<number>
  last_try_at: string | null
  last_success_at: string | null
  last_message_at: string | null
  next_try_at: string | null
  backlog: number | null
  pushed: Generated<boolean>
}

export interface Outbox {
  id: Generated<string>
  email_id: string
  mailbox_id: string | null
  draft_id: string | null
  root_id: string | null
  forwarded: Generated<boolean>
  created_by: string | null
  idempotency_key: string | null
  state: Generated<string>
  mime_hash: string
  mime_bytes: number
  envelope_from: string
  recipients: string[]
  accepted: Generated<string[]>
  refused: Generated<Json>
  leaves_at: string
  next_try_at: string | null
  attempts: Generated<number>
  lease_until: string | null
  content_at: string | null
  sent_at: string | null
  fault: string | null
  said: Generated<string>
  server_ref: string | null
  copy_state: Generated<string>
  copy_tries: Generated<number>
  copy_next_at: string | null
  settled_at: string | null
  further_contact_id: string | null
  created_at: Generated<string>
}

export interface Pallet {
  id: Generated<string>
  version: Generated<number>
  width_in_cm: string
  height_in_cm: string
  depth_in_cm: string
  weight_in_kg: string
  combinable_with_kubus: Generated<boolean>
  description: Generated<string>
  title: ColumnType<string, never, never>
}

export interface PaymentCondition {
  id: Generated<string>
  version: Generated<number>
  title: string
  title_en: Generated<string>
  title_fr: Generated<string>
  type: ColumnType<string, never, never>
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

export interface PredefinedTimeSlot {
  id: Generated<string>
  version: Generated<number>
  weekday: string
  start_time: string
  end_time: string
  capacity: number
  valid_from: string
  valid_until: string | null
}

export interface Product {
  id: Generated<string>
  version: Generated<number>
  title: string
  kind: Generated<string>
  weight_in_kg: Generated<string>
  possible_pallet: string | null
  onsale: Generated<boolean>
  main_product: Generated<boolean>
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

export interface StoredFile {
  hash: string
  size_byte: number
  touched_at: Generated<string>
  verified_at: string | null
}

export interface TablePreference {
  user_id: string
  table_id: string
  value: Json
}

export interface TemplateDocument {
  id: Generated<string>
  template_id: string
  document_id: string
  position: number
}

export interface TodoPackage {
  id: Generated<string>
  version: Generated<number>
  title: string
}

export interface TodoTemplate {
  id: Generated<string>
  package_id: string
  position: number
  title: string
  activities: Generated<string>
  feedback: Generated<string>
  start_from: string | null
  start_operator: Generated<string>
  start_days: Generated<number>
}

export interface UserRole {
  user_id: string
  role_id: string
}

export interface VoiceMemo {
  id: string
  file_hash: string
  size_byte: number
  seconds: number
  transcription: Generated<string>
  reason: string | null
  run: Generated<number>
  attempts: Generated<number>
  transcript: Generated<string>
  replaces: Generated<string>
}

export interface Warehouse {
  id: Generated<string>
  version: Generated<number>
  title: string
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
  absence_answer: AbsenceAnswer
  absence_email: AbsenceEmail
  address: Address
  app_user: AppUser
  blackboard: Blackboard
  blackboard_change: BlackboardChange
  blackboard_role: BlackboardRole
  blackboard_step: BlackboardStep
  blackboard_user: BlackboardUser
  calc_factor: CalcFactor
  comment: Comment
  comment_mention: CommentMention
  contact: Contact
  contact_document: ContactDocument
  contact_document_version: ContactDocumentVersion
  contact_duplicate_pair: ContactDuplicatePair
  contact_duplicate_run: ContactDuplicateRun
  contact_erasure: ContactErasure
  contact_import: ContactImport
  contact_import_piece: ContactImportPiece
  contact_import_row: ContactImportRow
  contact_import_touch: ContactImportTouch
  contact_import_trial: ContactImportTrial
  contact_import_trial_key: ContactImportTrialKey
  contact_merge: ContactMerge
  contact_merge_member: ContactMergeMember
  contact_not_duplicate: ContactNotDuplicate
  contact_person: ContactPerson
  contact_relation: ContactRelation
  contact_search: ContactSearch
  contact_search_pending: ContactSearchPending
  delivery_condition: DeliveryCondition
  document_classification: DocumentClassification
  document_classification_role: DocumentClassificationRole
  document_classification_user: DocumentClassificationUser
  dossier: Dossier
  dossier_article: DossierArticle
  dossier_package: DossierPackage
  email: Email
  email_address: EmailAddress
  email_attachment: EmailAttachment
  email_body: EmailBody
  email_bounce: EmailBounce
  email_draft: EmailDraft
  email_draft_file: EmailDraftFile
  email_presence: EmailPresence
  email_signature: EmailSignature
  encounter: Encounter
  erased_contact_key: ErasedContactKey
  file_check: FileCheck
  flame: Flame
  flame_card: FlameCard
  flame_head: FlameHead
  flame_saved: FlameSaved
  flame_step_change: FlameStepChange
  forwarding_agency: ForwardingAgency
  history: History
  library_document: LibraryDocument
  locked_pickup_date: LockedPickupDate
  login_failure: LoginFailure
  mail_folder: MailFolder
  mail_history_run: MailHistoryRun
  mail_quarantine: MailQuarantine
  mail_server_task: MailServerTask
  mail_source: MailSource
  mail_template: MailTemplate
  mailbox: Mailbox
  mailbox_status: MailboxStatus
  outbox: Outbox
  pallet: Pallet
  payment_condition: PaymentCondition
  phone_number: PhoneNumber
  predefined_time_slot: PredefinedTimeSlot
  product: Product
  recovery_code: RecoveryCode
  role: Role
  sector: Sector
  session: Session
  steel_tube: SteelTube
  stored_file: StoredFile
  table_preference: TablePreference
  template_document: TemplateDocument
  todo_package: TodoPackage
  todo_template: TodoTemplate
  user_role: UserRole
  voice_memo: VoiceMemo
  warehouse: Warehouse
  wood_frame: WoodFrame
}
