import { useApi } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useMay } from '../../../session/session.ts'
import { DocumentBrowser } from './DocumentBrowser.tsx'
import { FileCheckAlert } from './FileCheckAlert.tsx'
import { sharedDocuments } from './library.ts'

export function SharedDocumentsPage() {
  const { t } = useTranslation('documents')
  const { t: shell } = useTranslation('shell')
  const mayWrite = useMay()(sharedDocuments.write)
  const list = useApi(sharedDocuments.api.list, {}, { quiet: true })
  return (
    <DocumentBrowser
      library={sharedDocuments}
      files={list.data}
      error={list.error}
      history={{ list: 'sharedDocuments', name: shell('screen.sharedDocuments') }}
      onRetry={() => void list.refetch()}
      mayWrite={mayWrite}
      mayRemove={mayWrite}
      empty={t('empty.documents')}
    >
      <FileCheckAlert />
    </DocumentBrowser>
  )
}
