import { useEffect, useEffectEvent } from 'react'

/** Calls `onKey` for keys pressed outside fields, dialogs and menus. */
export function usePlainKeys(onKey: (event: KeyboardEvent) => void): void {
  const tell = useEffectEvent((event: KeyboardEvent) => {
    if (isPlainKey(event)) onKey(event)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => tell(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}

function isPlainKey({ target, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || defaultPrevented || !(target instanceof HTMLElement)) return false
  if (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) return false
  return target.closest('[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]') === null
}
