import CallIcon from '@mui/icons-material/Call'
import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PhoneNumber } from '#contract/contacts/parts'
import { formatPhone } from '#contract/contacts/phone-format'
import { useCalling } from '../use-calling.ts'

/** Calls the contact; of several numbers one is chosen. */
export function CallButton({ phones }: { phones: readonly PhoneNumber[] }) {
  const { t } = useTranslation('contacts')
  const calling = useCalling()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [only, another] = callable(phones)
  if (!only || !calling) return null
  if (!another) {
    return (
      <Button variant="outlined" startIcon={<CallIcon />} {...calling(only.number)}>
        {t('head.call')}
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
        {t('head.call')}
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {callable(phones).map(({ id, number, type }) => {
          const { href, onClick } = calling(number)
          return (
            <MenuItem
              key={id}
              component="a"
              href={href}
              onClick={(event) => {
                onClick?.(event)
                setAnchor(null)
              }}
            >
              {formatPhone(number)} · {t(`phoneType.${type}`)}
            </MenuItem>
          )
        })}
      </Menu>
    </>
  )
}

/** The numbers that somebody answers. */
export const callable = (phones: readonly PhoneNumber[]) => phones.filter(({ type }) => type !== 'FAX')
