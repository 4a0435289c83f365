import { memo } from 'react'
import type { Contact } from '#contract/contacts/contacts'
import { Box } from '../../../ui/layout/Box.tsx'
import { AddressesPanel } from '../parts/AddressesPanel.tsx'
import { EmailAddressesPanel } from '../parts/EmailAddressesPanel.tsx'
import { PhoneNumbersPanel } from '../parts/PhoneNumbersPanel.tsx'
import { ContactForm } from './ContactForm.tsx'

interface Props {
  contact: Contact
  readOnly: boolean
}

/** The master data of a contact with its addresses and numbers. */
export const MasterTab = memo(function MasterTab({ contact, readOnly }: Props) {
  const part = { contact, readOnly }
  return (
    <Box sx={{ containerType: 'inline-size' }}>
      <Box sx={columns}>
        <Box sx={parts}>
          <Box sx={{ display: 'grid', gap: 3, minWidth: 0 }}>
            <PhoneNumbersPanel {...part} />
            <EmailAddressesPanel {...part} />
          </Box>
          <AddressesPanel {...part} />
        </Box>
        <ContactForm {...part} />
      </Box>
    </Box>
  )
})

/** Contact data comes first: above the other fields or, in a wide container, to the left of them. */
const columns = {
  display: 'grid',
  gap: 3,
  alignItems: 'start',
  gridTemplateColumns: 'minmax(0, 1fr)',
  '@container (min-width: 860px)': { gridTemplateColumns: 'minmax(0, 5fr) minmax(0, 8fr)' },
}
const parts = {
  display: 'grid',
  gap: 3,
  minWidth: 0,
  alignItems: 'start',
  gridTemplateColumns: 'minmax(0, 1fr)',
  '@container (min-width: 560px) and (max-width: 859.95px)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
}
