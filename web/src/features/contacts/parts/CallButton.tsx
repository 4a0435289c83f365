import CallIcon from '@mui/icons-material/Call'
import MenuItem from '@mui/material/MenuItem'
import type { PhoneNumber } from '#contract/contacts/parts'
import { formatPhone } from '#contract/contacts/phone-format'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { MenuButton } from '../../../ui/buttons/MenuButton.tsx'
import { useCalling } from '../use-calling.ts'

/** Calls the contact, with a choice if there are several numbers. */
export function CallButton({ phones }: { phones: readonly PhoneNumber[] }) {
  const { t } = useTranslation('contacts')
  const calling = useCalling()
  const [only, another] = callable(phones)
  if (!only || !calling) return null
  if (!another) {
    return (
      <Button component="a" variant="outlined" startIcon={<CallIcon />} {...calling(only.number)}>
        {t('head.call')}
      </Button>
    )
  }
  return (
    <MenuButton icon={<CallIcon />} label={t('head.call')} variant="outlined">
      {(close) =>
        callable(phones).map(({ id, number, type }) => {
          const { href, onClick } = calling(number)
          return (
            <MenuItem
              key={id}
              component="a"
              href={href}
              onClick={(event) => {
                onClick?.(event)
                close()
              }}
            >
              {formatPhone(number)} · {t(`phoneType.${type}`)}
            </MenuItem>
          )
        })
      }
    </MenuButton>
  )
}

/** Returns the numbers that can be called, without fax. */
export const callable = (phones: readonly PhoneNumber[]) => phones.filter(({ type }) => type !== 'FAX')
