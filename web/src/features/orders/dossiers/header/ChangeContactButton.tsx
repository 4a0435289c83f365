import SwapHorizIcon from '@mui/icons-material/SwapHoriz'
import { useState } from 'react'
import type { ContactRow } from '#contract/contacts/contacts'
import { limits } from '#contract/limits'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { ToolButton } from '../../../../ui/buttons/ToolButton.tsx'
import { useConfirm } from '../../../../ui/dialogs/confirm.tsx'
import { followUp } from '../../../../ui/dialogs/follow-up.ts'
import { useFormMethods } from '../../../../ui/forms/form-methods.ts'
import { ContactPickerDialog } from '../../../contacts/picker/ContactPickerDialog.tsx'
import { useKnownContact } from '../DossierContact.tsx'
import { type FlameValues, refsOfContact } from '../dossier-values.ts'

/** Changes the contact of the dossier; first tells which references this clears. */
export function ChangeContactButton() {
  const { t } = useTranslation('dossiers')
  const { getValues, setValue } = useFormMethods<FlameValues>()
  const confirm = useConfirm()
  const contact = useKnownContact()
  const [searching, setSearching] = useState(false)

  async function change({ id, fullName }: ContactRow): Promise<void> {
    setSearching(false)
    if (id === getValues('dossier.contactRef')) return
    await followUp()
    const set = refsOfContact.filter((name) => getValues(`dossier.${name}`) !== null)
    const fields = set.map((name) => t(`field.${name}`)).join(', ')
    const answer = await confirm({
      title: t('contact.change'),
      message: t(set.length > 0 ? 'contact.changeMessage' : 'contact.changeNothing', { name: fullName, fields }),
      ok: t('contact.change'),
    })
    if (answer !== 'ok') return
    setValue('dossier.contactRef', id, { shouldDirty: true })
    for (const name of set) setValue(`dossier.${name}`, null, { shouldDirty: true })
    if (contact && getValues('dossier.certificateName') === nameFor(contact.fullName)) {
      setValue('dossier.certificateName', nameFor(fullName), { shouldDirty: true })
    }
  }

  return (
    <>
      <ToolButton icon={SwapHorizIcon} label={t('contact.change')} onClick={() => setSearching(true)} />
      <ContactPickerDialog
        open={searching}
        title={t('contact.pick')}
        onSelect={(row) => void change(row)}
        onCancel={() => setSearching(false)}
      />
    </>
  )
}

/** Returns the default name of a certificate. */
const nameFor = (fullName: string) => fullName.slice(0, limits.dossier.certificateNameLength).trim()
