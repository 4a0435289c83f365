import { type ReactNode, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { Box } from '../layout/Box.tsx'

/**
 * What is read out whatever is open: a dialog hides from screen readers all that stands beside it, also what is said meanwhile. It is
 * of the screen alone, and not of paper.
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
