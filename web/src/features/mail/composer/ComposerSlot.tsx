import { useCallback } from 'react'
import { Box } from '../../../ui/layout/Box.tsx'
import { setSlot } from './composer-store.ts'

/** The place below an e-mail where its answer is written. */
export function ComposerSlot({ emailId }: { emailId: string }) {
  const place = useCallback((element: HTMLElement | null) => setSlot(emailId, element), [emailId])
  return <Box ref={place} sx={{ '&:empty': { display: 'none' } }} />
}
