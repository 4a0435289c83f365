import type { MouseEvent } from 'react'

/** A pointer that rests on a value that is cut off is told the whole of it. */
export function tellWhole({ currentTarget: shown }: MouseEvent<HTMLElement>): void {
  const text = 'value' in shown ? String(shown.value) : (shown.textContent ?? '')
  if (shown.scrollWidth > shown.clientWidth) shown.title = text
  else shown.removeAttribute('title')
}
