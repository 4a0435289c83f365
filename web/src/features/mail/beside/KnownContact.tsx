import PersonIcon from '@mui/icons-material/PersonOutlined'
import Chip from '@mui/material/Chip'
import type { Contact } from '#contract/contacts/contacts'
import type { Email } from '#contract/mail/emails'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useMay } from '../../../session/session.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { useGo } from '../../../ui/navigation/screens.ts'
import { ClampedText } from '../../../ui/text/ClampedText.tsx'
import { Typography } from '../../../ui/text/Typography.tsx'
import { ContactLink } from '../../contacts/ContactLink.tsx'
import { addressLine } from '../../contacts/copy-texts.ts'
import { AddEncounterButton } from '../../contacts/encounters/AddEncounterButton.tsx'
import { PhoneLink } from '../../contacts/PhoneLink.tsx'
import { CallButton } from '../../contacts/parts/CallButton.tsx'
import { BeginFlameButton } from '../../orders/flames/BeginFlameButton.tsx'
import { LastEncounters } from './LastEncounters.tsx'
import { OpenFlames } from './OpenFlames.tsx'
import { Part } from './Part.tsx'

interface Props {
  contact: Contact
  email: Email
  readOnly: boolean
  /** Called when a flame is created from the e-mail. */
  onBegin: () => void
}

/** Shows a contact with its flames and encounters, and the next actions. */
export function KnownContact({ contact, email, readOnly, onBegin }: Props) {
  const { t } = useTranslation('emails')
  const may = useMay()
  const inBin = contact.deletedAtUtc !== null
  return (
    <>
      <Who contact={contact} />
      {!inBin && <Buttons {...{ contact, email, readOnly, onBegin }} />}
      {may('FLAME_READ') && <OpenFlames contactId={contact.id} />}
      {may('ENCOUNTER_READ') && <LastEncounters contactId={contact.id} emailId={email.id} />}
      {contact.remarks && (
        <Part title={t('beside.notes')}>
          <ClampedText text={contact.remarks} length={400} lines={8} />
        </Part>
      )}
    </>
  )
}

function Who({ contact }: { contact: Contact }) {
  const { t } = useTranslation('contacts')
  const { t: emails } = useTranslation('emails')
  const { fullName, companyName, customerType, phoneNumbers, addresses, deletedAtUtc } = contact
  const [address] = addresses
  return (
    <Box sx={{ display: 'grid', gap: 1, overflowWrap: 'anywhere' }}>
      <Typography variant="h2" component="p">
        <ContactLink id={contact.id}>{fullName}</ContactLink>
      </Typography>
      {companyName && companyName !== fullName && <Typography variant="body2">{companyName}</Typography>}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {customerType && <Chip size="small" variant="outlined" label={t(`customerType.${customerType}`)} />}
        {deletedAtUtc && <Chip size="small" color="warning" label={emails('beside.inBin')} />}
      </Box>
      {phoneNumbers.map(({ id, number }) => (
        <Typography key={id} variant="body2">
          <PhoneLink number={number} />
        </Typography>
      ))}
      {address && (
        <Typography variant="body2" color="textSecondary">
          {addressLine(address)}
        </Typography>
      )}
    </Box>
  )
}

function Buttons({ contact, email, readOnly, onBegin }: Props) {
  const { t } = useTranslation('emails')
  const go = useGo()
  // creating an order from an open e-mail also takes it
  const takes = !readOnly && email.direction === 'INCOMING' && email.state === 'OPEN'
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      <BeginFlameButton contact={contact} emailRef={readOnly ? null : email.id} {...(takes ? { onBegin } : {})} />
      <Button variant="outlined" startIcon={<PersonIcon />} onClick={() => go('contact', { id: contact.id })}>
        {t('beside.toContact')}
      </Button>
      <AddEncounterButton contact={contact} />
      <CallButton phones={contact.phoneNumbers} />
    </Box>
  )
}
