import { contactDocumentApi } from '@glut/contract/contact-documents'
import type { ContactRow } from '@glut/contract/contacts'
import { useTranslation } from 'react-i18next'
import { useApiMutation } from '../../api/hooks.ts'
import { notify } from '../../ui/snackbar.ts'
import { ContactPickerDialog } from '../contacts/ContactPickerDialog.tsx'
import { type ContactFile, documentReads } from './contact-library.ts'

interface Props {
  file: ContactFile
  onClose: () => void
}

/** Asks for the contact that a document is to belong to, and offers to take it back. */
export function MoveDocumentDialog({ file, onClose }: Props) {
  const { t } = useTranslation('documents')
  const { t: ui } = useTranslation('ui')
  const move = useApiMutation(contactDocumentApi.move, { refreshes: documentReads })
  const { documentRef: attId, contactRef: id, name, version } = file

  async function moveTo({ id: target, fullName }: ContactRow) {
    if (target === id) return notify(t('move.same'), { severity: 3 })
    try {
      await move.mutateAsync({ params: { id, attId, target }, query: { version } })
    } catch {
      // the refusal stands in the snackbar, the dialog stays
      return
    }
    onClose()
    notify(t('move.done', { name, contact: fullName }), {
      action: {
        label: ui('action.undo'),
        onClick: () => move.mutate({ params: { id: target, attId, target: id }, query: {} }),
      },
    })
  }

  return (
    <ContactPickerDialog
      open
      title={t('move.title', { name })}
      onSelect={(contact) => void moveTo(contact)}
      onCancel={onClose}
    />
  )
}
