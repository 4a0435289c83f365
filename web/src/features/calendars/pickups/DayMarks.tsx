import CelebrationIcon from '@mui/icons-material/CelebrationOutlined'
import LockIcon from '@mui/icons-material/LockOutlined'
import { isOver, type PickupDay, type PickupLoad } from '#contract/calendars/pickups'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { visuallyHidden } from '../../../ui/accessibility/visually-hidden.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { formatNumber } from '../../../ui/text/format.ts'
import { fillOf, useLoadWords } from './load-words.ts'
import { useHolidayWords } from './use-holiday-words.ts'
import './pickups.css'

/** The marks at the head of a day: lock, holidays, load. */
export function DayMarks({ day }: { day: PickupDay }) {
  const { t } = useTranslation('calendars')
  const holidayOf = useHolidayWords()
  const over = day.loads.find(isOver)
  const load = over ?? day.loads.find(({ forwardingAgencyRef }) => forwardingAgencyRef === null)
  return (
    <div className="pickup-marks">
      {day.locked && (
        <div className="pickup-mark">
          <LockIcon sx={sign} />
          <span>{t('pickup.locked')}</span>
        </div>
      )}
      {day.holidays.map(({ name, regions }) => (
        <div key={name} className="pickup-mark" title={holidayOf({ name, regions })}>
          <CelebrationIcon sx={sign} />
          <span>{name}</span>
        </div>
      ))}
      {load && load.crates + load.weightInKg > 0 && <LoadBar load={load} short />}
    </div>
  )
}

interface LoadProps {
  load: PickupLoad
  /** Shows figures only; screen readers get the full text. */
  short?: boolean
}

export function LoadBar({ load, short = false }: LoadProps) {
  const { t } = useTranslation('calendars')
  const say = useLoadWords()
  const fill = fillOf(load)
  const over = isOver(load)
  const text = over ? t('load.over', { load: say(load) }) : say(load)
  return (
    <div className={`pickup-load ${over ? 'pickup-load-over' : ''}`} title={text}>
      {fill !== undefined && (
        <div className="pickup-load-bar" aria-hidden>
          <div style={{ width: `${Math.min(fill, 1) * 100}%` }} />
        </div>
      )}
      {short && <span aria-hidden>{shortOf(load, over)}</span>}
      <Box component="span" sx={short ? visuallyHidden : {}}>
        {text}
      </Box>
    </div>
  )
}

/** Returns «12/14», with a warning sign if over the limit. */
const shortOf = ({ crates, maxCrates }: PickupLoad, over: boolean) =>
  `${over ? '⚠ ' : ''}${formatNumber(crates)}${maxCrates === null ? '' : `/${formatNumber(maxCrates)}`}`

const sign = { fontSize: 14, flexShrink: 0 } as const
