import AddIcon from '@mui/icons-material/Add'
import { useState } from 'react'
import type { Contact, ContactRow } from '#contract/contacts/contacts'
import { contactRelationApi } from '#contract/contacts/relations'
import { useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { followUp } from '../../../ui/dialogs/follow-up.ts'
import { notify } from '../../../ui/notices/snackbar.ts'
import { Tooltip } from '../../../ui/tooltips/Tooltip.tsx'
import { ContactPickerDialog } from '../picker/ContactPickerDialog.tsx'
import { TypeDialog } from './TypeDialog.tsx'

/** Adds a relation: chooses the contact, then the type. */
export function AddRelation({ contact }: { contact: Contact }) {
  const { t } = useTranslation('relations')
  const [picking, setPicking] = useState(false)
  const [other, setOther] = useState<ContactRow>()
  const add = useApiMutation(contactRelationApi.add)

  async function pick(row: ContactRow) {
    if (row.id === contact.id) return notify(t('self'), { severity: 3 })
    setPicking(false)
    await followUp()
    setOther(row)
  }

  return (
    <>
      <Tooltip title={t('add')}>
        <IconButton aria-label={t('add')} onClick={() => setPicking(true)}>
          <AddIcon fontSize="small" />
        </IconButton>
      </Tooltip>
      <ContactPickerDialog
        open={picking}
        title={t('chooseOther')}
        onSelect={(row) => void pick(row)}
        onCancel={() => setPicking(false)}
      />
      {other && (
        <TypeDialog
          title={t('chooseType')}
          name={contact.fullName}
          other={other.fullName}
          onSave={async (type) => {
            await add.mutateAsync({ params: { id: contact.id }, body: { contactRef: other.id, type } })
            notify(t('added', { name: other.fullName }))
          }}
          onClose={() => setOther(undefined)}
        />
      )}
    </>
  )
}
