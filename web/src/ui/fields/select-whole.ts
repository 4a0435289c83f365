import type { FocusEvent } from 'react'

/**
 * Selects the text of a field that gets the focus by mouse, as the Tab key does. Does nothing if the focus returns from
 * another window.
 */
export function selectWhole({ target, relatedTarget }: FocusEvent<HTMLInputElement | HTMLTextAreaElement>): void {
  if (relatedTarget) target.select()
}
