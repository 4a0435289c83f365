import CallIcon from '@mui/icons-material/Call'
import EventIcon from '@mui/icons-material/EventOutlined'
import MailIcon from '@mui/icons-material/MailOutlined'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useState } from 'react'
import type { Contact } from '#contract/contacts/contacts'
import { formatPhone } from '#contract/contacts/phone-format'
import { mayEnter, screens } from '#contract/routes'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useCurrentUser, useMay } from '../../../session/session.ts'
import { onPhone } from '../../../theme/narrow.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { useGo } from '../../../ui/navigation/screens.ts'
import { useOpened } from '../../../ui/rendering/use-opened.ts'
import { EmailAddressText } from '../../../ui/text/EmailAddressText.tsx'
import { openComposer } from '../../mail/composer/composer-store.ts'
import { BeginFlameButton } from '../../orders/flames/BeginFlameButton.tsx'
import { AddEncounterButton } from '../encounters/AddEncounterButton.tsx'
import { CallButton, callable } from '../parts/CallButton.tsx'
import { writingAddresses } from '../parts/writing-addresses.ts'
import { useCalling } from '../use-calling.ts'

/** Maximum number of addresses and numbers of each kind. */
const most = 3

/** Buttons to call, write, or add a flame, encounter or appointment; larger on phones. */
export function ReachButtons({ contact }: { contact: Contact }) {
  const phone = useMediaQuery(onPhone)
  return (
    <Box
      sx={
        phone
          ? { display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: 1, '& > *': { minHeight: 44 } }
          : { display: 'flex', flexWrap: 'wrap', gap: 1 }
      }
    >
      {phone ? (
        <>
          <CallButton phones={contact.phoneNumbers} />
          <WriteButton contact={contact} />
        </>
      ) : (
        <>
          <Numbers contact={contact} />
          <Addresses contact={contact} />
        </>
      )}
      <BeginFlameButton contact={contact} />
      <AddEncounterButton contact={contact} />
      <AppointmentButton contact={contact} />
    </Box>
  )
}

/** Opens the calendar with a new appointment for the contact. */
function AppointmentButton({ contact }: { contact: Contact }) {
  const { t } = useTranslation('contacts')
  const may = useMay()
  const go = useGo()
  const user = useCurrentUser()
  if (!may('ENCOUNTER_CREATE') || !mayEnter(screens.appointmentCalendar, user) || contact.deletedAtUtc) return null
  return (
    <Button
      variant="outlined"
      startIcon={<EventIcon />}
      onClick={() => go('appointmentCalendar', { contact: contact.id })}
    >
      {t('head.appointment')}
    </Button>
  )
}

function Numbers({ contact }: { contact: Contact }) {
  const { t } = useTranslation('contacts')
  const calling = useCalling()
  if (!calling) return null
  return callable(contact.phoneNumbers)
    .slice(0, most)
    .map(({ id, number }) => {
      const text = formatPhone(number)
      return (
        <Button
          key={id}
          component="a"
          variant="outlined"
          startIcon={<CallIcon />}
          aria-label={t('head.callOne', { what: text })}
          {...calling(number)}
          sx={{ fontVariantNumeric: 'tabular-nums' }}
        >
          {text}
        </Button>
      )
    })
}

function Addresses({ contact }: { contact: Contact }) {
  const { t } = useTranslation('contacts')
  const may = useMay()
  if (!may('EMAIL_CREATE')) return null
  return writingAddresses(contact.emailAddresses)
    .slice(0, most)
    .map((address) => (
      <Button
        key={address}
        variant="outlined"
        startIcon={<MailIcon />}
        aria-label={t('head.writeOne', { what: address })}
        onClick={() => openComposer({ to: [address], contactRef: contact.id })}
        sx={{ overflowWrap: 'anywhere', textAlign: 'left' }}
      >
        <EmailAddressText>{address}</EmailAddressText>
      </Button>
    ))
}

/** Opens a new message, with a choice if there are several addresses. */
function WriteButton({ contact }: { contact: Contact }) {
  const { t } = useTranslation('contacts')
  const may = useMay()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const opened = useOpened(anchor !== null)
  const addresses = writingAddresses(contact.emailAddresses)
  const [only, another] = addresses
  if (!only || !may('EMAIL_CREATE')) return null
  const write = (address: string) => {
    setAnchor(null)
    openComposer({ to: [address], contactRef: contact.id })
  }
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<MailIcon />}
        {...(another ? { 'aria-haspopup': 'menu', 'aria-expanded': anchor !== null } : {})}
        onClick={(event) => (another ? setAnchor(event.currentTarget) : write(only))}
      >
        {t('head.write')}
      </Button>
      {opened && (
        <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
          {addresses.map((address) => (
            <MenuItem key={address} onClick={() => write(address)}>
              {address}
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  )
}
