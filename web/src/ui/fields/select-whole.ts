import type { FocusEvent } from 'react'

/**
 * Selects the whole text of a field that gets the focus, as the Tab key does. Skipped if no element had the focus
 * before, as after a return from another window.
 */
export function selectWhole({ target, relatedTarget }: FocusEvent<HTMLInputElement | HTMLTextAreaElement>): void {
  if (relatedTarget) target.select()
}
