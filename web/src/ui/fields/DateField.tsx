import { DateInput, MonthInput, PastDateInput } from '../dates/DateInput.tsx'
import { DateTimeInput, type DateTimeInputProps } from '../dates/DateTimeInput.tsx'
import type { DateInputProps } from '../dates/TypedDate.tsx'
import { type FieldProps, useField } from './use-field.ts'

type Blocking = Pick<DateInputProps, 'isBlocked' | 'blockedMessage'>

/** A date field for z.iso.date(): text that is not a date stays in the form, and the schema refuses it. */
export function DateField(props: FieldProps & Blocking) {
  return <DateInput {...props} {...useDateField(props.name)} />
}

/** A date field for days up to `today`, for z.iso.date(). */
export function PastDateField(props: FieldProps & { today: string }) {
  return <PastDateInput {...props} {...useDateField(props.name)} />
}

/** A date and time field for z.iso.datetime(). */
export function DateTimeField(
  props: FieldProps & Blocking & Pick<DateTimeInputProps, 'defaultHour' | 'zone' | 'optionalTime'>,
) {
  return <DateTimeInput {...props} {...useDateField(props.name)} />
}

/** A month field for a pattern of yyyy-mm. */
export function MonthField(props: FieldProps & Blocking) {
  return <MonthInput {...props} {...useDateField(props.name)} />
}

function useDateField(name: string) {
  const { ref, message, value, disabled: _disabled, ...field } = useField(name)
  return { ...field, inputRef: ref, error: message, value: (value as string | null | undefined) || null }
}
