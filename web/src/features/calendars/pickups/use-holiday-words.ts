import { type Holiday, holidayApi } from '#contract/calendars/holidays'
import { useApi } from '../../../api/hooks.ts'

/** Returns a function for the text of a holiday: «Allerheiligen (Schweiz, Kanton Luzern; Österreich)» */
export function useHolidayWords() {
  const known = useApi(holidayApi.regions, {}, { quiet: true }).data
  return ({ name, regions }: Pick<Holiday, 'name' | 'regions'>) => {
    const names = known?.filter(({ region }) => regions.includes(region)).map((one) => one.name)
    return `${name} (${(names ?? regions).join('; ')})`
  }
}
