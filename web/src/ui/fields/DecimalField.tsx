import type { ReactNode } from 'react'
import { formatNumber } from '../text/format.ts'
import { LineField } from './LineField.tsx'
import { selectWhole } from './select-whole.ts'
import { type FieldProps, useField } from './use-field.ts'
import { useFigure } from './use-figure.ts'

interface Props extends FieldProps {
  end?: ReactNode
  /** May be typed or pasted beside the figure. */
  unit?: string
  /** An empty field holds null. */
  nullable?: boolean
}

/** The form holds an exact figure as text: `12.5`; what is no figure stays as it was typed, and the schema refuses it. */
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
