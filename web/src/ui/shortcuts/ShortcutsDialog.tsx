import { Suspense, useLayoutEffect, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { lazyPart } from '../rendering/lazy-part.tsx'
import { useScreenKeys } from './shortcuts.ts'

const ShortcutsList = lazyPart(() => import('./ShortcutsList.tsx'), 'ShortcutsList')

const asked = new EventTarget()

/** Opens the list of shortcuts, for a menu entry. */
export const showShortcuts = () => asked.dispatchEvent(new Event('show'))

/** Opens with "?" unless the user is typing, and lists the shortcuts of the current screen. */
export function ShortcutsDialog() {
  const { t } = useTranslation('ui')
  const [open, setOpen] = useState(false)
  useScreenKeys(t('shortcuts.everywhere'), [
    // only listed: open dialogs handle Esc themselves
    { keys: ['Esc'], label: t('shortcuts.close'), run: () => false },
    { keys: ['?'], label: t('shortcuts.help'), run: ({ target }) => !isTyping(target) && setOpen(true) },
  ])

  useLayoutEffect(() => {
    const show = () => setOpen(true)
    asked.addEventListener('show', show)
    return () => asked.removeEventListener('show', show)
  }, [])

  return (
    open && (
      <Suspense>
        <ShortcutsList onClose={() => setOpen(false)} />
      </Suspense>
    )
  )
}

function isTyping(target: EventTarget | null) {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)
}
