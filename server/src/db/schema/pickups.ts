// Written by `npm run types:db` from the migrated database.
import type { Generated } from '../column-types.ts'

interface HolidayRegion {
  id: Generated<string>
  version: Generated<number>
  region: 'CH' | 'CH_AG' | 'CH_AI' | 'CH_AR' | 'CH_BE' | 'CH_BL' | 'CH_BS' | 'CH_FR' | 'CH_GE' | 'CH_GL' | 'CH_GR' | 'CH_JU' | 'CH_LU' | 'CH_NE' | 'CH_NW' | 'CH_OW' | 'CH_SG' | 'CH_SH' | 'CH_SO' | 'CH_SZ' | 'CH_TG' | 'CH_TI' | 'CH_UR' | 'CH_VD' | 'CH_VS' | 'CH_ZG' | 'CH_ZH' | 'DE' | 'DE_BB' | 'DE_BE' | 'DE_BW' | 'DE_BY' | 'DE_HB' | 'DE_HE' | 'DE_HH' | 'DE_MV' | 'DE_NI' | 'DE_NW' | 'DE_RP' | 'DE_SH' | 'DE_SL' | 'DE_SN' | 'DE_ST' | 'DE_TH' | 'AT' | 'AT_1' | 'AT_2' | 'AT_3' | 'AT_4' | 'AT_5' | 'AT_6' | 'AT_7' | 'AT_8' | 'AT_9'
  closes_yard: Generated<boolean>
}

interface LockedPickupDate {
  id: Generated<string>
  locked_at: string
}

interface PickupLimit {
  id: Generated<string>
  version: Generated<number>
  forwarding_agency_id: string | null
  max_crates: number | null
  max_weight_in_kg: string | null
}

export interface PickupsTables {
  holiday_region: HolidayRegion
  locked_pickup_date: LockedPickupDate
  pickup_limit: PickupLimit
}
