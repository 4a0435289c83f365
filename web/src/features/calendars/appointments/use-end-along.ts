import { useEffect } from 'react'
import { isInstant } from '../../../ui/dates/zone.ts'
import { useFormMethods } from '../../../ui/forms/form-methods.ts'
import type { AppointmentValues } from './appointment-values.ts'

/** Moves the end with a start that the user edits, keeping the duration. Code that sets times sets both. */
export function useEndAlong(): void {
  const { watch, getValues, setValue } = useFormMethods<AppointmentValues>()
  useEffect(() => {
    let length = lengthOf(getValues())
    const typing = watch((values, { name, type }) => {
      // an incomplete date is not a time: keep the duration until it is complete
      const leads = name === 'startUtc' && type === 'change'
      if (!leads || length === undefined) length = lengthOf(values)
      else if (isTime(values.startUtc)) {
        const endUtc = new Date(Date.parse(values.startUtc) + length).toISOString()
        setValue('endUtc', endUtc, { shouldDirty: true, shouldValidate: true })
      }
    })
    return () => typing.unsubscribe()
  }, [watch, getValues, setValue])
}

/** Returns the duration in milliseconds; undefined while a time is invalid. */
function lengthOf({ startUtc, endUtc }: Partial<AppointmentValues>): number | undefined {
  if (!isTime(startUtc) || !isTime(endUtc)) return undefined
  const length = Date.parse(endUtc) - Date.parse(startUtc)
  return length > 0 ? length : undefined
}

/** Tests for an instant; an empty field holds null. */
const isTime = (value: string | null | undefined): value is string => isInstant(value ?? '')
