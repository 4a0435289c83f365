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
  /** The state that the list is of, where it is of one: it is said of those alone that are in another. */
  ofState: View
  busy: boolean
  /** Another question is another list, which begins at its top. */
  question: string
  onEndReached?: () => void
  chosen: ReadonlySet<string>
  /** Left out for who may change no message. */
  onChoose: Choose | undefined
  scroller: RefObject<HTMLDivElement | null>
}

/** With `upTo`, those between as well. */
type Choose = (id: string, upTo: boolean) => void

const reachedBefore = 20
/** In pixels, the top bar with it. */
const aboveList = 150
const nobody: readonly PresentAt[] = []

/** Any number of messages, of which only those in sight are drawn. What comes in on top moves nothing that is read. */
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
    // about what the window leaves to it: the rows are drawn with it, and not once more when it has been measured
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
  // only when another message is opened: what comes in meanwhile moves nothing
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
  /** What can be done with it is offered. */
  pointed: boolean
}

/** Drawn again only for what is said of it: the list is, for each that comes or goes, is chosen, pointed at or read by others. */
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

/** Keeps the messages that are in sight where they are while others come and go above them. */
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
