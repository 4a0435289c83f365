import { useEffect } from 'react'
import { isInstant } from '../../../ui/dates/zone.ts'
import { useFormMethods } from '../../../ui/forms/form-methods.ts'
import type { AppointmentValues } from './appointment-values.ts'

/** The end goes along with a beginning that somebody enters, as long after it as before. Whatever else sets times sets both. */
export function useEndAlong(): void {
  const { watch, getValues, setValue } = useFormMethods<AppointmentValues>()
  useEffect(() => {
    let length = lengthOf(getValues())
    const typing = watch((values, { name, type }) => {
      // half a date is no time yet: what it lasted before is remembered until it is one
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

/** Undefined as long as it is none. */
function lengthOf({ startUtc, endUtc }: Partial<AppointmentValues>): number | undefined {
  if (!isTime(startUtc) || !isTime(endUtc)) return undefined
  const length = Date.parse(endUtc) - Date.parse(startUtc)
  return length > 0 ? length : undefined
}

/** A field that was emptied holds null. */
const isTime = (value: string | null | undefined): value is string => isInstant(value ?? '')
