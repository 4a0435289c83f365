import MuiLink from '@mui/material/Link'
import { createLink } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { contactPath } from './contact-paths.ts'

const RouterLink = createLink(MuiLink)

export function ContactLink({ id, children }: { id: string; children: ReactNode }) {
  return (
    <RouterLink to={contactPath(id)} color="inherit" underline="always">
      {children}
    </RouterLink>
  )
}
