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
 * What a link that calls a number is given, in the way that the signed-in person chose: by their device or by sipgate.
 * Undefined for who calls nobody from here.
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
