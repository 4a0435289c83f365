// Written by `npm run types:db` from the migrated database.
import type { Generated } from '../column-types.ts'

interface ProductSetting {
  id: Generated<string>
  version: Generated<number>
  only_one: Generated<boolean>
  shows_signed_in: Generated<boolean>
  shows_people: Generated<boolean>
}

export interface ProductSettingsTables {
  product_setting: ProductSetting
}
