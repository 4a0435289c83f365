import type { FlameCard } from '#contract/orders/flames'
import { type BoardFilter, cardFilter, type Filtering } from '../../boards/board-filter.ts'
import { isDue } from './flame-dates.ts'

export interface FlameFilter extends BoardFilter {
  contact?: string | undefined
}

export const isFiltering = ({ text, assignee, contact, due }: FlameFilter): boolean =>
  Boolean(text || assignee || contact || due)

const flames: Filtering<FlameCard> = {
  textOf: (card) => `${card.contactName} ${card.certificateName} ${card.sapOrdernumber}`,
  isDue,
}

/** Returns the cards that pass a filter, in their order. */
export function filtered(
  cards: readonly FlameCard[],
  filter: FlameFilter,
  seen: { now: number; users: ReadonlyMap<string, unknown> },
): readonly FlameCard[] {
  if (!isFiltering(filter)) return cards
  const passes = cardFilter(filter, seen, flames)
  return cards.filter((card) => (!filter.contact || card.contactRef === filter.contact) && passes(card))
}
