// Written by `npm run types:db` from the migrated database.
import type { ColumnType } from 'kysely'
import type { Generated } from '../column-types.ts'

interface DeliveryCondition {
  id: Generated<string>
  version: Generated<number>
  title: string
  title_en: Generated<string>
  title_fr: Generated<string>
  type: ColumnType<'DELIVERY', never, never>
}

interface ForwardingAgency {
  id: Generated<string>
  version: Generated<number>
  title: string
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
  type: ColumnType<'PAYMENT', never, never>
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

interface Sector {
  id: Generated<string>
  version: Generated<number>
  title: string
}

interface Warehouse {
  id: Generated<string>
  version: Generated<number>
  title: string
}

export interface MasterDataTables {
  delivery_condition: DeliveryCondition
  forwarding_agency: ForwardingAgency
  pallet: Pallet
  payment_condition: PaymentCondition
  product: Product
  sector: Sector
  warehouse: Warehouse
}
