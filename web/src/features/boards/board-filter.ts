import { searchText, soughtIn } from '../../ui/text/find.ts'
import { hasNobody } from './assignees.ts'
import type { BoardCard } from './card-kind.ts'

/** Filters of every board, kept in the URL. */
export interface BoardFilter {
  text?: string | undefined
  /** The id of a user, or 'none' for cards without an assignee or with one who was removed. */
  assignee?: string | undefined
  /** 'true' shows only due cards. */
  due?: string | undefined
}

/** How the cards of a kind are filtered. */
export interface Filtering<Card extends BoardCard> {
  readonly textOf: (card: Card) => string
  readonly isDue: (card: Card, now: number) => boolean
}

/** Returns the predicate for a filter. */
export function cardFilter<Card extends BoardCard>(
  { text, assignee, due }: BoardFilter,
  { now, users }: { now: number; users: ReadonlyMap<string, unknown> },
  { textOf, isDue }: Filtering<Card>,
): (card: Card) => boolean {
  const words = (text ?? '').split(/[\s,;]+/).map(soughtIn)
  return (card) =>
    (!assignee || (hasNobody(card, users) ? 'none' : card.assigneeRef) === assignee) &&
    (!due || isDue(card, now)) &&
    words.every((holds) => holds(searchTextOf(card, textOf)))
}

const texts = new WeakMap<BoardCard, string>()

function searchTextOf<Card extends BoardCard>(card: Card, textOf: (card: Card) => string): string {
  let text = texts.get(card)
  if (text === undefined) {
    text = searchText(textOf(card))
    texts.set(card, text)
  }
  return text
}
