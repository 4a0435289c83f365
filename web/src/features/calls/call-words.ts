import type { PhoneCall } from '#contract/calls/calls'
import { formatPhone } from '#contract/contacts/phone-format'
import { useTranslation } from '../../i18n/use-translation.ts'

/** Returns `3:12`; null for an unanswered call, or if the end was not reported. */
function durationOf({ answeredUtc, endedUtc }: PhoneCall): string | null {
  if (!answeredUtc || !endedUtc) return null
  const seconds = Math.max(0, Math.round((Date.parse(endedUtc) - Date.parse(answeredUtc)) / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

export function useCallWords() {
  const { t } = useTranslation('calls')
  return {
    /** Returns the name of the other party. */
    nameOf: ({ contactName, number }: PhoneCall) => contactName ?? (formatPhone(number) || t('hidden')),
    /** Returns the direction, state and duration. */
    aboutOf: (call: PhoneCall) =>
      [call.internal && t('internal'), t(`direction.${call.direction}`), t(`state.${call.state}`), durationOf(call)]
        .filter(Boolean)
        .join(', '),
    /** Returns the initial text of an encounter about the call. */
    textOf: (call: PhoneCall) =>
      [t(`spoken.${call.direction}`), formatPhone(call.number), durationOf(call)].filter(Boolean).join(', '),
  }
}
