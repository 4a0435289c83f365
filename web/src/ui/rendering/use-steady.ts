import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * A function that stays the same as long as the component is there, and does what the latest one does: a part that is given it is
 * not drawn again because of it.
 */
export function useSteady<Given extends unknown[], Answer>(now: (...given: Given) => Answer) {
  const latest = useRef(now)
  useLayoutEffect(() => {
    latest.current = now
  })
  return useCallback((...given: Given) => latest.current(...given), [])
}
