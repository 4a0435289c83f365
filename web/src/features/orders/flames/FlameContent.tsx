import ReportProblemIcon from '@mui/icons-material/ReportProblemOutlined'
import { useTranslation } from 'react-i18next'
import type { Board } from '#contract/orders/boards'
import type { FlameCard } from '#contract/orders/flames'
import { formatOptionalTime } from '../../../ui/dates/zone.ts'
import { datesAhead, isDateDue } from './flame-dates.ts'
import { requiredUpTo } from './required-up-to.ts'

/** What the card of a flame says beside its name: its product, its dates, and what its dossier lacks. */
export function FlameContent({ card, board, now }: { card: FlameCard; board: Board; now: number }) {
  return (
    <>
      {card.certificateName && card.certificateName !== card.contactName && (
        <span className="card-line">{card.certificateName}</span>
      )}
      <Dates card={card} now={now} />
      <Todos todos={card.todos} now={now} />
      <Lacks card={card} board={board} />
    </>
  )
}

const dateText = {
  pickupDate: 'card.pickup',
  selfPickupAt: 'card.selfPickup',
  deliveryDate: 'card.delivery',
  reminderAtUtc: 'card.reminder',
} as const

function Dates({ card, now }: { card: FlameCard; now: number }) {
  const { t } = useTranslation('flames')
  const { t: boards } = useTranslation('boards')
  return (
    <>
      {datesAhead(card).map((date) => {
        const due = isDateDue(card, date, now)
        return (
          <span key={date} className={due ? 'card-line card-due' : 'card-line card-quiet'}>
            {t(dateText[date], { at: formatOptionalTime(card[date] ?? '') })}
            {due && ` · ${boards('card.due')}`}
          </span>
        )
      })}
      {card.delivered && <span className="card-line card-quiet">{t('card.delivered')}</span>}
    </>
  )
}

function Todos({ todos: { all, done, nextUtc, nextTitle }, now }: Pick<FlameCard, 'todos'> & { now: number }) {
  const { t } = useTranslation('flames')
  if (all === 0) return null
  const due = nextUtc !== null && Date.parse(nextUtc) <= now
  return (
    <span className={due ? 'card-line card-due' : 'card-line card-quiet'}>
      {t('card.todos', { done, all })}
      {nextTitle && ` · ${t('card.nextTodo', { title: nextTitle })}`}
      {nextUtc && ` (${formatOptionalTime(nextUtc)})`}
    </span>
  )
}

function Lacks({ card, board }: { card: FlameCard; board: Board }) {
  const { t } = useTranslation('flames')
  if (card.lacks.length === 0) return null
  const missing = requiredUpTo(board.steps, card.step).filter((one) => card.lacks.includes(one))
  if (missing.length === 0) return null
  return (
    <span className="card-line card-lacks">
      <ReportProblemIcon sx={{ fontSize: 14, verticalAlign: '-2px', mr: 0.5 }} />
      {t('card.lacks', { what: missing.map((one) => t(`requirement.${one}`)).join(', ') })}
    </span>
  )
}
