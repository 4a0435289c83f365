import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Text as it is typed, handed over without spaces around it once nothing was typed for `delay` milliseconds. A `value` that
 * somebody else gave takes its place; what was handed over from here may arrive behind the next letter and replaces nothing.
 */
export function useTyped(value: string, onChange: (text: string) => void, delay: number) {
  const [typed, setTyped] = useState(value)
  const [seen, setSeen] = useState(value)
  const [known, setKnown] = useState(value)
  if (seen !== value) {
    setSeen(value)
    if (known !== value) {
      setKnown(value)
      setTyped(value)
    }
  }

  function hand(text: string) {
    setTyped(text)
    const said = text.trim()
    if (said === known) return
    setKnown(said)
    onChange(said)
  }

  const handLater = useEffectEvent(() => hand(typed))
  // biome-ignore lint/correctness/useExhaustiveDependencies: every letter starts the wait again
  useEffect(() => {
    const timer = setTimeout(() => handLater(), delay)
    return () => clearTimeout(timer)
  }, [typed, delay])

  return { typed, type: setTyped, hand }
}
