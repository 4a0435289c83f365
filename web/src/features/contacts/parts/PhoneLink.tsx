import Link, { type LinkProps } from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { formatPhone } from '#contract/contacts/phone-format'
import { useCalling } from './use-calling.ts'

/** A number to be called in the way that the signed-in person chose: by their device, by sipgate, or not from here. */
export function PhoneLink({ number, color = 'primary' }: { number: string } & Pick<LinkProps, 'color'>) {
  const { t } = useTranslation('contacts')
  const calling = useCalling()
  const text = formatPhone(number)
  const sx = { fontVariantNumeric: 'tabular-nums' }
  if (!calling) {
    return (
      <Typography component="span" variant="inherit" color={color === 'primary' ? undefined : color} sx={sx}>
        {text}
      </Typography>
    )
  }
  return (
    <Link {...calling(number)} aria-label={t('part.call', { what: text })} color={color} sx={sx}>
      {text}
    </Link>
  )
}
