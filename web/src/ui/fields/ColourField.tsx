import CheckIcon from '@mui/icons-material/Check'
import Popover from '@mui/material/Popover'
import MuiTextField from '@mui/material/TextField'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { withColon } from '../../i18n/written.ts'
import { readableOn } from '../../theme/contrast.ts'
import { PlainButton } from '../buttons/PlainButton.tsx'
import { Box } from '../layout/Box.tsx'
import { type FieldProps, useField } from './use-field.ts'

const palette = {
  grey: '#5a5e64',
  brown: '#80621f',
  red: '#b3261e',
  orange: '#c4560b',
  yellow: '#f6c445',
  olive: '#6b7213',
  green: '#2e6b34',
  teal: '#0f6e6e',
  blue: '#2b5f8c',
  navy: '#22357a',
  purple: '#6b3fa0',
  pink: '#d98fb4',
} as const
type ColourName = keyof typeof palette
const names = Object.keys(palette) as ColourName[]

/** A colour field; the form holds `#rrggbb`. The button shows the colour with a readable text colour. */
export function ColourField({ name, label }: Pick<FieldProps, 'name' | 'label'>) {
  const { t } = useTranslation('ui')
  const { ref, message, value, onChange } = useField(name)
  const [anchor, setAnchor] = useState<HTMLElement>()
  const colour = String(value)
  const known = names.find((one) => palette[one] === colour)
  return (
    <>
      <PlainButton
        ref={ref}
        name={name}
        aria-label={t('colour.choose', { label: withColon(label, known ? t(`colour.name.${known}`) : colour) })}
        aria-haspopup="dialog"
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ ...swatch, bgcolor: colour, color: readableOn(colour), width: 36, height: 36, fontWeight: 600 }}
      >
        Aa
      </PlainButton>
      <Popover
        open={anchor !== undefined}
        anchorEl={anchor}
        onClose={() => setAnchor(undefined)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': label, sx: { p: 3, width: 236 } } }}
      >
        <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(6, 32px)', gap: 1, mb: 3 }}>
          {names.map((one) => (
            <PlainButton
              key={one}
              aria-label={t(`colour.name.${one}`)}
              aria-pressed={one === known}
              onClick={() => {
                onChange(palette[one])
                setAnchor(undefined)
              }}
              sx={{ ...swatch, bgcolor: palette[one], color: readableOn(palette[one]), width: 32, height: 32 }}
            >
              {one === known && <CheckIcon fontSize="small" />}
            </PlainButton>
          ))}
        </Box>
        <MuiTextField
          fullWidth
          label={t('colour.other')}
          value={colour}
          onChange={(event) => onChange(event.target.value.trim().toLowerCase())}
          error={message !== undefined}
          helperText={message}
        />
      </Popover>
    </>
  )
}

const swatch = {
  border: '1px solid var(--outline)',
  borderRadius: 1,
  flex: 'none',
  '&:focus-visible': { outline: '2px solid var(--accent)', outlineOffset: 2 },
} as const
