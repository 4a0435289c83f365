import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useTranslation } from 'react-i18next'
import { today } from '#contract/endpoint'
import { type TileSpan, tileSpan } from '#contract/overview/dashboards'
import { DateInput } from '../../../ui/dates/DateInput.tsx'
import { daysBefore } from './use-span.ts'

const lengths = [7, 30, 90, 365] as const

/** On a phone two stand beside each other. */
const look = { flex: { xs: '1 1 140px', sm: '0 0 180px' } } as const

interface Props {
  span: TileSpan
  onChange: (span: TileSpan) => void
}

export function SpanFields({ span, onChange }: Props) {
  const { t } = useTranslation('dashboards')
  const length = lengths.find((days) => span.to === today() && span.from === daysBefore(today(), days - 1))
  const change = (changed: Partial<TileSpan>) => {
    const chosen = tileSpan.safeParse({ ...span, ...changed })
    if (chosen.success) onChange(chosen.data)
  }
  return (
    <>
      <TextField
        select
        size="small"
        label={t('span.label')}
        value={length ?? ''}
        onChange={({ target }) => onChange({ from: daysBefore(today(), Number(target.value) - 1), to: today() })}
        sx={look}
      >
        {length === undefined && (
          <MenuItem value="" disabled>
            {t('span.own')}
          </MenuItem>
        )}
        {lengths.map((days) => (
          <MenuItem key={days} value={days}>
            {t('span.days', { count: days })}
          </MenuItem>
        ))}
      </TextField>
      <Box sx={look}>
        <DateInput label={t('span.from')} value={span.from} onChange={(from) => change({ from: from ?? '' })} />
      </Box>
      <Box sx={look}>
        <DateInput label={t('span.to')} value={span.to} onChange={(to) => change({ to: to ?? '' })} />
      </Box>
    </>
  )
}
