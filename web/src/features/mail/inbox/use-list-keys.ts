import { useEffect, useRef } from 'react'
import type { EmailSummary } from '#contract/mail/emails'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useMay } from '../../../session/session.ts'
import { useShortcuts } from '../../../ui/shortcuts/shortcuts.ts'
import { openComposer } from '../composer/composer-store.ts'
import { nextInList } from './taken.ts'
import { usePlainKeys } from './use-plain-keys.ts'

interface Keys {
  emails: readonly EmailSummary[]
  openId: string | undefined
  onOpen: (id: string) => void
  /** Omitted if messages cannot be selected. */
  onChoose: ((id: string) => void) | undefined
}

/** Registers the shortcuts of the list: J and K or arrows move between messages, C composes, X selects. */
export function useListKeys({ emails, openId, onOpen, onChoose }: Keys): void {
  const { t } = useTranslation('emails')
  const mayWrite = useMay()('EMAIL_CREATE')
  // index of the open message, where the next one is once it has left the list
  const lastAt = useRef(-1)
  const at = emails.findIndex(({ id }) => id === openId)
  useEffect(() => {
    if (at >= 0) lastAt.current = at
  }, [at])
  const go = (step: number) => {
    const from = at >= 0 ? at + step : step > 0 ? Math.max(0, lastAt.current) : lastAt.current - 1
    const next = emails[Math.min(Math.max(0, from), emails.length - 1)]
    if (next) onOpen(next.id)
    return next
  }
  // before the list is redrawn without the open message, the next one is also the one after it
  useEffect(() => {
    nextInList.set(() => void go(1))
    return () => nextInList.set(null)
  })
  const press = useShortcuts<boolean>(t('shortcuts.title'), [
    {
      keys: ['J', 'K'],
      label: t('shortcuts.next'),
      run: (inList, key) => focusIf(inList, go(key === 0 ? 1 : -1)),
    },
    {
      keys: ['↓', '↑'],
      label: t('shortcuts.nextInList'),
      run: (inList, key) => inList && focusIf(inList, go(key === 0 ? 1 : -1)),
    },
    onChoose !== undefined &&
      openId !== undefined && { keys: ['X'], label: t('shortcuts.choose'), run: () => onChoose(openId) },
    mayWrite && { keys: ['C'], label: t('shortcuts.compose'), run: () => openComposer({}) },
  ])
  usePlainKeys((event) => {
    const inList = event.target instanceof HTMLElement && event.target.closest('[data-email]') !== null
    press(event, inList)
  })
}

/** Moves the focus to the message if it was in the list. */
function focusIf(inList: boolean, next: EmailSummary | undefined): void {
  if (next && inList) requestAnimationFrame(() => rowOf(next.id)?.focus())
}

const rowOf = (id: string) => document.querySelector<HTMLElement>(`[data-email="${CSS.escape(id)}"]`)
