// Written by `npm run types:db` from the migrated database.
import type { ColumnType } from 'kysely'
import type { Generated, Json } from '../column-types.ts'

interface Dossier {
  id: Generated<string>
  flame_id: string
  contact_id: string
  certificate_name: string
  language: 'DE' | 'EN' | 'FR'
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
  currency: Generated<'CHF' | 'EUR'>
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

interface DossierArticle {
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

interface DossierPackage {
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

interface Flame {
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
  origin_email_id: string | null
  deleted_by: string | null
}

interface FlameCard {
  flame_id: string
  card: string
  list: string | null
  created_at: string | null
  pickup_date: string | null
  reminder_at: string | null
  contact_name: string | null
}

interface FlameHead {
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

interface FlamePickup {
  flame_id: string
  kind: 'PICKUP' | 'SELF_PICKUP' | 'DELIVERY'
  at: string
  entry: string
  delivered: Generated<boolean>
}

interface FlameSaved {
  flame_id: string
  version: number
  saved_at: Generated<string>
  state: Json
}

interface FlameStepChange {
  id: Generated<string>
  flame_id: string
  at: Generated<string>
  actor: string | null
  from_board: string | null
  from_step: string | null
  to_board: string
  to_step: string
  missing: Generated<('PICKUP_DATE' | 'AVIS_PHONE' | 'AVIS_EMAIL' | 'PACKAGES_CURRENT' | 'UID_VERIFIED_IF_TAX_FREE' | 'SAP_NUMBER')[]>
  override_reason: Generated<string>
  from_step_id: string | null
  from_step_since: string | null
}

export interface FlamesTables {
  dossier: Dossier
  dossier_article: DossierArticle
  dossier_package: DossierPackage
  flame: Flame
  flame_card: FlameCard
  flame_head: FlameHead
  flame_pickup: FlamePickup
  flame_saved: FlameSaved
  flame_step_change: FlameStepChange
}
