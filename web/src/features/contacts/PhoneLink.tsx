import { formatPhone } from '#contract/contacts/phone-format'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Typography } from '../../ui/text/Typography.tsx'
import { useCalling } from './use-calling.ts'

interface Props {
  number: string
  color?: 'primary' | 'inherit' | 'textSecondary'
  tabIndex?: number
}

/** A telephone number, linked for calls by device or sipgate as the user chose; plain text without calling. */
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
        // without a colour the link would have the browser's default
        ...(color === 'inherit' ? { color } : {}),
        textDecorationColor: 'color-mix(in srgb, currentColor 40%, transparent)',
      }}
    >
      {text}
    </Typography>
  )
}

/** A phone link in a table; not a tab stop, because the arrow keys move between rows. */
export const PhoneCell = ({ number }: { number: string }) => <PhoneLink number={number} color="inherit" tabIndex={-1} />
