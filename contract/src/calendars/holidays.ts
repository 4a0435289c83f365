import { z } from 'zod'
import { endpoint, PlainDate } from '../endpoint.ts'
import { staff } from '../permissions.ts'

/** Countries and their subdivisions: codes of ISO 3166-2 with `_` instead of `-`. */
export const holidayRegions = [
  'CH',
  'CH_AG',
  'CH_AI',
  'CH_AR',
  'CH_BE',
  'CH_BL',
  'CH_BS',
  'CH_FR',
  'CH_GE',
  'CH_GL',
  'CH_GR',
  'CH_JU',
  'CH_LU',
  'CH_NE',
  'CH_NW',
  'CH_OW',
  'CH_SG',
  'CH_SH',
  'CH_SO',
  'CH_SZ',
  'CH_TG',
  'CH_TI',
  'CH_UR',
  'CH_VD',
  'CH_VS',
  'CH_ZG',
  'CH_ZH',
  'DE',
  'DE_BB',
  'DE_BE',
  'DE_BW',
  'DE_BY',
  'DE_HB',
  'DE_HE',
  'DE_HH',
  'DE_MV',
  'DE_NI',
  'DE_NW',
  'DE_RP',
  'DE_SH',
  'DE_SL',
  'DE_SN',
  'DE_ST',
  'DE_TH',
  'AT',
  'AT_1',
  'AT_2',
  'AT_3',
  'AT_4',
  'AT_5',
  'AT_6',
  'AT_7',
  'AT_8',
  'AT_9',
] as const
export type HolidayRegion = (typeof holidayRegions)[number]

/** Public holiday on a day, with its regions. */
export const Holiday = z.object({
  day: PlainDate,
  name: z.string(),
  /** Regions of the holiday, as far as they are in the list of regions. */
  regions: z.array(z.enum(holidayRegions)),
  closesYard: z.boolean(),
})
export type Holiday = z.output<typeof Holiday>

export const holidayApi = {
  regions: endpoint({
    method: 'GET',
    path: '/api/holidays/_regions',
    allow: staff,
    summary: 'Every region whose public holidays are known, with its name in the language of the request',
    shows: [],
    response: z.array(z.object({ region: z.enum(holidayRegions), name: z.string() })),
  }),
}
