import { useEffect, useState } from 'react'

/** Returns true once `active` has been true for `delay` milliseconds, so that short waits show no skeleton. */
export function useDelayed(active: boolean, delay = 150) {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!active) return
    const timer = setTimeout(() => setLate(true), delay)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [active, delay])
  return active && late
}
