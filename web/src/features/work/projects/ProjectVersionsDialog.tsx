import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { DocumentVersion } from '#contract/lists/documents'
import { projectDocumentApi } from '#contract/work/project-documents'
import { useApi, useApiMutation } from '../../../api/hooks.ts'
import { notify } from '../../../ui/snackbar.ts'
import { VersionsDialog } from '../../lists/galleries/VersionsDialog.tsx'
import { type ProjectFile, projectVersionLibrary } from './project-library.ts'

interface Props {
  file: ProjectFile
  mayWrite: boolean
  onClose: () => void
}

/** The versions of a document of a project. */
export function ProjectVersionsDialog({ file, mayWrite, onClose }: Props) {
  const { t } = useTranslation('documents')
  const params = { id: file.projectRef, attId: file.documentRef }
  const library = useMemo(() => projectVersionLibrary(file), [file])
  const versions = useApi(projectDocumentApi.versions, { params }, { quiet: true })
  const makeCurrent = useApiMutation(projectDocumentApi.makeCurrent)
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
