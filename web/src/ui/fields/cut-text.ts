import type { MouseEvent } from 'react'

/** Sets the tooltip of a truncated value to its full text, except for a password. */
export function tellWhole({ currentTarget: shown }: MouseEvent<HTMLElement>): void {
  const isHidden = shown instanceof HTMLInputElement && shown.type === 'password'
  const text = 'value' in shown ? String(shown.value) : (shown.textContent ?? '')
  if (!isHidden && shown.scrollWidth > shown.clientWidth) shown.title = text
  else shown.removeAttribute('title')
}
