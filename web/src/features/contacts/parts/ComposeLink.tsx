import Link from '@mui/material/Link'
import type { SxProps, Theme } from '@mui/material/styles'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useMay } from '../../../session/session.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { EmailAddressText } from '../../../ui/text/EmailAddressText.tsx'
import { openComposer } from '../../mail/composer/composer-store.ts'

interface Props {
  address: string
  contactId: string
  color?: string
  sx?: SxProps<Theme>
}

/** An e-mail address as link to a new message; plain text without the permission to write. */
export function ComposeLink({ address, contactId, color, sx }: Props) {
  const { t } = useTranslation('contacts')
  const may = useMay()('EMAIL_CREATE')
  const look = Array.isArray(sx) ? sx : [sx ?? {}]
  if (!may) {
    return (
      <Box component="span" sx={look}>
        <EmailAddressText>{address}</EmailAddressText>
      </Box>
    )
  }
  return (
    <Link
      component="button"
      type="button"
      aria-label={t('part.mailTo', { what: address })}
      onClick={() => openComposer({ to: [address], contactRef: contactId })}
      {...(color ? { color } : {})}
      sx={[{ textAlign: 'left', font: 'inherit' }, ...look]}
    >
      <EmailAddressText>{address}</EmailAddressText>
    </Link>
  )
}
