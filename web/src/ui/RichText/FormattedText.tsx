import { useLayoutEffect, useRef } from 'react'
import { Box } from '../layout/Box.tsx'
import { contentLook } from './content-look.ts'
import { cleanFragment } from './html.ts'

/** Shows trusted HTML written with this editor. Received e-mails are shown in a sandboxed frame instead. */
export function FormattedText({ html, label }: { html: string; label: string }) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => place.current?.replaceChildren(cleanFragment(html)), [html])
  return <Box ref={place} role="document" aria-label={label} sx={contentLook} />
}
