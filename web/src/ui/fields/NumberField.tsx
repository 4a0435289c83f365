import { type ReactNode, useState } from 'react'
import { formatNumber, parseNumber } from '../text/format.ts'
import { LineField } from './LineField.tsx'
import { selectWhole } from './select-whole.ts'
import { type FieldProps, useField } from './use-field.ts'

interface Props extends FieldProps {
  decimals?: number
  /** It names something, such as a port, and is written without marks between the thousands. */
  isName?: boolean
  end?: ReactNode
}

/** The form holds a number, null when empty and NaN (which no schema accepts) for anything that is no number. */
export function NumberField({ name, helperText, readOnly, decimals, isName = false, end, ...props }: Props) {
  const { ref, message, value, onChange, onBlur, ...field } = useField(name)
  const [typed, setTyped] = useState<string>()
  const written = (number: number) => (isName ? String(number) : formatNumber(number, decimals))
  const shown = typeof value === 'number' && !Number.isNaN(value) ? written(value) : ''
  const read = (text: string) => (decimals === undefined && isGrouped(text) ? Number.NaN : numberOrNull(text))
  // what was typed stands as long as it says what the form holds
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

/** A thousand, as some write it, which would be read as one. */
const isGrouped = (text: string) => /^-?\d{1,3}([.,]\d{3})+$/.test(text.trim())
