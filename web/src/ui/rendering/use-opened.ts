import { useState } from 'react'

/** Whether something is open or was: what never was need not be made, and what was goes with its own movement. */
export function useOpened(open: boolean): boolean {
  const [wasOpen, setWasOpen] = useState(open)
  if (open && !wasOpen) setWasOpen(true)
  return open || wasOpen
}
