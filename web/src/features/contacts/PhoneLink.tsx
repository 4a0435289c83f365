import { formatPhone } from '#contract/contacts/phone-format'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Typography } from '../../ui/text/Typography.tsx'
import { useCalling } from './use-calling.ts'

interface Props {
  number: string
  color?: 'primary' | 'inherit' | 'textSecondary'
  tabIndex?: number
}

/** A number to be called in the way that the signed-in person chose: by their device, by sipgate, or not from here. */
export function PhoneLink({ number, color = 'primary', tabIndex }: Props) {
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
    <Typography
      component="a"
      variant="inherit"
      {...calling(number)}
      tabIndex={tabIndex}
      aria-label={t('part.call', { what: text })}
      color={color}
      sx={{
        ...sx,
        // a link that is told no colour has the one of the browser
        ...(color === 'inherit' ? { color } : {}),
        textDecorationColor: 'color-mix(in srgb, currentColor 40%, transparent)',
      }}
    >
      {text}
    </Typography>
  )
}

/** The same in a table, which the arrow keys walk through by its rows. */
export const PhoneCell = ({ number }: { number: string }) => <PhoneLink number={number} color="inherit" tabIndex={-1} />
