import { useCallback, useLayoutEffect, useRef } from 'react'

/** One function as long as the component is there, which does what was last drawn with: whom it is given to is not drawn again for it. */
export function useSteady<Given extends unknown[], Answer>(now: (...given: Given) => Answer) {
  const latest = useRef(now)
  useLayoutEffect(() => {
    latest.current = now
  })
  return useCallback((...given: Given) => latest.current(...given), [])
}
