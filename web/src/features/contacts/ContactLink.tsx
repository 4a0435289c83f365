import type { ReactNode } from 'react'
import { pathTo } from '#contract/routes'
import { ScreenLink } from '../../ui/navigation/ScreenLink.tsx'

export function ContactLink({ id, children }: { id: string; children: ReactNode }) {
  return (
    <ScreenLink href={pathTo('contact', { id })} color="inherit" underline="always">
      {children}
    </ScreenLink>
  )
}
