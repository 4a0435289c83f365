import type { FocusEvent } from 'react'

/** As in a field that the Tab key comes to: what is typed stands in its place. Back from another window all stays as it was. */
export function selectWhole({ target, relatedTarget }: FocusEvent<HTMLInputElement | HTMLTextAreaElement>): void {
  if (relatedTarget) target.select()
}
