import type { HTMLInputTypeAttribute, ReactNode } from 'react'
import { LineField } from './LineField.tsx'
import { type FieldProps, useField } from './use-field.ts'

interface Props extends FieldProps {
  type?: HTMLInputTypeAttribute
  /** Number of lines of a multi-line field, which grows with its text. */
  rows?: number
  autoComplete?: string
  placeholder?: string
  inputMode?: 'text' | 'tel' | 'email' | 'url' | 'numeric'
  end?: ReactNode
  /** Converts between the stored value and the displayed text, if they differ. */
  reading?: { show: (value: string) => string; mean: (typed: string, before: string) => string }
}

export function TextField({ name, helperText, reading, ...props }: Props) {
  const { ref, message, value, ...field } = useField(name)
  const text: string = value ?? ''
  return (
    <LineField
      {...props}
      {...field}
      value={reading ? reading.show(text) : text}
      {...(reading ? { onChange: (event) => field.onChange(reading.mean(event.target.value, text)) } : {})}
      inputRef={ref}
      error={message !== undefined}
      helperText={message ?? helperText}
    />
  )
}
