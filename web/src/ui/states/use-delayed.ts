import { useEffect, useState } from 'react'

/** True once `active` has lasted `delay`: what is there in a moment needs no skeleton. */
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
