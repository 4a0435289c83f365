import MailOutlineIcon from '@mui/icons-material/MailOutlined'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Encounter } from '#contract/contacts/encounters'
import { ApiError } from '../../../api/client.ts'
import { useMay } from '../../../session/session.ts'
import { notify } from '../../../ui/snackbar.ts'
import { Tooltip } from '../../../ui/Tooltip.tsx'
import { openComposer } from '../../mail/composer/composer-store.ts'
import { replyElsewhere } from '../../mail/composer/use-reply.ts'
import { emailOf } from './encounter-words.ts'

interface Props {
  encounter: Encounter
  name: string
  /** Those of the contact. */
  addresses: readonly string[]
}

/** To whom an e-mail can be answered: the addresses of the contact and those that it named besides. */
export function MailMenu({ encounter, name, addresses }: Props) {
  const { t } = useTranslation('encounters')
  const may = useMay()
  const mayWrite = may('EMAIL_CREATE')
  const emailId = may('EMAIL_READ') ? emailOf(encounter) : null
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const given = [...addresses, ...encounter.furtherEmailAddressesToAnswer]
  const all = [...new Map(given.map((one) => [one.toLowerCase(), one])).values()]
  if (all.length === 0) return null
  const close = () => setAnchor(null)

  async function copy(address: string) {
    close()
    try {
      await navigator.clipboard.writeText(address)
      notify(t('mail.copied'))
    } catch (error) {
      notify(t('mail.copyFailed', { reason: error instanceof Error ? error.message : String(error) }), { severity: 1 })
    }
  }

  /** As an answer to the e-mail that stands here; one that was erased is answered by a new message. */
  async function write(address: string) {
    close()
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
    <>
      <Tooltip title={t('mail.menu')}>
        <IconButton
          aria-label={t('mail.menuOf', { name })}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <MailOutlineIcon fontSize="small" />
        </IconButton>
      </Tooltip>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={close}>
        {all.flatMap((address) => [
          mayWrite && (
            <MenuItem key={`write ${address}`} onClick={() => void write(address)}>
              {t(emailId ? 'mail.answer' : 'mail.write', { address })}
            </MenuItem>
          ),
          <MenuItem key={`copy ${address}`} onClick={() => void copy(address)}>
            {t('mail.copy', { address })}
          </MenuItem>,
        ])}
      </Menu>
    </>
  )
}
