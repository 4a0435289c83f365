// Written by `npm run types:db` from the migrated database.
import type { ColumnType } from 'kysely'
import type { Generated } from '../column-types.ts'

interface AbsenceEmail {
  id: Generated<string>
  version: Generated<number>
  user_id: string | null
  subject: string
  text: string
  valid_from: string
  valid_until: string | null
  active: Generated<boolean>
}

interface Blackboard {
  id: Generated<string>
  version: Generated<number>
  kind: 'FLAME' | 'PROJECT'
  title: string
  card_shows: Generated<('ARTICLES' | 'DESTINATION' | 'CERTIFICATE' | 'SAP_NUMBER' | 'NEXT_DATE' | 'CRATES' | 'TODOS')[]>
}

interface BlackboardRole {
  id: Generated<string>
  owner_id: string
  role_id: string
}

interface BlackboardStep {
  id: Generated<string>
  blackboard_id: string
  position: number
  title: string
  colour: string
  requires: Generated<('PICKUP_DATE' | 'AVIS_PHONE' | 'AVIS_EMAIL' | 'PACKAGES_CURRENT' | 'UID_VERIFIED_IF_TAX_FREE' | 'SAP_NUMBER')[]>
}

interface BlackboardUser {
  id: Generated<string>
  owner_id: string
  user_id: string
}

interface DeliveryCondition {
  id: Generated<string>
  version: Generated<number>
  title: string
  title_en: Generated<string>
  title_fr: Generated<string>
  type: ColumnType<string, never, never>
}

interface DocumentClassification {
  id: Generated<string>
  version: Generated<number>
  title: string
}

interface DocumentClassificationRole {
  id: Generated<string>
  owner_id: string
  role_id: string
}

interface DocumentClassificationUser {
  id: Generated<string>
  owner_id: string
  user_id: string
}

interface ForwardingAgency {
  id: Generated<string>
  version: Generated<number>
  title: string
}

interface LockedPickupDate {
  id: Generated<string>
  locked_at: string
}

interface Pallet {
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

interface PaymentCondition {
  id: Generated<string>
  version: Generated<number>
  title: string
  title_en: Generated<string>
  title_fr: Generated<string>
  type: ColumnType<string, never, never>
}

interface PredefinedTimeSlot {
  id: Generated<string>
  version: Generated<number>
  weekday: 'MONDAY' | 'TUESDAY' | 'WEDNESDAY' | 'THURSDAY' | 'FRIDAY' | 'SATURDAY' | 'SUNDAY'
  start_time: string
  end_time: string
  capacity: number
  valid_from: string
  valid_until: string | null
  lead_time_hours: Generated<number>
  buffer_minutes: Generated<number>
}

interface Product {
  id: Generated<string>
  version: Generated<number>
  title: string
  kind: Generated<'PRODUCT' | 'ACCESSORY'>
  weight_in_kg: Generated<string>
  possible_pallet: string | null
  onsale: Generated<boolean>
  main_product: Generated<boolean>
}

interface TodoPackage {
  id: Generated<string>
  version: Generated<number>
  title: string
}

interface TodoTemplate {
  id: Generated<string>
  package_id: string
  position: number
  title: string
  activities: Generated<string>
  feedback: Generated<string>
  start_from: 'CURRENT_DATE' | 'DOSSIER_SELF_PICKUP' | 'DOSSIER_PICKUP' | 'DOSSIER_DELIVERY' | 'DOSSIER_PURCHASING_PICKUP' | 'DOSSIER_PAYMENT_PERIOD' | 'PROJECT_START' | 'PROJECT_END' | null
  start_operator: Generated<'ADD_DAYS' | 'SUBTRACT_DAYS'>
  start_days: Generated<number>
}

interface Warehouse {
  id: Generated<string>
  version: Generated<number>
  title: string
}

export interface ListsTables {
  absence_email: AbsenceEmail
  blackboard: Blackboard
  blackboard_role: BlackboardRole
  blackboard_step: BlackboardStep
  blackboard_user: BlackboardUser
  delivery_condition: DeliveryCondition
  document_classification: DocumentClassification
  document_classification_role: DocumentClassificationRole
  document_classification_user: DocumentClassificationUser
  forwarding_agency: ForwardingAgency
  locked_pickup_date: LockedPickupDate
  pallet: Pallet
  payment_condition: PaymentCondition
  predefined_time_slot: PredefinedTimeSlot
  product: Product
  todo_package: TodoPackage
  todo_template: TodoTemplate
  warehouse: Warehouse
}
