import { type RefObject, useEffect, useRef } from 'react'
import type { EmailSummary } from '#contract/mail/emails'
import { useMay } from '../../../session/session.ts'
import { openComposer } from '../composer/composer-store.ts'
import { usePlainKeys } from './use-plain-keys.ts'

interface Keys {
  emails: readonly EmailSummary[]
  openId: string | undefined
  search: RefObject<HTMLInputElement | null>
  onOpen: (id: string) => void
  /** Left out where nothing can be done with several. */
  onChoose: ((id: string) => void) | undefined
}

/** J and K, and the arrows in the list, go to the next and the previous message; / goes to the search, C writes one, X chooses it beside others. */
export function useListKeys({ emails, openId, search, onOpen, onChoose }: Keys): void {
  const mayWrite = useMay()('EMAIL_CREATE')
  // where the open message stood: the next one is in its place once it has left the list
  const lastAt = useRef(-1)
  const at = emails.findIndex(({ id }) => id === openId)
  useEffect(() => {
    if (at >= 0) lastAt.current = at
  }, [at])
  usePlainKeys((event) => {
    const inList = event.target instanceof HTMLElement && event.target.closest('[data-email]') !== null
    const step = event.key === 'j' ? 1 : event.key === 'k' ? -1 : inList ? arrows[event.key] : undefined
    if (step !== undefined) {
      const from = at >= 0 ? at + step : step > 0 ? Math.max(0, lastAt.current) : lastAt.current - 1
      const next = emails[Math.min(Math.max(0, from), emails.length - 1)]
      if (next) onOpen(next.id)
      if (next && inList) requestAnimationFrame(() => rowOf(next.id)?.focus())
    } else if (event.key === 'x' && onChoose && openId) onChoose(openId)
    else if (event.key === '/') search.current?.focus()
    else if (event.key === 'c' && mayWrite) openComposer({})
    else return
    event.preventDefault()
  })
}

const rowOf = (id: string) => document.querySelector<HTMLElement>(`[data-email="${CSS.escape(id)}"]`)
const arrows: Record<string, number | undefined> = { ArrowDown: 1, ArrowUp: -1 }
