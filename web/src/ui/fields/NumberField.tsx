import { type ReactNode, useState } from 'react'
import { formatNumber, parseNumber } from '../text/format.ts'
import { LineField } from './LineField.tsx'
import { selectWhole } from './select-whole.ts'
import { type FieldProps, useField } from './use-field.ts'

interface Props extends FieldProps {
  decimals?: number
  /** True for numbers that are identifiers, such as a port: they are written without thousands separators. */
  isName?: boolean
  end?: ReactNode
}

/** A number field. The form holds a number, null if empty, and NaN (which every schema refuses) for other text. */
export function NumberField({ name, helperText, readOnly, decimals, isName = false, end, ...props }: Props) {
  const { ref, message, value, onChange, onBlur, ...field } = useField(name)
  const [typed, setTyped] = useState<string>()
  const written = (number: number) => (isName ? String(number) : formatNumber(number, decimals))
  const shown = typeof value === 'number' && !Number.isNaN(value) ? written(value) : ''
  const read = (text: string) => (decimals === undefined && isGrouped(text) ? Number.NaN : numberOrNull(text))
  // the typed text stays as long as it means the value in the form
  const holds = typed !== undefined && Object.is(read(typed), value ?? null)

  return (
    <LineField
      {...props}
      {...field}
      value={holds ? typed : shown}
      onChange={(event) => {
        setTyped(event.target.value)
        onChange(read(event.target.value))
      }}
      onBlur={() => {
        if (typed !== undefined && !Number.isNaN(read(typed))) setTyped(undefined)
        onBlur()
      }}
      onFocus={selectWhole}
      inputRef={ref}
      error={message !== undefined}
      helperText={message ?? helperText}
      readOnly={readOnly}
      end={end}
      inputMode="decimal"
      style={{ textAlign: 'right' }}
    />
  )
}

const numberOrNull = (text: string) => (text.trim() === '' ? null : parseNumber(text))

/** Tests for a thousands separator in `1.000` or `1,000`, which would be read as one. */
const isGrouped = (text: string) => /^-?\d{1,3}([.,]\d{3})+$/.test(text.trim())
