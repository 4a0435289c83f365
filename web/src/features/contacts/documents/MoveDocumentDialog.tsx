import { useMutation } from '@tanstack/react-query'
import type { Contact, ContactRow } from '#contract/contacts/contacts'
import { contactDocumentApi } from '#contract/contacts/documents'
import { ApiError } from '../../../api/client.ts'
import { useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useConflict } from '../../../ui/conflicts/use-conflict.tsx'
import { notify } from '../../../ui/notices/snackbar.ts'
import type { DocumentValues } from '../../lists/galleries/library.ts'
import type { RecordFile } from '../../lists/galleries/record-library.ts'
import { ContactPickerDialog } from '../picker/ContactPickerDialog.tsx'
import { contactLibrary } from './contact-library.ts'

interface Props {
  file: RecordFile
  /** The contact that owns the document. */
  contact: Contact
  onClose: () => void
}

type Owner = Pick<ContactRow, 'id' | 'fullName'>
type Values = DocumentValues & { owner: Owner }

/** Moves a document to another contact, with an undo. */
export function MoveDocumentDialog({ file, contact, onClose }: Props) {
  const { t } = useTranslation('documents')
  const { t: ui } = useTranslation('ui')
  const library = contactLibrary(contact.id)
  const quiet = ['STALE_VERSION'] as const
  const move = useApiMutation(contactDocumentApi.move, { quiet })
  const update = useMutation({
    mutationFn: ({ values, version }: { values: DocumentValues; version: number }) =>
      library.update(file, values, version),
    meta: { quiet },
  })
  const { documentRef: attId, name } = file
  const conflict = useConflict<Values, RecordFile>({
    name,
    fields: [
      { name: 'owner', label: t('move.owner'), show: (owner) => (owner as Owner).fullName },
      { name: 'name', label: t('edit.name') },
    ],
    valuesOf: (saved) => valuesOf(saved === file ? file : (library.savedNow(saved as never) as RecordFile), contact),
    ofForm: true,
  })

  /** Renames the document first if a conflict was resolved, because the name may differ. Returns the owner. */
  async function send({ owner, ...values }: Values, version: number): Promise<Owner> {
    const renamed = version === file.version ? null : await update.mutateAsync({ values, version })
    const latest = (renamed as { version: number } | null)?.version ?? version
    if (owner.id !== contact.id) {
      await move.mutateAsync({ params: { id: contact.id, attId, target: owner.id }, query: { version: latest } })
    }
    return owner
  }

  async function moveTo({ id, fullName }: ContactRow) {
    if (id === contact.id) return notify(t('move.same'), { severity: 3 })
    const mine = { ...valuesOf(file, contact), owner: { id, fullName } }
    let owner: Owner
    try {
      owner = await conflict.save(mine, file, send)
    } catch (error) {
      // the snackbar shows the error
      if (error instanceof ApiError && error.problem.code === 'MOVED_ELSEWHERE') onClose()
      return
    }
    onClose()
    if (owner.id === contact.id) return
    notify(t('move.done', { name, contact: owner.fullName }), {
      action: {
        label: ui('action.undo'),
        onClick: () => move.mutate({ params: { id: owner.id, attId, target: contact.id }, query: {} }),
      },
    })
  }

  return (
    <>
      <ContactPickerDialog
        open
        title={t('move.title', { name })}
        onSelect={(chosen) => void moveTo(chosen)}
        onCancel={onClose}
      />
      {conflict.dialog}
    </>
  )
}

const valuesOf = ({ name, documentClassification }: RecordFile, { id, fullName }: Contact): Values => ({
  name,
  documentClassification: documentClassification?.id ?? null,
  owner: { id, fullName },
})
