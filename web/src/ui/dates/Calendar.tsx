import { AdapterDateFns } from '@mui/x-date-pickers/AdapterDateFns'
import { DateCalendar } from '@mui/x-date-pickers/DateCalendar'
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider'
import { deDE, enUS, frFR } from '@mui/x-date-pickers/locales'
import { de } from 'date-fns/locale/de'
import { enGB } from 'date-fns/locale/en-GB'
import { fr } from 'date-fns/locale/fr'
import { useLanguage } from '../../i18n/use-translation.ts'

interface Props {
  mode: 'day' | 'month'
  /** A day as yyyy-mm-dd or a month as yyyy-mm, depending on `mode`. */
  value: string | null
  isBlocked?: (day: string) => boolean
  onPick: (day: string) => void
}

const locales = { DE: de, EN: enGB, FR: fr }
const packs = { DE: deDE, EN: enUS, FR: frFR }

/** A calendar to pick a day or month, loaded when it first opens. The only file that imports the date library. */
export default function Calendar({ mode, value, isBlocked, onPick }: Props) {
  const language = useLanguage()
  const texts = packs[language].components.MuiLocalizationProvider.defaultProps.localeText
  const read = (date: Date) => toText(date).slice(0, mode === 'day' ? 10 : 7)
  const blocked = (date: Date) => isBlocked?.(read(date)) ?? false
  return (
    <LocalizationProvider dateAdapter={AdapterDateFns} adapterLocale={locales[language]} localeText={texts}>
      <DateCalendar
        autoFocus
        sx={{ '& .MuiDayCalendar-weekNumber, & .MuiDayCalendar-weekNumberLabel': { color: 'text.secondary' } }}
        value={value === null ? null : toDate(value)}
        minDate={new Date(1800, 0, 1)}
        maxDate={new Date(2499, 11, 31)}
        views={mode === 'day' ? ['year', 'month', 'day'] : ['year', 'month']}
        openTo={mode}
        displayWeekNumber={mode === 'day'}
        shouldDisableDate={mode === 'day' ? blocked : undefined}
        shouldDisableMonth={mode === 'month' ? blocked : undefined}
        onChange={(date: Date | null, state, view) => {
          if (date && state === 'finish' && (view === undefined || view === mode)) onPick(read(date))
        }}
      />
    </LocalizationProvider>
  )
}

function toDate(value: string) {
  const [year = 0, month = 1, day = 1] = value.split('-').map(Number)
  return new Date(year, month - 1, day)
}

const two = (digits: number) => String(digits).padStart(2, '0')
const toText = (date: Date) => `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
