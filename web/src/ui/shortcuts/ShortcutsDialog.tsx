import { Suspense, useLayoutEffect, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { lazyPart } from '../rendering/lazy-part.tsx'
import { useScreenKeys } from './shortcuts.ts'

const ShortcutsList = lazyPart(() => import('./ShortcutsList.tsx'), 'ShortcutsList')

const asked = new EventTarget()

/** For a menu entry: the keys that are listed include "?", which a text field takes for itself. */
export const showShortcuts = () => asked.dispatchEvent(new Event('show'))

/** Opens with "?" wherever nobody is typing; what the screen on show understands now is listed. */
export function ShortcutsDialog() {
  const { t } = useTranslation('ui')
  const [open, setOpen] = useState(false)
  useScreenKeys(t('shortcuts.everywhere'), [
    // whatever is open takes it itself
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
