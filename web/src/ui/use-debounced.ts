import { useEffect, useEffectEvent, useState } from 'react'

/** Returns the value after it has not changed for `delay` milliseconds; values are compared as JSON. */
export function useDebounced<Value>(value: Value, delay: number): Value {
  const [settled, setSettled] = useState(value)
  const settle = useEffectEvent(() => setSettled(value))
  const content = JSON.stringify(value)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another object that says the same stands still
  useEffect(() => {
    const timer = setTimeout(settle, delay)
    return () => clearTimeout(timer)
  }, [content, delay])
  return settled
}
