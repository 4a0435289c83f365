import { lazy, Suspense, useEffect, useState } from 'react'
import { type ShortcutGroup, screenActions } from './screen-actions.ts'

const ShortcutsList = lazy(() => import('./ShortcutsList.tsx').then((file) => ({ default: file.ShortcutsList })))

/** Opens with "?" wherever nobody is typing; what the screen on show and what tables understand is listed. */
export function ShortcutsDialog({ groups = [] }: { groups?: readonly ShortcutGroup[] }) {
  const [open, setOpen] = useState(false)

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      event.preventDefault()
      setOpen(true)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])

  return (
    open && (
      <Suspense>
        <ShortcutsList groups={[...groups, ...(screenActions().shortcuts ?? [])]} onClose={() => setOpen(false)} />
      </Suspense>
    )
  )
}

function isTyping(target: EventTarget | null) {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)
}
