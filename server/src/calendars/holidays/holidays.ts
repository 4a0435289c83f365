import { setImmediate } from 'node:timers/promises'
import { type Holiday, type HolidayRegion, holidayRegions } from '#contract/calendars/holidays'
import type { Language } from '#contract/limits'
import type { Ctx } from '../../http/context.ts'

/** Loads the library on demand, because its data takes some ten megabytes. */
const library = async () => (await import('date-holidays')).default

const codes: Record<Language, string> = { DE: 'de', EN: 'en', FR: 'fr' }

/** Returns the public holidays of a span in the listed regions, by day; one that several regions share occurs once. */
export const holidaysIn = async (ctx: Ctx, span: Span): Promise<Holiday[]> =>
  holidaysOf(await listedRegions(ctx), span, ctx.actor.language)

/** Returns the names of public holidays by day, for the given days. */
export async function holidaysOn(ctx: Ctx, days: readonly string[]): Promise<ReadonlyMap<string, string[]>> {
  const found = new Map<string, string[]>()
  if (days.length === 0) return found
  const regions = await listedRegions(ctx)
  for (const day of new Set(days)) {
    const names = (await holidaysOf(regions, { start: day, end: day }, ctx.actor.language)).map(({ name }) => name)
    if (names.length > 0) found.set(day, [...new Set(names)])
  }
  return found
}

interface Span {
  readonly start: string
  readonly end: string
}

/** Returns the regions of the list; those that close the yard come first, because the first names a shared holiday. */
const listedRegions = (ctx: Ctx) =>
  ctx.db
    .selectFrom('holiday_region')
    .select(['region', 'closes_yard'])
    .orderBy('closes_yard', 'desc')
    .orderBy('region')
    .execute()

async function holidaysOf(
  regions: Awaited<ReturnType<typeof listedRegions>>,
  span: Span,
  language: Language,
): Promise<Holiday[]> {
  const byDay = new Map<string, { day: string; name: string; regions: HolidayRegion[]; closesYard: boolean }>()
  for (const { region, closes_yard } of regions) {
    for (let year = yearOf(span.start); year <= yearOf(span.end); year++) {
      for (const { day, name, rule } of await publicHolidays(region, year, language)) {
        if (day < span.start || day > span.end) continue
        const known = byDay.get(`${day} ${rule}`)
        if (known) known.regions.push(region)
        else byDay.set(`${day} ${rule}`, { day, name, regions: [region], closesYard: closes_yard })
      }
    }
  }
  const { compare } = collatorOf(language)
  return [...byDay.values()].sort((a, b) => a.day.localeCompare(b.day) || compare(a.name, b.name))
}

const collatorOf = (language: Language) => new Intl.Collator(codes[language])

/** Returns all regions, by country with our own first, and within a country by name. */
export async function listHolidayRegions(ctx: Ctx): Promise<{ region: HolidayRegion; name: string }[]> {
  const language = codes[ctx.actor.language]
  const Holidays = await library()
  // the library has no French name for Austria and no German one for France
  const countryNames = new Intl.DisplayNames(language, { type: 'region' })
  const known = new Holidays()
  const countries = [...new Set(holidayRegions.map(countryOf))]
  const { compare } = collatorOf(ctx.actor.language)
  return holidayRegions
    .map((region) => {
      const [country = '', part] = region.split('_')
      const countryName = countryNames.of(country) ?? country
      const partName = part && (known.getStates(country, language)?.[part] ?? part)
      return { region, name: partName ? `${countryName}, ${partName}` : countryName }
    })
    .sort(
      (a, b) =>
        countries.indexOf(countryOf(a.region)) - countries.indexOf(countryOf(b.region)) || compare(a.name, b.name),
    )
}

const countryOf = (region: HolidayRegion) => region.slice(0, 2)

const yearOf = (day: string) => Number(day.slice(0, 4))

/** A holiday of a region. Regions name a shared holiday differently, but have the same rule for its day. */
interface FoundHoliday {
  readonly day: string
  readonly name: string
  readonly rule: string
}

const cached = new Map<string, Promise<readonly FoundHoliday[]>>()
const keptYears = 500

/** Returns the public holidays of a year, from the cache if possible; their dates are local. */
function publicHolidays(region: string, year: number, language: Language) {
  const key = `${region} ${year} ${language}`
  let found = cached.get(key)
  if (!found) {
    if (cached.size >= keptYears) cached.clear()
    found = findHolidays(region, year, language)
    cached.set(key, found)
  }
  return found
}

async function findHolidays(region: string, year: number, language: Language): Promise<FoundHoliday[]> {
  const Holidays = await library()
  // Computing a year of a region takes some milliseconds, and a call may need all regions.
  await setImmediate()
  const [country = '', part] = region.split('_')
  const calendar = part ? new Holidays(country, part) : new Holidays(country)
  calendar.setLanguages([codes[language]])
  return calendar
    .getHolidays(year)
    .filter(({ type }) => type === 'public')
    .map(({ date, name, rule }) => ({ day: date.slice(0, 10), name, rule }))
}
