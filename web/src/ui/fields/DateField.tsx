import { DateInput, MonthInput, PastDateInput } from '../dates/DateInput.tsx'
import { DateTimeInput, type DateTimeInputProps } from '../dates/DateTimeInput.tsx'
import type { DateInputProps } from '../dates/TypedDate.tsx'
import { type FieldProps, useField } from './use-field.ts'

type Blocking = Pick<DateInputProps, 'isBlocked' | 'blockedMessage'>

/** Use with z.iso.date(): what is no date stays in the form as it was typed and is refused there. */
export function DateField(props: FieldProps & Blocking) {
  return <DateInput {...props} {...useDateField(props.name)} />
}

/** A day that is never after `today`. Use with z.iso.date(). */
export function PastDateField(props: FieldProps & { today: string }) {
  return <PastDateInput {...props} {...useDateField(props.name)} />
}

/** Use with z.iso.datetime(). */
export function DateTimeField(
  props: FieldProps & Blocking & Pick<DateTimeInputProps, 'defaultHour' | 'zone' | 'optionalTime'>,
) {
  return <DateTimeInput {...props} {...useDateField(props.name)} />
}

/** Use with a pattern of yyyy-mm. */
export function MonthField(props: FieldProps & Blocking) {
  return <MonthInput {...props} {...useDateField(props.name)} />
}

function useDateField(name: string) {
  const { ref, message, value, disabled: _disabled, ...field } = useField(name)
  return { ...field, inputRef: ref, error: message, value: (value as string | null | undefined) || null }
}
