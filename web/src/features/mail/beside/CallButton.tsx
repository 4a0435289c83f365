import CallIcon from '@mui/icons-material/Call'
import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PhoneNumber } from '#contract/contacts/parts'
import { formatPhone } from '#contract/contacts/phone-format'

const toCall = (number: string) => `tel:${number.replace(/[^\d+]/g, '')}`

/** Calls the contact; of several numbers one is chosen. */
export function CallButton({ phones }: { phones: readonly PhoneNumber[] }) {
  const { t } = useTranslation('emails')
  const { t: contacts } = useTranslation('contacts')
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const callable = phones.filter(({ type }) => type !== 'FAX')
  const [only, another] = callable
  if (!only) return null
  if (!another) {
    return (
      <Button variant="outlined" startIcon={<CallIcon />} href={toCall(only.number)}>
        {t('beside.call')}
      </Button>
    )
  }
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<CallIcon />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {t('beside.call')}
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {callable.map(({ id, number, type }) => (
          <MenuItem key={id} component="a" href={toCall(number)} onClick={() => setAnchor(null)}>
            {formatPhone(number)} · {contacts(`phoneType.${type}`)}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
