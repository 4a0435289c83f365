import { daysInMonth } from '../../../ui/dates/parse-date.ts'

/** Months in a row, as the time range shows them: `2026-03`. */
export interface MonthCount {
  readonly month: string
  readonly count: number
}

export interface Span {
  readonly from: string
  readonly to: string
}

const numberOf = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1
const monthOf = (number: number) =>
  `${String(Math.floor(number / 12)).padStart(4, '0')}-${String((number % 12) + 1).padStart(2, '0')}`

/** Every month from the first to the last of those that have something, with the empty ones between them. */
export function withGaps(months: readonly MonthCount[]): MonthCount[] {
  const [first, last] = [months[0], months.at(-1)]
  if (!first || !last) return []
  const counts = new Map(months.map(({ month, count }) => [month, count]))
  return Array.from({ length: numberOf(last.month) - numberOf(first.month) + 1 }, (_, at) => {
    const month = monthOf(numberOf(first.month) + at)
    return { month, count: counts.get(month) ?? 0 }
  })
}

const usualMonths = 12

/** The last twelve months when there are as many, otherwise all. */
export function usualSpan(months: readonly MonthCount[]): Span | null {
  const [first] = months.slice(-usualMonths)
  const last = months.at(-1)
  return first && last ? { from: first.month, to: last.month } : null
}

/** A span that a person chose: where it reached an end of all months, it goes on to do so when more come. */
export interface ChosenSpan extends Span {
  readonly fromFirst: boolean
  readonly toLast: boolean
}

export const chosenSpan = (span: Span, months: readonly MonthCount[]): ChosenSpan => ({
  ...span,
  fromFirst: span.from === months[0]?.month,
  toLast: span.to === months.at(-1)?.month,
})

/** What a chosen span is among the months that there are now; null when there are none. */
export function spanAmong({ from, to, fromFirst, toLast }: ChosenSpan, months: readonly MonthCount[]): Span | null {
  const [first, last] = [months[0]?.month, months.at(-1)?.month]
  if (!first || !last) return null
  const within = (month: string) => (month < first ? first : month > last ? last : month)
  return { from: fromFirst ? first : within(from), to: toLast ? last : within(to) }
}

/** The first and the last day of a span, as the search takes them. */
export const daysOf = ({ from, to }: Span) => ({
  start: `${from}-01`,
  end: `${to}-${daysInMonth(Number(to.slice(0, 4)), Number(to.slice(5)))}`,
})
