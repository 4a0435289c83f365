import LinkIcon from '@mui/icons-material/AddLink'
import Stack from '@mui/material/Stack'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Contact, contactApi } from '#contract/contacts/contacts'
import { type Address, addressApi } from '#contract/contacts/parts'
import { apiQuery, useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { followUp } from '../../../ui/dialogs/follow-up.ts'
import { notify } from '../../../ui/notices/snackbar.ts'
import { Tooltip } from '../../../ui/tooltips/Tooltip.tsx'
import { addressLine } from '../copy-texts.ts'
import { ContactPickerDialog } from '../picker/ContactPickerDialog.tsx'

/** Adds a shareable address of another contact: chooses the contact, then the address. */
export function ShareAddressButton({ contact }: { contact: Contact }) {
  const { t } = useTranslation('contacts')
  const client = useQueryClient()
  const [picking, setPicking] = useState(false)
  const [offered, setOffered] = useState<readonly Address[]>()
  const add = useApiMutation(addressApi.add)

  async function offer(id: string, fullName: string) {
    const owner = await client.fetchQuery({ ...apiQuery(contactApi.get, { params: { id } }), staleTime: 0 })
    const own = owner.addresses.filter((address) => address.shareable && !address.sharedByContactPersonRef)
    setPicking(false)
    if (own.length === 0 || id === contact.id) notify(t('share.none', { name: fullName }), { severity: 3 })
    else if (own[0] && own.length === 1) share(own[0])
    else {
      await followUp()
      setOffered(own)
    }
  }

  function share({ addressType, street, zipCode, city, contactRef }: Address) {
    setOffered(undefined)
    const body = { addressType, street, zipCode, city, sharedByContactPersonRef: contactRef }
    add.mutate({ params: { id: contact.id }, body })
  }

  return (
    <>
      <Tooltip title={t('share.address')}>
        <IconButton aria-label={t('share.address')} onClick={() => setPicking(true)}>
          <LinkIcon fontSize="small" />
        </IconButton>
      </Tooltip>
      <ContactPickerDialog
        open={picking}
        title={t('share.address')}
        onSelect={(chosen) => void offer(chosen.id, chosen.fullName)}
        onCancel={() => setPicking(false)}
      />
      <Dialog open={offered !== undefined} title={t('share.which')} width={480} onClose={() => setOffered(undefined)}>
        <Stack sx={{ alignItems: 'start' }}>
          {offered?.map((address) => (
            <Button key={address.id} onClick={() => share(address)}>
              {addressLine(address)}
            </Button>
          ))}
        </Stack>
      </Dialog>
    </>
  )
}
