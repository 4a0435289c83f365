import type { RawBuilder } from 'kysely'
import { JsonText } from '../../http/answers.ts'

/**
 * How a page of cards is found. WORDS: the hits of the first word that stands in no more than some thousand of them, before they
 * are ordered; FEW: those that all but the words leave, where they are no more, because who looks through the order for what few
 * have reads all of them; NEAR: among the first of the order, where those of many are; HITS: all hits. IN_ORDER: in this order.
 */
export type Way = 'WORDS' | 'FEW' | 'NEAR' | 'HITS' | 'IN_ORDER'

/** What a way looks at: what stands in `with`, where the ids and keys are read, and whether there may be more. */
export interface Places {
  readonly parts: readonly RawBuilder<unknown>[]
  readonly hits: RawBuilder<unknown>
  readonly isCut: RawBuilder<unknown>
}

export interface FoundRow {
  /** As JSON, with commas between. */
  cards: string
  found: number
  /** There may be more hits than were looked at, so this is no page. */
  isCut: boolean
}

/** The page that the first of the ways finds which finds one; its cards stand under `name`. */
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
