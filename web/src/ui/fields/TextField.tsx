import MuiTextField from '@mui/material/TextField'
import type { HTMLInputTypeAttribute, ReactNode } from 'react'
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

export function TextField({ name, helperText, readOnly, rows, inputMode, end, reading, ...props }: Props) {
  const { ref, message, value, ...field } = useField(name)
  return (
    <MuiTextField
      {...props}
      {...field}
      value={reading ? reading.show(value ?? '') : (value ?? '')}
      {...(reading ? { onChange: (event) => field.onChange(reading.mean(event.target.value, value ?? '')) } : {})}
      inputRef={ref}
      error={message !== undefined}
      helperText={message ?? helperText}
      multiline={rows !== undefined}
      minRows={rows}
      slotProps={{
        input: { readOnly, endAdornment: end },
        htmlInput: { inputMode },
        inputLabel: { required: props.required },
      }}
    />
  )
}
