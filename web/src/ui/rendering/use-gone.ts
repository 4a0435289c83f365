import { type RefObject, useEffect, useRef } from 'react'

/** Returns a ref that is true once the component has left the screen, where it can show nothing any more. */
export function useGone(): RefObject<boolean> {
  const gone = useRef(false)
  useEffect(() => {
    gone.current = false
    return () => {
      gone.current = true
    }
  }, [])
  return gone
}
