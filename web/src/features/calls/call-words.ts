import type { PhoneCall } from '#contract/calls/calls'
import { formatPhone } from '#contract/contacts/phone-format'
import { useTranslation } from '../../i18n/use-translation.ts'

/** `3:12`; null for a call that nobody answered, or whose end nobody told. */
function durationOf({ answeredUtc, endedUtc }: PhoneCall): string | null {
  if (!answeredUtc || !endedUtc) return null
  const seconds = Math.max(0, Math.round((Date.parse(endedUtc) - Date.parse(answeredUtc)) / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

export function useCallWords() {
  const { t } = useTranslation('calls')
  return {
    /** Who is at the other end. */
    nameOf: ({ contactName, number }: PhoneCall) => contactName ?? (formatPhone(number) || t('hidden')),
    /** What kind of call it was, and how long. */
    aboutOf: (call: PhoneCall) =>
      [call.internal && t('internal'), t(`direction.${call.direction}`), t(`state.${call.state}`), durationOf(call)]
        .filter(Boolean)
        .join(', '),
    /** What an encounter of it begins with. */
    textOf: (call: PhoneCall) =>
      [t(`spoken.${call.direction}`), formatPhone(call.number), durationOf(call)].filter(Boolean).join(', '),
  }
}
