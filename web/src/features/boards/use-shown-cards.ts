import { useCallback, useMemo } from 'react'
import { useUsers } from '../users/people/use-users.ts'
import { useNow } from './use-now.ts'

/** Returns the cards that pass a filter, in their order. */
type Filtered<Card, Filter> = (
  cards: readonly Card[],
  filter: Filter,
  seen: { now: number; users: ReadonlyMap<string, unknown> },
) => readonly Card[]

/** Returns the filtered cards of a board, and `shown`, which filters given cards. */
export function useShownCards<Card, Filter>(
  all: readonly Card[] | undefined,
  filter: Filter,
  filtered: Filtered<Card, Filter>,
) {
  const now = useNow()
  const users = useUsers()
  const shown = useCallback(
    (cards: readonly Card[]) => filtered(cards, filter, { now, users }),
    [filtered, filter, now, users],
  )
  const cards = useMemo(() => all && shown(all), [all, shown])
  return { cards, shown, now }
}
