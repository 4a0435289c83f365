import { useRef } from 'react'
import { type Appointment, appointmentApi } from '#contract/calendars/appointments'
import { useApi } from '../../../api/hooks.ts'
import { useGo, useGoBack, useScreenParams } from '../../../ui/navigation/screens.ts'

/**
 * Returns the appointment named in the URL: from `listed`, or loaded separately if it lies outside. `close` goes back
 * in the history if the dialog was opened here.
 */
export function useOpenedAppointment(listed: readonly Appointment[] | undefined) {
  const search = useScreenParams('appointmentCalendar')
  const go = useGo()
  const goBack = useGoBack()
  const openedHere = useRef<string>(undefined)
  const shown = listed?.find(({ id }) => id === search.id)
  const named = useApi(
    appointmentApi.get,
    { params: { id: search.id ?? '' } },
    { enabled: Boolean(search.id) && listed !== undefined && !shown },
  )

  function open(id: string) {
    openedHere.current = id
    go('appointmentCalendar', { ...search, id })
  }
  function close() {
    const isOpenedHere = openedHere.current === search.id
    // closing twice must not leave the calendar
    openedHere.current = undefined
    if (isOpenedHere) goBack()
    else go('appointmentCalendar', { ...search, id: undefined }, { replace: true })
  }
  return { opened: shown ?? (named.data?.id === search.id ? named.data : undefined), open, close }
}
