import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Holds typed text and passes it on, trimmed, after a pause of `delay` milliseconds. A `value` from outside replaces
 * the text; a value passed on from here may arrive after further typing and does not.
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
