import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { productTitle } from '#contract/limits'
import { type Notification, notificationApi } from '#contract/together/notifications'
import type { CurrentUser } from '#contract/users/users'
import { useApi } from '../../../api/hooks.ts'
import { takeUnannounced } from './announced.ts'
import { keepSaying, say, unsay } from './announcements.ts'
import { placeOf } from './kinds.ts'
import { isQuiet } from './quiet.ts'
import { playSound } from './sound.ts'
import { useNotifications } from './use-notifications.ts'
import { useWords } from './use-words.ts'

/** Announces new notifications in the ways chosen for their type. */
export function useAnnouncements(user: CurrentUser): void {
  const { data: all } = useApi(notificationApi.list, {}, { quiet: true })
  const { data: settings } = useApi(notificationApi.settings, {}, { quiet: true })
  const { markRead } = useNotifications('notifications')
  const navigate = useNavigate()
  const wordsOf = useWords()

  async function announce(news: readonly Notification[]) {
    if (!settings) return
    const fresh = await takeUnannounced(user.id, news)
    if (isQuiet(settings.quiet, new Date())) return
    const wanted = fresh.filter(({ settled }) => !settled)
    const by = (way: 'popup' | 'sound' | 'browser') =>
      wanted.filter(({ notificationType }) => settings.ways[notificationType]?.[way])
    if (by('popup').length > 0) say(by('popup'))
    if (by('sound').length > 0) playSound()
    for (const one of by('browser')) {
      const place = placeOf(one)
      tellByBrowser(one.id, wordsOf(one), () => {
        unsay([one.id])
        markRead([one.id])
        if (place) void navigate({ href: place })
      })
    }
  }

  const latest = useRef(announce)
  latest.current = announce
  const isReady = settings !== undefined
  useEffect(() => {
    if (all) keepSaying(all)
    if (isReady && all && all.length > 0) void latest.current(all)
  }, [all, isReady])
}

/** Shows a browser notification if the page is hidden. */
function tellByBrowser(tag: string, { title, text }: { title: string; text: string }, lead: () => void): void {
  if (!document.hidden || !('Notification' in window) || window.Notification.permission !== 'granted') return
  const shown = new window.Notification(`${title} – ${productTitle}`, { body: text, tag })
  shown.onclick = () => {
    window.focus()
    lead()
    shown.close()
  }
}
