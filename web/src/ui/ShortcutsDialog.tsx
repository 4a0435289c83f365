import { lazy, Suspense, useEffect, useState } from 'react'

const ShortcutsList = lazy(() => import('./ShortcutsList.tsx').then((file) => ({ default: file.ShortcutsList })))

export interface ShortcutGroup {
  title: string
  shortcuts: { keys: string[]; label: string }[]
}

/** Opens with "?" wherever nobody is typing; what tables understand is listed already. */
export function ShortcutsDialog({ groups = [] }: { groups?: ShortcutGroup[] }) {
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
        <ShortcutsList groups={groups} onClose={() => setOpen(false)} />
      </Suspense>
    )
  )
}

function isTyping(target: EventTarget | null) {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)
}
