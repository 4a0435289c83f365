import type { MouseEvent } from 'react'
import { callApi } from '#contract/calls/calls'
import { formatPhone } from '#contract/contacts/phone-format'
import { useApiMutation } from '../../api/hooks.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCurrentUser, useMay } from '../../session/session.ts'
import { notify } from '../../ui/notices/snackbar.ts'

interface Calling {
  readonly href: string
  readonly onClick?: (event: MouseEvent) => void
}

/**
 * Returns a function for the properties of a phone link, in the way the user chose: by device or sipgate. Undefined if
 * the user makes no calls here.
 */
export function useCalling(): ((number: string) => Calling) | undefined {
  const { t } = useTranslation('contacts')
  const { phoneLinks } = useCurrentUser().userConfig
  const may = useMay()
  const dial = useApiMutation(callApi.dial, {
    onSuccess: (_answer, { body }) => notify(t('part.calling', { what: formatPhone(body.number) })),
  })
  if (phoneLinks === 'OFF') return undefined
  const isDialled = phoneLinks === 'SIPGATE' && may('CONTACT_READ')
  return (number) => ({
    href: `tel:${number.replace(/[^\d+]/g, '')}`,
    ...(isDialled
      ? {
          onClick: (event) => {
            event.preventDefault()
            if (!dial.isPending) dial.mutate({ body: { number } })
          },
        }
      : {}),
  })
}
