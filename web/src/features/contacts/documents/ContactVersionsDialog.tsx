import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { contactDocumentApi } from '#contract/contacts/documents'
import type { DocumentVersion } from '#contract/lists/documents'
import { useApi, useApiMutation } from '../../../api/hooks.ts'
import { notify } from '../../../ui/snackbar.ts'
import { VersionsDialog } from '../../lists/galleries/VersionsDialog.tsx'
import { type ContactFile, versionLibrary } from './contact-library.ts'

interface Props {
  file: ContactFile
  mayWrite: boolean
  onClose: () => void
}

/** The versions of a document of a contact. */
export function ContactVersionsDialog({ file, mayWrite, onClose }: Props) {
  const { t } = useTranslation('documents')
  const params = { id: file.contactRef, attId: file.documentRef }
  const library = useMemo(() => versionLibrary(file), [file])
  const versions = useApi(contactDocumentApi.versions, { params }, { quiet: true })
  const makeCurrent = useApiMutation(contactDocumentApi.makeCurrent)
  const putInForce = ({ number }: DocumentVersion) =>
    makeCurrent.mutate(
      { params: { ...params, number: String(number) } },
      { onSuccess: () => notify(t('versions.inForce', { number, name: file.name })) },
    )
  return (
    <VersionsDialog
      file={file}
      library={library}
      versions={versions}
      onMakeCurrent={mayWrite ? putInForce : undefined}
      onClose={onClose}
    />
  )
}
