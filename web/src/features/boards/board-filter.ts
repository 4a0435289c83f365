import { searchText, soughtIn } from '../../ui/text/find.ts'
import { hasNobody } from './assignees.ts'
import type { BoardCard } from './card-kind.ts'

/** What every board can be narrowed to; kept in the address. */
export interface BoardFilter {
  text?: string | undefined
  /** The id of a user, or 'none': nobody, or somebody who was removed. */
  assignee?: string | undefined
  /** 'true': only what is due. */
  due?: string | undefined
}

/** How the cards of a kind are looked through. */
export interface Filtering<Card extends BoardCard> {
  readonly textOf: (card: Card) => string
  readonly isDue: (card: Card, now: number) => boolean
}

/** Makes `passes(card)` of a filter. */
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
