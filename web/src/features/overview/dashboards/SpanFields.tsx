import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { today } from '#contract/endpoint'
import { type TileSpan, tileSpan } from '#contract/overview/dashboards'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { DateInput } from '../../../ui/dates/DateInput.tsx'
import { zodSentence } from '../../../ui/forms/zod-sentences.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { daysBefore } from './use-span.ts'

const lengths = [7, 30, 90, 365] as const

/** Two fields side by side on a phone. */
const look = { flex: { xs: '1 1 165px', sm: '0 0 180px' } } as const

interface Entered {
  readonly from: string | null
  readonly to: string | null
}

interface Props {
  span: TileSpan
  onChange: (span: TileSpan) => void
}

export function SpanFields({ span, onChange }: Props) {
  const { t } = useTranslation('dashboards')
  const { t: ui } = useTranslation('ui')
  const length = lengths.find((days) => span.to === today() && span.from === daysBefore(today(), days - 1))
  // invalid input stays with its error until it is a valid period
  const [entered, setEntered] = useState<Partial<Entered>>({})
  const { from, to } = { ...span, ...entered }
  const error = tileSpan.safeParse({ from, to }, { error: (issue) => zodSentence(issue, ui) }).error?.issues[0]
  const errorAt = (field: keyof Entered) => (error?.path[0] === field ? error.message : undefined)
  const change = (changed: Partial<Entered>) => {
    const chosen = tileSpan.safeParse({ from, to, ...changed })
    setEntered(chosen.success ? {} : { ...entered, ...changed })
    if (chosen.success) onChange(chosen.data)
  }
  return (
    <>
      <TextField
        select
        size="small"
        label={t('span.label')}
        value={length ?? ''}
        onChange={({ target }) => change({ from: daysBefore(today(), Number(target.value) - 1), to: today() })}
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
        <DateInput
          label={t('span.from')}
          value={from}
          onChange={(day) => change({ from: day })}
          error={errorAt('from')}
        />
      </Box>
      <Box sx={look}>
        <DateInput label={t('span.to')} value={to} onChange={(day) => change({ to: day })} error={errorAt('to')} />
      </Box>
    </>
  )
}
