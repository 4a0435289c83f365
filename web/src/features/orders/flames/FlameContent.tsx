import ReportProblemIcon from '@mui/icons-material/ReportProblemOutlined'
import type { Board, CardFact } from '#contract/orders/boards'
import type { FlameCard } from '#contract/orders/flames'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { formatOptionalTime } from '../../../ui/dates/zone.ts'
import { TodoCountLine } from '../../work/todos/TodoCountLine.tsx'
import { datesAhead, isDateDue } from './flame-dates.ts'
import { packedText } from './packed-text.ts'
import { requiredUpTo } from './required-up-to.ts'

/** The content of a flame card: the facts chosen for the board, and missing requirements. */
export function FlameContent({ card, board, now }: { card: FlameCard; board: Board; now: number }) {
  const shows = (fact: CardFact) => board.cardShows.includes(fact)
  return (
    <>
      <Goods card={card} shows={shows} />
      {shows('CERTIFICATE') && card.certificateName && card.certificateName !== card.contactName && (
        <span className="card-line card-quiet">{card.certificateName}</span>
      )}
      {shows('NEXT_DATE') && <NextDate card={card} now={now} />}
      {shows('TODOS') && <TodoCountLine todos={card.todos} now={now} />}
      <Lacks card={card} board={board} />
    </>
  )
}

/** Shows articles, destination and packages. */
function Goods({ card, shows }: { card: FlameCard; shows: (fact: CardFact) => boolean }) {
  const { t } = useTranslation('flames')
  const line = [
    shows('ARTICLES') && card.ordered,
    shows('DESTINATION') && card.destination.replaceAll(' ', '\u00a0'),
  ].filter(Boolean)
  const packed = [
    shows('CRATES') && card.crates > 0 && packedText(t, card),
    shows('SAP_NUMBER') && card.sapOrdernumber && t('card.sap', { number: card.sapOrdernumber }),
  ].filter(Boolean)
  return (
    <>
      {line.length > 0 && <span className="card-line">{line.join(' · ')}</span>}
      {packed.length > 0 && <span className="card-line card-quiet">{packed.join(' · ')}</span>}
    </>
  )
}

const dateText = {
  pickupDate: 'card.pickup',
  selfPickupAt: 'card.selfPickup',
  deliveryDate: 'card.delivery',
  reminderAtUtc: 'card.reminder',
} as const

/** Shows the next date, marked if it is due. */
function NextDate({ card, now }: { card: FlameCard; now: number }) {
  const { t } = useTranslation('flames')
  const { t: boards } = useTranslation('boards')
  const [date] = datesAhead(card).sort((a, b) => Date.parse(card[a] ?? '') - Date.parse(card[b] ?? ''))
  if (!date) return card.delivered ? <span className="card-line card-quiet">{t('card.delivered')}</span> : null
  const due = isDateDue(card, date, now)
  return (
    <span className={due ? 'card-line card-due' : 'card-line card-quiet'}>
      {t(dateText[date], { at: formatOptionalTime(card[date] ?? '') })}
      {due && ` · ${boards('card.due')}`}
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
