import type { ReactNode } from 'react'
import { formatNumber } from '../text/format.ts'
import { LineField } from './LineField.tsx'
import { selectWhole } from './select-whole.ts'
import { type FieldProps, useField } from './use-field.ts'
import { useFigure } from './use-figure.ts'

interface Props extends FieldProps {
  end?: ReactNode
  /** Unit that may be typed or pasted after the number. */
  unit?: string
  /** True if an empty field is null in the form. */
  nullable?: boolean
}

/** A field for an exact decimal, held as text: `12.5`. Other text stays in the form, and the schema refuses it. */
export function DecimalField({ name, helperText, readOnly, end, unit, nullable = false, ...props }: Props) {
  const { ref, message, value, onChange, onBlur, ...field } = useField(name)
  const held = typeof value === 'string' ? value : ''
  const { exact, typed, setTyped } = useFigure(held, unit)
  const shown = isExact(held) ? formatNumber(held) : held
  return (
    <LineField
      {...props}
      {...field}
      value={typed ?? shown}
      onChange={(event) => {
        setTyped(event.target.value)
        onChange(nullable && event.target.value.trim() === '' ? null : exact(event.target.value))
      }}
      onBlur={() => {
        setTyped(undefined)
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

const isExact = (text: string) => /^\d+(\.\d+)?$/.test(text)
