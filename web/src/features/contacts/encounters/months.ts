import { daysInMonth } from '../../../ui/dates/parse-date.ts'

/** The number of encounters in a month, `2026-03`. */
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

/** Returns all months from first to last, with empty ones in between. */
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

/** Returns the last twelve months, or all if there are fewer; null without any. */
export function usualSpan(months: readonly MonthCount[]): Span | null {
  const [first] = months.slice(-usualMonths)
  const last = months.at(-1)
  return first && last ? { from: first.month, to: last.month } : null
}

/** A span chosen by the user; an end at the limit stays at the limit when months are added. */
export interface ChosenSpan extends Span {
  readonly fromFirst: boolean
  readonly toLast: boolean
}

export const chosenSpan = (span: Span, months: readonly MonthCount[]): ChosenSpan => ({
  ...span,
  fromFirst: span.from === months[0]?.month,
  toLast: span.to === months.at(-1)?.month,
})

/** Limits a chosen span to the existing months; null without any. */
export function spanAmong({ from, to, fromFirst, toLast }: ChosenSpan, months: readonly MonthCount[]): Span | null {
  const [first, last] = [months[0]?.month, months.at(-1)?.month]
  if (!first || !last) return null
  const within = (month: string) => (month < first ? first : month > last ? last : month)
  return { from: fromFirst ? first : within(from), to: toLast ? last : within(to) }
}

/** Returns the first and last day of a span, for the search. */
export const daysOf = ({ from, to }: Span) => ({
  start: `${from}-01`,
  end: `${to}-${daysInMonth(Number(to.slice(0, 4)), Number(to.slice(5)))}`,
})
