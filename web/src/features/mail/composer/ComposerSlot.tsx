import { useCallback } from 'react'
import { Box } from '../../../ui/layout/Box.tsx'
import { setSlot } from './composer-store.ts'

/** Where the answer to a message is written: below it. */
export function ComposerSlot({ emailId }: { emailId: string }) {
  const place = useCallback((element: HTMLElement | null) => setSlot(emailId, element), [emailId])
  return <Box ref={place} sx={{ '&:empty': { display: 'none' } }} />
}
