import { type ReactNode, startTransition, useDeferredValue, useEffect, useState } from 'react'

/**
 * False in the drawing that a screen comes with, true in the one right after it, which the browser does piece by piece: for
 * what stands below the rest, so that what is seen first waits for less.
 */
export const useLater = (): boolean => useDeferredValue(true, false)

/**
 * How many parts of something large may be drawn by now: none in the drawing that it comes with, and one more in each after it,
 * so that what is typed, and the browser, have their turn in between. In the end `count`.
 */
export function useTurns(count: number): number {
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    if (turn < count) startTransition(() => setTurn(turn + 1))
  }, [turn, count])
  return turn
}

/** Draws what is in it after so many turns. Whatever stands around it is not drawn again for that, as it would be by `useTurns`. */
export const After = ({ turns, children }: { turns: number; children: ReactNode }) =>
  useTurns(turns) === turns && children
