import { useEffect, useState } from 'react'

/** The value once it has not changed for so many milliseconds; compared by what it says. */
export function useDelayedValue<T>(value: T, delay: number): T {
  const [settled, setSettled] = useState(value)
  const text = JSON.stringify(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(text) as T), delay)
    return () => clearTimeout(timer)
  }, [text, delay])
  return settled
}
