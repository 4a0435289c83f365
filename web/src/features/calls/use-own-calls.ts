import { callApi, type PhoneCall } from '#contract/calls/calls'
import { useApi, useApiMutation } from '../../api/hooks.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useMay } from '../../session/session.ts'
import { notify } from '../../ui/notices/snackbar.ts'
import { useCallWords } from './call-words.ts'

/** Returns the calls of the past day that reached the user, and a function that records one as an encounter. */
export function useOwnCalls() {
  const may = useMay()
  const { textOf } = useCallWords()
  const { data: calls = [] } = useApi(callApi.own, {}, { enabled: may('CONTACT_READ'), quiet: true })
  const { t } = useTranslation('encounters')
  const { mutate, isPending } = useApiMutation(callApi.addEncounter, { onSuccess: () => notify(t('saved')) })
  const mayWrite = may('ENCOUNTER_CREATE')
  const mayCallBack = may('TODO_CREATE') && may('FLAME_READ')
  const isOpen = ({ state, contactRef, encounterRef }: PhoneCall) =>
    mayWrite && state === 'ENDED' && contactRef !== null && encounterRef === null
  const isToCallBack = ({ state, direction, contactRef }: PhoneCall) =>
    mayCallBack && state === 'MISSED' && direction === 'IN' && contactRef !== null
  const writeDown = (call: PhoneCall) =>
    call.contactRef &&
    mutate({ params: { id: call.id }, body: { contactRef: call.contactRef, description: textOf(call) } })
  return { calls, isOpen, isToCallBack, writeDown, isPending }
}
