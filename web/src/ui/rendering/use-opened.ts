import { useState } from 'react'

/**
 * Returns true once `open` has been true: content that was never opened is not rendered, and closed content stays for
 * its transition.
 */
export function useOpened(open: boolean): boolean {
  const [wasOpen, setWasOpen] = useState(open)
  if (open && !wasOpen) setWasOpen(true)
  return open || wasOpen
}
