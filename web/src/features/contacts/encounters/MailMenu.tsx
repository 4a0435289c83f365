import MailOutlineIcon from '@mui/icons-material/MailOutlined'
import type { Encounter } from '#contract/contacts/encounters'
import { ApiError } from '../../../api/client.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useMay } from '../../../session/session.ts'
import { MenuButton } from '../../../ui/buttons/MenuButton.tsx'
import { notify } from '../../../ui/notices/snackbar.ts'
import { openComposer } from '../../mail/composer/composer-store.ts'
import { replyElsewhere } from '../../mail/composer/use-reply.ts'
import { emailOf } from './encounter-words.ts'

interface Props {
  encounter: Encounter
  name: string
  /** Addresses of the contact. */
  addresses: readonly string[]
}

/** A menu to answer an e-mail or copy an address: those of the contact and further ones named in the encounter. */
export function MailMenu({ encounter, name, addresses }: Props) {
  const { t } = useTranslation('encounters')
  const may = useMay()
  const mayWrite = may('EMAIL_CREATE')
  const emailId = may('EMAIL_READ') ? emailOf(encounter) : null
  const given = [...addresses, ...encounter.furtherEmailAddressesToAnswer]
  const all = [...new Map(given.map((one) => [one.toLowerCase(), one])).values()]
  if (all.length === 0) return null

  async function copy(address: string) {
    try {
      await navigator.clipboard.writeText(address)
      notify(t('mail.copied'))
    } catch (error) {
      notify(t('mail.copyFailed', { reason: error instanceof Error ? error.message : String(error) }), { severity: 1 })
    }
  }

  /** Opens a reply to the e-mail; if that was erased, a new message. */
  async function write(address: string) {
    const { contactRef } = encounter
    try {
      if (emailId) return await replyElsewhere(emailId, address, contactRef)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.status !== 404) return notify(error.message, { severity: 1 })
    }
    openComposer({ to: [address], contactRef })
  }

  return (
    <MenuButton
      icon={<MailOutlineIcon fontSize="small" />}
      label={t('mail.menuOf', { name })}
      iconOnly
      tooltip={t('mail.menu')}
      entries={all.flatMap((address) => [
        mayWrite && {
          label: t(emailId ? 'mail.answer' : 'mail.write', { address }),
          run: () => void write(address),
        },
        { label: t('mail.copy', { address }), run: () => void copy(address) },
      ])}
    />
  )
}
