import type { HTMLInputTypeAttribute, ReactNode } from 'react'
import { LineField } from './LineField.tsx'
import { type FieldProps, useField } from './use-field.ts'

interface Props extends FieldProps {
  type?: HTMLInputTypeAttribute
  /** More than one line; grows with the text. */
  rows?: number
  autoComplete?: string
  placeholder?: string
  inputMode?: 'text' | 'tel' | 'email' | 'url' | 'numeric'
  end?: ReactNode
  /** How the value reads, and what is meant by what was typed, where these differ. */
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
