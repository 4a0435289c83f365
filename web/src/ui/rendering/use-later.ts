import { type ReactNode, startTransition, useDeferredValue, useEffect, useState } from 'react'

/**
 * Returns false in the first render and true in a deferred render right after it: for content below the fold, so that
 * the visible part appears sooner.
 */
export const useLater = (): boolean => useDeferredValue(true, false)

/**
 * Returns the number of parts of something large that may be drawn: 0 at first, then one more per transition up to
 * `count`, so that input and the browser get their turn in between.
 */
export function useTurns(count: number): number {
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    if (turn < count) startTransition(() => setTurn(turn + 1))
  }, [turn, count])
  return turn
}

/** Draws its children after a number of turns. Unlike `useTurns` it does not draw its parent again. */
export const After = ({ turns, children }: { turns: number; children: ReactNode }) =>
  useTurns(turns) === turns && children
