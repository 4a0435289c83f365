import { useCallback, useLayoutEffect, useRef } from 'react'

/** Returns a function with a stable identity that calls the latest `now`, to avoid redrawing its receivers. */
export function useSteady<Given extends unknown[], Answer>(now: (...given: Given) => Answer) {
  const latest = useRef(now)
  useLayoutEffect(() => {
    latest.current = now
  })
  return useCallback((...given: Given) => latest.current(...given), [])
}
