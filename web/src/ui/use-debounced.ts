import { useEffect, useEffectEvent, useState } from 'react'

/** The value as it was when it last stood still for `delay` milliseconds; compared by what it says. */
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
