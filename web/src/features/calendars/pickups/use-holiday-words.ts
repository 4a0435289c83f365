import { type Holiday, holidayApi } from '#contract/calendars/holidays'
import { useApi } from '../../../api/hooks.ts'

/** «Allerheiligen (Österreich; Schweiz, Kanton Luzern)» */
export function useHolidayWords() {
  const known = useApi(holidayApi.regions, {}, { quiet: true }).data
  const names = new Map(known?.map(({ region, name }) => [region, name]))
  return ({ name, regions }: Pick<Holiday, 'name' | 'regions'>) =>
    `${name} (${regions.map((region) => names.get(region) ?? region).join('; ')})`
}
