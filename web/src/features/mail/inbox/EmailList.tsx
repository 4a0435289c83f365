import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type ComponentProps,
  memo,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { View } from '#contract/mail/email-question'
import type { EmailSummary } from '#contract/mail/emails'
import type { PresentAt } from '#contract/together/presence'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Checkbox } from '../../../ui/fields/Checkbox.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { EmailRow, rowHeight } from './EmailRow.tsx'
import { PointedActions } from './PointedActions.tsx'

interface Props {
  emails: readonly EmailSummary[]
  openId: string | undefined
  presence: readonly PresentAt[]
  /** State of all messages in the list, if any; only differing ones show theirs. */
  ofState: View
  busy: boolean
  /** Key of the query; another one scrolls to the top. */
  question: string
  onEndReached?: () => void
  chosen: ReadonlySet<string>
  /** Omitted without the permission to change messages. */
  onChoose: Choose | undefined
  scroller: RefObject<HTMLDivElement | null>
}

/** Selects a message, with `upTo` also those in between. */
type Choose = (id: string, upTo: boolean) => void

const reachedBefore = 20
/** Height in pixels above the list, including the top bar. */
const aboveList = 150
const nobody: readonly PresentAt[] = []

/** A virtual list of messages. New messages at the top do not move the visible ones. */
export function EmailList({
  emails,
  openId,
  presence,
  ofState,
  busy,
  question,
  onEndReached,
  chosen,
  onChoose,
  scroller,
}: Props) {
  const { t } = useTranslation('emails')
  const rows = useVirtualizer({
    count: emails.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => emails[index]?.id ?? index,
    overscan: 6,
    // the expected height, so that the first render need not be repeated after measuring
    initialRect: { width: 480, height: innerHeight - aboveList },
  })
  const presentAt = useMemo(() => Map.groupBy(presence, ({ recordRef }) => recordRef), [presence])
  const drawn = rows.getVirtualItems()
  const [pointed, setPointed] = useState<string>()
  const last = drawn.at(-1)?.index ?? 0
  useEffect(() => {
    if (last >= emails.length - reachedBefore) onEndReached?.()
  }, [last, emails.length, onEndReached])
  useKeptPlace(scroller, emails, question)
  const openAt = emails.findIndex(({ id }) => id === openId)
  // only when another message is opened; new messages do not scroll the list
  const show = useEffectEvent(() => {
    if (openAt >= 0) rows.scrollToIndex(openAt, { align: 'auto' })
  })
  useEffect(() => {
    if (openId) show()
  }, [openId])

  return (
    <Box ref={scroller} tabIndex={-1} sx={{ flex: 1, minHeight: 0, overflow: 'auto', opacity: busy ? 0.6 : 1 }}>
      <Box
        role="list"
        aria-label={t('list.label')}
        aria-busy={busy}
        sx={{ position: 'relative' }}
        style={{ height: rows.getTotalSize() }}
      >
        {drawn.map(({ key, index, start }) => {
          const email = emails[index]
          return (
            email && (
              <Item
                key={key}
                email={email}
                at={index + 1}
                of={emails.length}
                top={start}
                open={email.id === openId}
                present={presentAt.get(email.id) ?? nobody}
                stateKnown={email.state === ofState}
                chosen={chosen.has(email.id)}
                onChoose={onChoose}
                onPointed={setPointed}
                pointed={pointed === email.id && chosen.size === 0 && onChoose !== undefined}
              />
            )
          )
        })}
      </Box>
    </Box>
  )
}

interface ItemProps extends ComponentProps<typeof EmailRow> {
  at: number
  of: number
  top: number
  chosen: boolean
  onChoose: Choose | undefined
  onPointed: (id: string | undefined) => void
  /** True while the pointer is over it and its actions are shown. */
  pointed: boolean
}

/** A memoised row, because the list redraws for every change in selection, pointer and presence. */
const Item = memo(function Item({ at, of, top, chosen, onChoose, onPointed, pointed, ...row }: ItemProps) {
  const { t } = useTranslation('emails')
  const { email, open } = row
  return (
    <Box
      role="listitem"
      aria-setsize={of}
      aria-posinset={at}
      onMouseEnter={() => onPointed(email.id)}
      onMouseLeave={() => onPointed(undefined)}
      sx={itemLook}
      data-open={open}
      style={{ transform: `translateY(${top}px)` }}
    >
      {onChoose && (
        <Checkbox
          checked={chosen}
          onChange={({ nativeEvent }) => onChoose(email.id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
          aria-label={t('many.one', { subject: email.subject })}
          sx={{ flexShrink: 0, ml: 0.5 }}
        />
      )}
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <EmailRow {...row} />
      </Box>
      {pointed && !open && <PointedActions email={email} />}
    </Box>
  )
})

const itemLook = {
  position: 'absolute',
  top: 0,
  left: 0,
  right: 0,
  display: 'flex',
  alignItems: 'center',
  bgcolor: 'background.paper',
  '&[data-open=true]': { bgcolor: 'var(--selected)' },
} as const

/** Keeps visible messages in place while others are added or removed above. */
function useKeptPlace(scroller: RefObject<HTMLDivElement | null>, emails: readonly EmailSummary[], question: string) {
  const before = useRef<{ emails: readonly EmailSummary[]; question: string }>({ emails, question })
  useLayoutEffect(() => {
    const element = scroller.current
    const { emails: old, question: asked } = before.current
    before.current = { emails, question }
    if (!element || old === emails) return
    if (asked !== question) {
      element.scrollTop = 0
      return
    }
    if (element.scrollTop === 0) return
    const top = Math.floor(element.scrollTop / rowHeight)
    const kept = old.slice(top).find(({ id }) => emails.some((one) => one.id === id))
    if (!kept) return
    const moved = emails.findIndex(({ id }) => id === kept.id) - old.findIndex(({ id }) => id === kept.id)
    if (moved !== 0) element.scrollTop += moved * rowHeight
  }, [scroller, emails, question])
}
