import { useState } from 'react'
import { readExact } from '#contract/figures'

/** Holds the typed text of an exact number as long as it means the value in the form. */
export function useFigure(held: string, unit: string | undefined) {
  const [typed, setTyped] = useState<string>()
  const exact = (text: string) => readExact(text, unit) ?? text
  return { exact, typed: typed !== undefined && exact(typed) === held ? typed : undefined, setTyped }
}
