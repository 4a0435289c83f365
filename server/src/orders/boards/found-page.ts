import type { RawBuilder } from 'kysely'
import { JsonText } from '../../http/answers.ts'

/**
 * Ways to find a page of cards.
 * WORDS: reads the hits of the first word with at most some thousand, then sorts them.
 * FEW: reads the cards that match all but the words, if there are at most some thousand. Walking the sort order for few
 * cards would read all of them.
 * NEAR: looks among the first cards of the sort order, where hits of a common word are found.
 * HITS: reads all hits.
 * IN_ORDER: walks the sort order.
 */
export type Way = 'WORDS' | 'FEW' | 'NEAR' | 'HITS' | 'IN_ORDER'

/** What a way reads: CTEs, the source of ids and sort keys, and the condition that there may be more hits. */
export interface Places {
  readonly parts: readonly RawBuilder<unknown>[]
  readonly hits: RawBuilder<unknown>
  readonly isCut: RawBuilder<unknown>
}

export interface FoundRow {
  /** Cards as comma-separated JSON texts. */
  cards: string
  found: number
  /** Whether there may be more hits than were read; the cards are then not the page. */
  isCut: boolean
}

/** Returns the page of the first way that finds one; its cards are in the property `name`. */
export async function foundPage<Found>(
  name: keyof Found & string,
  { page, pageSize }: { page: number; pageSize: number },
  ways: readonly Way[],
  pageBy: (way: Way) => Promise<FoundRow>,
): Promise<JsonText<Found>> {
  let last: FoundRow | undefined
  for (const way of ways) {
    last = await pageBy(way)
    if (!last.isCut) break
  }
  const { cards = '', found = 0 } = last ?? {}
  const total = (page - 1) * pageSize + found
  return new JsonText(`{"${name}":[`, cards, `],"total":${total},"more":${found > pageSize}}`)
}
