import { type KeyboardEvent, useState } from 'react'

/**
 * Makes a row of buttons a single tab stop: the focused button, else the chosen one, else the first.
 * `row` is for the container, `itemOf` for each button, which must be its direct child; arrows, Home and End move the
 * focus.
 */
export function useTabStop<Value extends string>(values: readonly Value[], chosen: Value) {
  const [focused, setFocused] = useState<Value | null>(null)
  // the focused value may have been removed
  const known = [focused, chosen].find((value) => value !== null && values.includes(value))
  const stop = known ?? values[0]
  return {
    row: { onKeyDown: move, onBlur: () => setFocused(null) },
    itemOf: (value: Value) => ({ tabIndex: value === stop ? 0 : -1, onFocus: () => setFocused(value) }),
  }
}

function move(event: KeyboardEvent<HTMLElement>) {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const items = [...event.currentTarget.children] as HTMLElement[]
  const at = items.indexOf(document.activeElement as HTMLElement)
  const to = { ArrowLeft: at - 1, ArrowRight: (at + 1) % items.length, Home: 0, End: -1 }[event.key]
  if (to === undefined) return
  event.preventDefault()
  items.at(to)?.focus()
}
