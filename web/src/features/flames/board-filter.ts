import type { FlameCard } from '@glut/contract/flames'
import { fold } from '../../ui/format.ts'
import { isDue } from './flame-dates.ts'

/** What a board is narrowed to; kept in the address. */
export interface BoardFilter {
  text?: string
  /** The id of a user, or 'none'. */
  assignee?: string
  contact?: string
  due?: 'true'
}

export const isFiltering = ({ text, assignee, contact, due }: BoardFilter): boolean =>
  Boolean(text || assignee || contact || due)

/** The cards that a filter lets through, in their order. */
export function filtered(cards: readonly FlameCard[], filter: BoardFilter, now: number): readonly FlameCard[] {
  if (!isFiltering(filter)) return cards
  const words = fold(filter.text ?? '').split(/\s+/)
  return cards.filter(
    (card) =>
      (!filter.assignee || (card.assigneeRef ?? 'none') === filter.assignee) &&
      (!filter.contact || card.contactRef === filter.contact) &&
      (!filter.due || isDue(card, now)) &&
      words.every((word) => textOf(card).includes(word)),
  )
}

const texts = new WeakMap<FlameCard, string>()

function textOf(card: FlameCard): string {
  let text = texts.get(card)
  if (text === undefined) {
    text = fold(`${card.contactName} ${card.certificateName} ${card.sapOrdernumber}`)
    texts.set(card, text)
  }
  return text
}
