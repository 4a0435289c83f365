import Link, { type LinkProps } from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { callApi } from '#contract/calls'
import { formatPhone } from '#contract/contacts/phone-format'
import { useApiMutation } from '../../../api/hooks.ts'
import { useCurrentUser, useMay } from '../../../session/session.ts'
import { notify } from '../../../ui/snackbar.ts'

/** A number to be called in the way that the signed-in person chose: by their device, by sipgate, or not from here. */
export function PhoneLink({ number, color = 'primary' }: { number: string } & Pick<LinkProps, 'color'>) {
  const { t } = useTranslation('contacts')
  const { phoneLinks } = useCurrentUser().userConfig
  const may = useMay()
  const text = formatPhone(number)
  const dial = useApiMutation(callApi.dial, { onSuccess: () => notify(t('part.calling', { what: text })) })
  const sx = { fontVariantNumeric: 'tabular-nums' }
  if (phoneLinks === 'OFF') {
    return (
      <Typography component="span" variant="inherit" color={color === 'primary' ? undefined : color} sx={sx}>
        {text}
      </Typography>
    )
  }
  const isDialled = phoneLinks === 'SIPGATE' && may('CONTACT_READ')
  function call(event: MouseEvent) {
    event.preventDefault()
    if (!dial.isPending) dial.mutate({ body: { number } })
  }
  return (
    <Link
      href={`tel:${number.replace(/[^\d+]/g, '')}`}
      aria-label={t('part.call', { what: text })}
      color={color}
      onClick={isDialled ? call : undefined}
      sx={sx}
    >
      {text}
    </Link>
  )
}
