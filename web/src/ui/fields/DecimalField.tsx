import { type ReactNode, useState } from 'react'
import { formatNumber } from '../format.ts'
import { LineField } from './LineField.tsx'
import { selectWhole } from './select-whole.ts'
import { type FieldProps, useField } from './use-field.ts'

interface Props extends FieldProps {
  end?: ReactNode
  /** An empty field holds null. */
  nullable?: boolean
}

/** The form holds an exact figure as text: `12.5`; what is no figure stays as it was typed, and the schema refuses it. */
export function DecimalField({ name, helperText, readOnly, end, nullable = false, ...props }: Props) {
  const { ref, message, value, onChange, onBlur, ...field } = useField(name)
  const [typed, setTyped] = useState<string>()
  const held = typeof value === 'string' ? value : ''
  const shown = isExact(held) ? formatNumber(held) : held
  return (
    <LineField
      {...props}
      {...field}
      value={typed !== undefined && exact(typed) === held ? typed : shown}
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

/** `1'234,50` as `1234.50`. */
function exact(typed: string) {
  const text = typed
    .trim()
    .replace(/['’\s]/g, '')
    .replace(',', '.')
  return isExact(text) ? text : typed
}
