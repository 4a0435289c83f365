import type { MouseEvent } from 'react'

/** A pointer that rests on a value that is cut off is told the whole of it, unless it is hidden as it is typed. */
export function tellWhole({ currentTarget: shown }: MouseEvent<HTMLElement>): void {
  const isHidden = shown instanceof HTMLInputElement && shown.type === 'password'
  const text = 'value' in shown ? String(shown.value) : (shown.textContent ?? '')
  if (!isHidden && shown.scrollWidth > shown.clientWidth) shown.title = text
  else shown.removeAttribute('title')
}
