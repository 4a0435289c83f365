import { useState } from 'react'

/** Returns true once `open` has been true: closed content stays for its transition, unopened is not rendered. */
export function useOpened(open: boolean): boolean {
  const [wasOpen, setWasOpen] = useState(open)
  if (open && !wasOpen) setWasOpen(true)
  return open || wasOpen
}
