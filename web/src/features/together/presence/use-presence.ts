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

/** Who types nothing for so long is in the field no more. */
const silenceMs = 60_000

const nobody: readonly never[] = []

/** Whoever closed their browser leaves by the clock, which nobody tells. */
const lapsing = (others: readonly unknown[]) => others.length > 0 && presenceSeconds * 1000

/** Who else is at a record. */
export function useOthers(kind: PresenceKind, id: string): readonly Present[] {
  const options = { enabled: isKnown, quiet: true, every: lapsing, select: someOrNone }
  return useApi(presenceApi[kind].others, { params: { id } }, options).data ?? nobody
}

/** Whoever comes tells that first, and is answered who is there: there is nothing to ask before. */
const isKnown = ({ state }: { state: { data?: unknown } }) => state.data !== undefined
/** Nobody known and nobody there are one and the same, for which nothing is redrawn. */
const someOrNone = (others: readonly Present[]) => (others.length > 0 ? others : undefined)

/** Who else is at which message. */
export const useInboxPresence = (): readonly PresentAt[] =>
  useApi(inboxPresenceApi.presence, {}, { quiet: true, every: lapsing }).data ?? nobody

/** Tells the others what one is doing at a record, until one leaves it; `look` says that it may be something else now. */
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
        // whoever has signed out is nowhere any more
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

  // the server lets go of a tab whose connection is lost
  const { count } = useConnection()
  const before = useRef(count)
  useEffect(() => {
    if (count !== before.current) teller.current?.repeat()
    before.current = count
  }, [count])
  return { look: useCallback(() => teller.current?.look(), []) }
}

/** Nobody looks at a page that is out of sight. */
const viewing = (): Doing | null => (document.hidden ? null : { activity: 'VIEWING', field: '' })

/** Says all the while that one does the same. */
export function useTellActivity(kind: PresenceKind, id: string | null, activity: Activity): void {
  useTelling(kind, id, () => (activity === 'VIEWING' ? viewing() : { activity, field: '' }))
}

/** Who else is at a record, for the screen of it; a form on it says where in it one is. */
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
