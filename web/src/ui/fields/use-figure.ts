import { useState } from 'react'
import { readExact } from '#contract/figures'

/** Of a figure that the form holds as exact text: what was typed stands as long as it says what the form holds. */
export function useFigure(held: string, unit: string | undefined) {
  const [typed, setTyped] = useState<string>()
  const exact = (text: string) => readExact(text, unit) ?? text
  return { exact, typed: typed !== undefined && exact(typed) === held ? typed : undefined, setTyped }
}
