import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useMemo, useRef } from 'react'
import {
  type Activity,
  inboxPresenceApi,
  type PresenceKind,
  type Present,
  type PresentAt,
  presenceApi,
  presenceSeconds,
} from '#contract/together/presence'
import { call } from '../../../api/client.ts'
import { remember, useApi } from '../../../api/hooks.ts'
import { useConnection } from '../../../live/connection.ts'
import { currentUser } from '../../../session/session.ts'
import type { FormPresence } from '../../../ui/forms/form-presence.ts'
import { type Doing, openTeller } from './teller.ts'

/** Milliseconds without input after which a user no longer counts as editing a field. */
const silenceMs = 60_000

const nobody: readonly never[] = []

/** Returns the reload interval: users who closed their browser time out, which no live update reports. */
const lapsing = (others: readonly unknown[]) => others.length > 0 && presenceSeconds * 1000

/** Returns the other users at a record. */
export function useOthers(kind: PresenceKind, id: string): readonly Present[] {
  const options = { enabled: isKnown, quiet: true, every: lapsing, select: someOrNone }
  return useApi(presenceApi[kind].others, { params: { id } }, options).data ?? nobody
}

/** Waits for data: reporting the own presence returns the others, so no separate request is needed. */
const isKnown = ({ state }: { state: { data?: unknown } }) => state.data !== undefined
/** Maps an empty list to undefined, so that both cause no redraw. */
const someOrNone = (others: readonly Present[]) => (others.length > 0 ? others : undefined)

/** Returns the users present at each message. */
export const useInboxPresence = (): readonly PresentAt[] =>
  useApi(inboxPresenceApi.presence, {}, { quiet: true, every: lapsing }).data ?? nobody

/** Reports what this user does at a record until leaving it; call `look` when that may have changed. */
function useTelling(kind: PresenceKind, id: string | null, now: () => Doing | null): { look: () => void } {
  const client = useQueryClient()
  const teller = useRef<ReturnType<typeof openTeller>>(undefined)
  const doing = useEffectEvent(now)
  useEffect(() => {
    if (!id) return
    const api = presenceApi[kind]
    const params = { id }
    const own = openTeller(
      async (one) =>
        // a signed-out user is present nowhere
        currentUser() &&
        call(
          api.be,
          { params, body: one ?? { activity: null } },
          { onAnswer: (others) => remember(client, api.others, { params }, others) },
        ),
      () => doing(),
    )
    teller.current = own
    own.look()
    document.addEventListener('visibilitychange', own.look)
    return () => {
      document.removeEventListener('visibilitychange', own.look)
      own.leave()
    }
  }, [kind, id, client])

  // the server drops a tab whose connection is lost, so report again after reconnecting
  const { count } = useConnection()
  const before = useRef(count)
  useEffect(() => {
    if (count !== before.current) teller.current?.repeat()
    before.current = count
  }, [count])
  return { look: useCallback(() => teller.current?.look(), []) }
}

/** Returns the viewing activity; null while the page is hidden. */
const viewing = (): Doing | null => (document.hidden ? null : { activity: 'VIEWING', field: '' })

/** Reports the same activity while mounted. */
export function useTellActivity(kind: PresenceKind, id: string | null, activity: Activity): void {
  useTelling(kind, id, () => (activity === 'VIEWING' ? viewing() : { activity, field: '' }))
}

/** Returns the other users at a record, and `edits` for its form to report the current field. */
export function usePresence(kind: PresenceKind, id: string): FormPresence & { readonly others: readonly Present[] } {
  const own = useRef({ field: '', isDirty: false, at: 0 })
  const others = useOthers(kind, id)
  const { look } = useTelling(kind, id, () => {
    const { field, isDirty, at } = own.current
    const isTyping = field !== '' && Date.now() - at < silenceMs
    return isTyping || isDirty ? { activity: 'EDITING', field: isTyping ? field : '' } : viewing()
  })
  const edits: FormPresence['edits'] = useCallback(
    (state) => {
      own.current = { ...own.current, ...state, at: Date.now() }
      look()
    },
    [look],
  )
  return useMemo(() => ({ others, edits }), [others, edits])
}
