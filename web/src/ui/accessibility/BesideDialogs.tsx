import { type ReactNode, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { Box } from '../layout/Box.tsx'

/**
 * Renders children that screen readers announce even while a dialog is open: a dialog sets `aria-hidden` on all its
 * siblings. Hidden in print.
 */
export function BesideDialogs({ children }: { children: ReactNode }) {
  const [host] = useState(makeHost)
  useLayoutEffect(() => {
    document.body.append(host)
    const hiding = new MutationObserver(() => host.removeAttribute('aria-hidden'))
    hiding.observe(host, { attributeFilter: ['aria-hidden'] })
    return () => {
      hiding.disconnect()
      host.remove()
    }
  }, [host])
  return createPortal(<Box sx={{ displayPrint: 'none' }}>{children}</Box>, host)
}

function makeHost() {
  const host = document.createElement('div')
  host.dataset.besideDialogs = ''
  return host
}
