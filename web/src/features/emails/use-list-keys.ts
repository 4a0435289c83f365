import type { EmailSummary } from '@glut/contract/emails'
import { useEffect, useEffectEvent, useRef } from 'react'
import { openComposer } from './composer/composer-store.ts'

interface Keys {
  emails: readonly EmailSummary[]
  openId: string | undefined
  search: React.RefObject<HTMLInputElement | null>
  onOpen: (id: string) => void
}

/** J and K, and the arrows in the list, go to the next and the previous message; / goes to the search, C writes one. */
export function useListKeys({ emails, openId, search, onOpen }: Keys): void {
  // where the open message stood: the next one is in its place once it has left the list
  const lastAt = useRef(-1)
  const at = emails.findIndex(({ id }) => id === openId)
  useEffect(() => {
    if (at >= 0) lastAt.current = at
  }, [at])
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isPlainKey(event)) return
    const inList = event.target instanceof HTMLElement && event.target.closest('[data-email]') !== null
    const step = event.key === 'j' ? 1 : event.key === 'k' ? -1 : inList ? arrows[event.key] : undefined
    if (step !== undefined) {
      const from = at >= 0 ? at + step : step > 0 ? Math.max(0, lastAt.current) : lastAt.current - 1
      const next = emails[Math.min(Math.max(0, from), emails.length - 1)]
      if (next) onOpen(next.id)
      if (next && inList) requestAnimationFrame(() => rowOf(next.id)?.focus())
    } else if (event.key === '/') search.current?.focus()
    else if (event.key === 'c') openComposer({})
    else return
    event.preventDefault()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}

const rowOf = (id: string) => document.querySelector<HTMLElement>(`[data-email="${CSS.escape(id)}"]`)
const arrows: Record<string, number | undefined> = { ArrowDown: 1, ArrowUp: -1 }

/** Not while somebody types or a dialog or menu is open. */
export function isPlainKey({ target, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || defaultPrevented || !(target instanceof HTMLElement)) return false
  if (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) return false
  return target.closest('[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]') === null
}
