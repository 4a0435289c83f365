import { Suspense, useLayoutEffect, useState } from 'react'
import { lazyPart } from './lazy-part.tsx'
import type { ShortcutGroup } from './screen-actions.ts'

const ShortcutsList = lazyPart(() => import('./ShortcutsList.tsx'), 'ShortcutsList')

const asked = new EventTarget()

/** For a menu entry: the keys that are listed include "?", which a text field takes for itself. */
export const showShortcuts = () => asked.dispatchEvent(new Event('show'))

/** Opens with "?" wherever nobody is typing; what the screen on show understands now is listed. */
export function ShortcutsDialog({ groups = [] }: { groups?: readonly ShortcutGroup[] }) {
  const [open, setOpen] = useState(false)

  // from the moment on that something is seen: an effect after painting would miss an early key
  useLayoutEffect(() => {
    const show = () => setOpen(true)
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      event.preventDefault()
      show()
    }
    window.addEventListener('keydown', onKey)
    asked.addEventListener('show', show)
    return () => {
      window.removeEventListener('keydown', onKey)
      asked.removeEventListener('show', show)
    }
  }, [])

  return (
    open && (
      <Suspense>
        <ShortcutsList groups={groups} onClose={() => setOpen(false)} />
      </Suspense>
    )
  )
}

function isTyping(target: EventTarget | null) {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)
}
