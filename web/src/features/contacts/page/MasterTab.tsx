import Box from '@mui/material/Box'
import { memo } from 'react'
import type { Contact } from '#contract/contacts/contacts'
import { useLater } from '../../../ui/use-later.ts'
import { AddressesPanel } from '../parts/AddressesPanel.tsx'
import { EmailAddressesPanel } from '../parts/EmailAddressesPanel.tsx'
import { useOwners } from '../parts/owners.tsx'
import { PhoneNumbersPanel } from '../parts/PhoneNumbersPanel.tsx'
import { ContactForm } from './ContactForm.tsx'

interface Props {
  contact: Contact
  readOnly: boolean
}

/** Who it is and how to reach them. */
export const MasterTab = memo(function MasterTab({ contact, readOnly }: Props) {
  const owners = useOwners(contact)
  const part = { contact, owners, readOnly }
  const later = useLater()
  return (
    <Box sx={{ containerType: 'inline-size' }}>
      <Box sx={columns}>
        <ContactForm contact={contact} readOnly={readOnly} />
        <Box sx={{ display: 'grid', gap: 3, minWidth: 0 }}>
          {later && (
            <>
              <PhoneNumbersPanel {...part} />
              <EmailAddressesPanel {...part} />
              <AddressesPanel {...part} />
            </>
          )}
        </Box>
      </Box>
    </Box>
  )
})

/** By the room that the encounters beside it leave. */
const columns = {
  display: 'grid',
  gap: 3,
  alignItems: 'start',
  gridTemplateColumns: 'minmax(0, 1fr)',
  '@container (min-width: 760px)': { gridTemplateColumns: 'minmax(0, 8fr) minmax(0, 5fr)' },
}
