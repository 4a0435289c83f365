import ReportProblemIcon from '@mui/icons-material/ReportProblemOutlined'
import { type MouseEvent, memo, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FlameCard } from '#contract/orders/flames'
import type { StepRequirement } from '#contract/orders/step-requirements'
import { pathTo } from '#contract/routes'
import { formatOptionalTime } from '../../../ui/dates/zone.ts'
import { UserAvatar } from '../../../ui/UserAvatar.tsx'
import { useBoardContext } from './board-context.ts'
import { hasNobody } from './board-filter.ts'
import { datesAhead, daysInStep, hasProxy, isDateDue, longInStepDays } from './flame-dates.ts'
import { flameKeys } from './flame-keys.ts'
import { useDragKit } from './use-drag.ts'

interface Props {
  card: FlameCard
  /** What the step of the card and those before it ask for. */
  requires: readonly StepRequirement[]
  /** The one card of its column that the Tab key stops at. */
  active: boolean
  onActive: (id: string) => void
}

export const FlameCardView = memo(function FlameCardView({ card, requires, active, onActive }: Props) {
  const { t } = useTranslation('flames')
  const { onOpen, onMenu } = useBoardContext()
  const drag = useDragged(card, onActive)
  const name = card.contactName || t('unknown')
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the right button opens what the button in it opens
    <div
      className="card"
      ref={drag.ref}
      data-dragging={drag.dragging}
      data-edge={drag.edge ?? undefined}
      onFocus={() => onActive(card.id)}
      onContextMenu={(event) => {
        event.preventDefault()
        onMenu(card, event.currentTarget)
      }}
    >
      <div className="card-head">
        <a
          className="card-name"
          href={pathTo('flame', flameKeys(card))}
          data-flame={card.id}
          tabIndex={active ? 0 : -1}
          draggable={false}
          onClick={(event) => {
            if (opensElsewhere(event)) return
            event.preventDefault()
            onOpen(card)
          }}
        >
          {name}
        </a>
        <button
          type="button"
          className="card-menu"
          aria-label={t('card.actions', { name })}
          aria-haspopup="menu"
          tabIndex={active ? 0 : -1}
          onClick={(event) => onMenu(card, event.currentTarget)}
        >
          ⋮
        </button>
      </div>
      {card.certificateName && card.certificateName !== name && (
        <span className="card-line">{card.certificateName}</span>
      )}
      <Dates card={card} />
      <Lacks card={card} requires={requires} />
      <Foot card={card} />
    </div>
  )
})

const opensElsewhere = ({ ctrlKey, metaKey, shiftKey }: MouseEvent) => ctrlKey || metaKey || shiftKey

const dateText = {
  pickupDate: 'card.pickup',
  selfPickupAt: 'card.selfPickup',
  deliveryDate: 'card.delivery',
  reminderAtUtc: 'card.reminder',
} as const

function Dates({ card }: { card: FlameCard }) {
  const { t } = useTranslation('flames')
  const { now } = useBoardContext()
  return (
    <>
      {datesAhead(card).map((date) => {
        const due = isDateDue(card, date, now)
        return (
          <span key={date} className={due ? 'card-line card-due' : 'card-line card-quiet'}>
            {t(dateText[date], { at: formatOptionalTime(card[date] ?? '') })}
            {due && ` · ${t('card.due')}`}
          </span>
        )
      })}
      {card.delivered && <span className="card-line card-quiet">{t('card.delivered')}</span>}
    </>
  )
}

function Lacks({ card, requires }: Pick<Props, 'card' | 'requires'>) {
  const { t } = useTranslation('flames')
  const missing = requires.filter((one) => card.lacks.includes(one))
  if (missing.length === 0) return null
  return (
    <span className="card-line card-lacks">
      <ReportProblemIcon sx={{ fontSize: 14, verticalAlign: '-2px', mr: 0.5 }} />
      {t('card.lacks', { what: missing.map((one) => t(`requirement.${one}`)).join(', ') })}
    </span>
  )
}

function Foot({ card }: { card: FlameCard }) {
  const { t } = useTranslation('flames')
  const { now, users } = useBoardContext()
  const days = daysInStep(card, now)
  const since = days === 0 ? t('card.today') : t('card.days', { count: days })
  const long = days >= longInStepDays
  const proxy = hasProxy(card, now) ? users.get(card.proxyOwnerRef ?? '') : undefined
  const assignee = users.get(card.assigneeRef ?? '')
  return (
    <div className="card-foot">
      <span className={long ? 'card-since card-long' : 'card-since'}>
        {long ? t('card.long', { text: since }) : since}
        {proxy && <span className="card-line">{t('card.proxy', { username: proxy.username })}</span>}
      </span>
      {assignee && <UserAvatar username={assignee.username} image={assignee.avatarSmall ?? undefined} size={22} />}
      {hasNobody(card, users) && <span>{t('card.noAssignee')}</span>}
    </div>
  )
}

function useDragged({ id, step }: FlameCard, onActive: Props['onActive']) {
  const kit = useDragKit()
  const ref = useRef<HTMLDivElement>(null)
  const [dragging, setDragging] = useState(false)
  const [edge, setEdge] = useState<'top' | 'bottom' | null>(null)
  useEffect(() => {
    if (!kit || !ref.current) return
    return kit.dragCard(
      ref.current,
      { id, step },
      {
        onDrag: (now) => {
          // the active card stays drawn however far the column scrolls meanwhile
          if (now) onActive(id)
          setDragging(now)
        },
        onEdge: setEdge,
      },
    )
  }, [kit, id, step, onActive])
  return { ref, dragging, edge }
}
