import type { FlameCard } from '#contract/orders/flames'
import { fold } from '../../../ui/format.ts'
import { isDue } from './flame-dates.ts'

/** What a board is narrowed to; kept in the address. */
export interface BoardFilter {
  text?: string | undefined
  /** The id of a user, or 'none': nobody, or somebody who was removed. */
  assignee?: string | undefined
  contact?: string | undefined
  /** 'true': only what is due. */
  due?: string | undefined
}

export const isFiltering = ({ text, assignee, contact, due }: BoardFilter): boolean =>
  Boolean(text || assignee || contact || due)

/** The cards that a filter lets through, in their order. */
export function filtered(
  cards: readonly FlameCard[],
  filter: BoardFilter,
  { now, users }: { now: number; users: ReadonlyMap<string, unknown> },
): readonly FlameCard[] {
  if (!isFiltering(filter)) return cards
  const words = fold(filter.text ?? '').split(/\s+/)
  return cards.filter(
    (card) =>
      (!filter.assignee || (hasNobody(card, users) ? 'none' : card.assigneeRef) === filter.assignee) &&
      (!filter.contact || card.contactRef === filter.contact) &&
      (!filter.due || isDue(card, now)) &&
      words.every((word) => textOf(card).includes(word)),
  )
}

/** Nobody, or somebody who is no user any more; `users` is empty where the caller may not know them. */
export const hasNobody = ({ assigneeRef }: FlameCard, users: ReadonlyMap<string, unknown>): boolean =>
  assigneeRef === null || (users.size > 0 && !users.has(assigneeRef))

const texts = new WeakMap<FlameCard, string>()

function textOf(card: FlameCard): string {
  let text = texts.get(card)
  if (text === undefined) {
    text = fold(`${card.contactName} ${card.certificateName} ${card.sapOrdernumber}`)
    texts.set(card, text)
  }
  return text
}
