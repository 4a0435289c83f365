import AddCommentIcon from '@mui/icons-material/AddCommentOutlined'
import FlameIcon from '@mui/icons-material/LocalFireDepartment'
import PersonIcon from '@mui/icons-material/PersonOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Typography from '@mui/material/Typography'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Contact } from '#contract/contacts/contacts'
import { formatPhone } from '#contract/contacts/phone-format'
import type { Email } from '#contract/mail/emails'
import { flameApi } from '#contract/orders/flames'
import { useApiMutation } from '../../../api/hooks.ts'
import { useMay } from '../../../session/session.ts'
import { ClampedText } from '../../../ui/ClampedText.tsx'
import { useGo } from '../../../ui/screens.ts'
import { notify } from '../../../ui/snackbar.ts'
import { ContactLink } from '../../contacts/ContactLink.tsx'
import { addressLine } from '../../contacts/copy-texts.ts'
import { flameKeys } from '../../orders/flames/flame-keys.ts'
import { CallButton } from './CallButton.tsx'
import { LastEncounters } from './LastEncounters.tsx'
import { OpenFlames } from './OpenFlames.tsx'
import { Part } from './Part.tsx'

const EncounterDialog = lazy(() =>
  import('../../contacts/encounters/EncounterDialog.tsx').then((file) => ({ default: file.EncounterDialog })),
)

interface Props {
  contact: Contact
  email: Email
  readOnly: boolean
}

/** Who it is, what is under way with them, and what comes next. */
export function KnownContact({ contact, email, readOnly }: Props) {
  const { t } = useTranslation('emails')
  const may = useMay()
  const inBin = contact.deletedAtUtc !== null
  return (
    <>
      <Who contact={contact} />
      {!inBin && <Buttons contact={contact} email={email} readOnly={readOnly} />}
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
        <Typography key={id} variant="body2" sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {formatPhone(number)}
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

function Buttons({ contact, email, readOnly }: Props) {
  const { t } = useTranslation('emails')
  const may = useMay()
  const go = useGo()
  const [noting, setNoting] = useState(false)
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {may('FLAME_CREATE') && <FlameButton contact={contact} emailRef={readOnly ? null : email.id} />}
      <Button variant="outlined" startIcon={<PersonIcon />} onClick={() => go('contact', { id: contact.id })}>
        {t('beside.toContact')}
      </Button>
      {may('ENCOUNTER_CREATE') && (
        <Button
          variant="outlined"
          startIcon={<AddCommentIcon />}
          aria-haspopup="dialog"
          onClick={() => setNoting(true)}
        >
          {t('beside.encounter')}
        </Button>
      )}
      <CallButton phones={contact.phoneNumbers} />
      <Suspense>
        {noting && <EncounterDialog contactId={contact.id} encounter={null} onClose={() => setNoting(false)} />}
      </Suspense>
    </Box>
  )
}

/** A flame of this contact in one step: nothing is asked. */
function FlameButton({ contact, emailRef }: { contact: Contact; emailRef: string | null }) {
  const { t } = useTranslation('emails')
  const { t: flames } = useTranslation('flames')
  const go = useGo()
  const begin = useApiMutation(flameApi.begin, {
    onSuccess: (made) => {
      notify(flames('done.added', { name: contact.fullName }))
      go('flame', flameKeys(made))
    },
  })
  return (
    <Button
      variant="contained"
      color="secondary"
      startIcon={<FlameIcon />}
      loading={begin.isPending}
      loadingPosition="start"
      onClick={() => begin.mutate({ params: { id: contact.id }, body: { emailRef } })}
    >
      {t('beside.flame')}
    </Button>
  )
}
