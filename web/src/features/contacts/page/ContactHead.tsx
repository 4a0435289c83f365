import DeleteOutlineIcon from '@mui/icons-material/DeleteOutlined'
import HistoryIcon from '@mui/icons-material/History'
import InboxIcon from '@mui/icons-material/InboxOutlined'
import Chip from '@mui/material/Chip'
import useMediaQuery from '@mui/material/useMediaQuery'
import { memo } from 'react'
import { type Contact, contactApi } from '#contract/contacts/contacts'
import type { Present } from '#contract/together/presence'
import { useApi } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useMay } from '../../../session/session.ts'
import { onPhone } from '../../../theme/narrow.ts'
import { ToolButton } from '../../../ui/buttons/ToolButton.tsx'
import { formatDate } from '../../../ui/dates/parse-date.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { useGo } from '../../../ui/navigation/screens.ts'
import { Typography } from '../../../ui/text/Typography.tsx'
import { OriginLinks } from '../../mail/inbox/OriginLinks.tsx'
import { NewFlameButton } from '../../orders/flames/NewFlameButton.tsx'
import { PresentPeople } from '../../together/presence/PresentPeople.tsx'
import { useContactLabels } from '../contact-labels.ts'
import { RecordMenuButton } from '../records/RecordMenuButton.tsx'
import { useBin } from '../records/use-bin.ts'
import { ReachButtons } from './ReachButtons.tsx'

interface Props {
  contact: Contact
  others: readonly Present[]
  readOnly: boolean
  historyShown: boolean
  onHistory: (shown: boolean) => void
}

/** The head of a contact with name, facts and main actions. Secondary actions are beside it, on a phone below. */
export const ContactHead = memo(function ContactHead({ contact, others, readOnly, historyShown, onHistory }: Props) {
  const { t } = useTranslation('contacts')
  const labels = useContactLabels()
  const phone = useMediaQuery(onPhone)
  const tools = <Tools contact={contact} historyShown={historyShown} onHistory={onHistory} />
  return (
    <Box sx={{ display: 'grid', gap: 2, mb: 2, containerType: 'inline-size' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', gap: 2 }}>
        <Box sx={{ flex: 1, minWidth: { xs: '100%', sm: 260 } }}>
          <ContactName contact={contact} />
          <ContactFacts contact={contact} />
          <ContactOrigin contactId={contact.id} />
        </Box>
        <PresentPeople others={others} labelOf={(field) => labels.find(({ name }) => name === field)?.label} />
        {readOnly && !contact.deletedAtUtc && <Chip size="small" variant="outlined" label={t('page.readonly')} />}
        {!phone && tools}
      </Box>
      <ReachButtons contact={contact} />
      {phone && tools}
    </Box>
  )
})

function ContactName({ contact }: { contact: Contact }) {
  const { t } = useTranslation('contacts')
  const { fullName, companyName, customerType } = contact
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 0.5 }}>
      <Typography component="p" sx={{ fontSize: 20, fontWeight: 600, lineHeight: 1.3, overflowWrap: 'anywhere' }}>
        {fullName}
      </Typography>
      {customerType && <Chip size="small" variant="outlined" label={t(`customerType.${customerType}`)} />}
      {companyName && companyName !== fullName && <Typography sx={{ flexBasis: '100%' }}>{companyName}</Typography>}
    </Box>
  )
}

/** The most important facts in one line. */
function ContactFacts({ contact }: { contact: Contact }) {
  const { t } = useTranslation('contacts')
  const { legalType, customer, latestPurchase } = contact
  const facts = [
    t(`kind.${legalType}`),
    customer && t('field.customer'),
    latestPurchase && `${t('field.latestPurchase')} ${formatDate(latestPurchase)}`,
  ]
  return (
    <Typography variant="body2" color="textSecondary">
      {facts.filter(Boolean).join(' · ')}
    </Typography>
  )
}

function ContactOrigin({ contactId }: { contactId: string }) {
  const origin = useApi(contactApi.origin, { params: { id: contactId } }, { quiet: true })
  return <OriginLinks origin={origin.data} />
}

function Tools({ contact, historyShown, onHistory }: Pick<Props, 'contact' | 'historyShown' | 'onHistory'>) {
  const { t } = useTranslation('contacts')
  const may = useMay()
  const go = useGo()
  const { remove } = useBin()
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      <ToolButton
        icon={HistoryIcon}
        label={t('history.title')}
        aria-expanded={historyShown}
        onClick={() => onHistory(!historyShown)}
      />
      {may('EMAIL_READ') && (
        <ToolButton icon={InboxIcon} label={t('page.emails')} onClick={() => go('emails', { contact: contact.id })} />
      )}
      <NewFlameButton contact={contact} />
      {may('CONTACT_DELETE') && !contact.deletedAtUtc && (
        <ToolButton icon={DeleteOutlineIcon} label={t('bin.move')} onClick={() => void remove(contact)} />
      )}
      {may('GENERAL_ADMIN_FUNCTIONS') && <RecordMenuButton contact={contact} />}
    </Box>
  )
}
