import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import MuiTextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { type FieldProps, useField } from './use-field.ts'

export interface Option {
  value: string
  label: string
  /** Said beside it in the list, and below the field where it is chosen. */
  note?: string | undefined
  /** Not to be chosen any more: shown where it is the value, and offered to nobody. */
  disabled?: boolean
}

interface Props extends FieldProps {
  options: readonly Option[]
  /** Adds an entry for "nothing", null in the form: 'keine Strasse'. Empty, the field looks as others do where nothing stands in them. */
  placeholder?: string
  /** Stands for a value that is offered no longer, where the value itself says nothing; otherwise that is shown. */
  gone?: string
}

const NoIcon = () => null

export function SelectField({ name, helperText, readOnly, options, placeholder, gone, ...props }: Props) {
  const { t } = useTranslation('ui')
  const { ref, message, value, onChange, ...field } = useField(name)
  const chosen = options.find((option) => option.value === value)
  return (
    <MuiTextField
      select
      {...props}
      {...field}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
      inputRef={ref}
      error={message !== undefined}
      helperText={message ?? chosen?.note ?? helperText}
      slotProps={{
        select: {
          readOnly,
          displayEmpty: Boolean(placeholder),
          ...(chosen?.note ? { renderValue: () => chosen.label } : {}),
          ...(readOnly ? { IconComponent: NoIcon } : {}),
        },
        inputLabel: placeholder ? { shrink: true } : {},
      }}
    >
      {placeholder !== undefined && (
        <MenuItem value="">
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {placeholder || t('value.none')}
          </Box>
        </MenuItem>
      )}
      {/* a value that is offered no longer is still shown as it is */}
      {!chosen && value && (
        <MenuItem value={value} sx={{ display: 'none' }}>
          {gone ?? String(value)}
        </MenuItem>
      )}
      {options
        .filter((option) => !option.disabled || option.value === value)
        .map((option) => (
          <MenuItem key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
            {option.note && (
              <Typography component="span" variant="body2" color="textSecondary" sx={{ ml: 2, whiteSpace: 'normal' }}>
                {` ${option.note}`}
              </Typography>
            )}
          </MenuItem>
        ))}
    </MuiTextField>
  )
}
