import MenuItem from '@mui/material/MenuItem'
import MuiTextField from '@mui/material/TextField'
import { useId, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Box } from '../layout/Box.tsx'
import { Typography } from '../text/Typography.tsx'
import { tellWhole } from './cut-text.ts'
import { handOver } from './hand-over.ts'
import { LineArrow, LineFrame, stateOf } from './LineField.tsx'
import { type FieldProps, useField } from './use-field.ts'

export interface Option {
  value: string
  label: string
  /** Explanation beside the option, and below the field if it is chosen. */
  note?: string | undefined
  /** True for an option that can no longer be chosen; it is only shown if it is the current value. */
  disabled?: boolean
}

interface Props extends FieldProps {
  options: readonly Option[]
  /** Adds an option for null, shown as the value: 'keine Strasse'. If the text is empty, so is the field. */
  placeholder?: string
  /** Label for a value that is not among the options. Default: the value itself. */
  gone?: string
}

const NoIcon = () => null

/** A select field. It only renders its value until the user presses it; the list is rendered then. */
export function SelectField(props: Props) {
  const field = useField(props.name)
  const [isChoosing, setChoosing] = useState(props.autoFocus ?? false)
  const id = useId()
  const chosen = props.options.find(({ value }) => value === field.value)
  const shown = { ...props, id, field, chosen }
  if (isChoosing) return <Choosing {...shown} />
  return <Resting {...shown} onPress={(pressed) => handOver(pressed, () => setChoosing(true))} />
}

interface ShownProps extends Props {
  id: string
  field: ReturnType<typeof useField>
  chosen: Option | undefined
}

function Resting({ id, field, chosen, onPress, ...props }: ShownProps & { onPress: (pressed: UIEvent) => void }) {
  const { name, label, required, readOnly, placeholder, gone } = props
  const { ref, message, value, disabled = props.disabled } = field
  const helperText = message ?? chosen?.note ?? props.helperText
  const isHeld = disabled || readOnly
  const error = message !== undefined
  const press = (event: MouseEvent | KeyboardEvent) => {
    event.preventDefault()
    onPress(event)
  }
  return (
    <LineFrame {...{ id, label, required, disabled, error, helperText }} isFilled={Boolean(value || placeholder)}>
      <div
        ref={ref}
        id={id}
        role="combobox"
        tabIndex={disabled ? undefined : 0}
        className="MuiSelect-select MuiInputBase-input line-input line-choice"
        data-empty={!value}
        {...stateOf(id, error, helperText)}
        aria-labelledby={`${id}-label`}
        aria-haspopup="listbox"
        aria-expanded={false}
        aria-disabled={disabled || undefined}
        aria-readonly={readOnly || undefined}
        aria-required={required || undefined}
        onBlur={field.onBlur}
        onMouseEnter={tellWhole}
        onMouseDown={({ nativeEvent }) => !isHeld && nativeEvent.button === 0 && press(nativeEvent)}
        onKeyDown={({ nativeEvent }) => !isHeld && isForChoosing(nativeEvent) && press(nativeEvent)}
      >
        {value ? (chosen?.label ?? gone ?? String(value)) : placeholder}
      </div>
      <input className="line-native" name={name} value={value ?? ''} readOnly aria-hidden tabIndex={-1} />
      {!readOnly && <LineArrow />}
    </LineFrame>
  )
}

/** Tests for a key that opens the list, or a letter that selects an option. */
const isForChoosing = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  !ctrlKey && !metaKey && !altKey && (['ArrowUp', 'ArrowDown', 'Enter'].includes(key) || key.length === 1)

function Choosing({ field, chosen, options, placeholder, gone, helperText, readOnly, ...props }: ShownProps) {
  const { t } = useTranslation('ui')
  const { ref, message, value, onChange, ...rest } = field
  return (
    <MuiTextField
      select
      {...props}
      {...rest}
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
      {/* keeps a value visible that is not among the options */}
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
