import DeleteOutlineIcon from '@mui/icons-material/DeleteOutlined'
import Alert from '@mui/material/Alert'
import { useMemo, useState } from 'react'
import type { Contact } from '#contract/contacts/contacts'
import { contactDocumentApi } from '#contract/contacts/documents'
import { useApi } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useMay } from '../../../session/session.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { useGo } from '../../../ui/navigation/screens.ts'
import { DocumentBrowser } from '../../lists/galleries/DocumentBrowser.tsx'
import type { RecordFile } from '../../lists/galleries/record-library.ts'
import { VersionsDialog } from '../../lists/galleries/VersionsDialog.tsx'
import { contactFile, contactLibrary } from './contact-library.ts'
import { DocumentBinDialog } from './DocumentBinDialog.tsx'
import { MoveDocumentDialog } from './MoveDocumentDialog.tsx'
import { useFollowedDocument } from './use-followed-document.ts'

/** The documents of a contact and, with the permission, their actions. */
export function ContactDocumentsTab({ contact }: { contact: Contact }) {
  const { t } = useTranslation('documents')
  const may = useMay()
  const go = useGo()
  const { named, missing } = useFollowedDocument(contact.id)
  const [binShown, setBinShown] = useState(false)
  const [moved, setMoved] = useState<RecordFile>()
  const [compared, setCompared] = useState<RecordFile>()
  const library = useMemo(() => contactLibrary(contact.id), [contact.id])
  const list = useApi(contactDocumentApi.list, { params: { id: contact.id } }, { quiet: true })
  const files = useMemo(() => list.data?.map(contactFile), [list.data])
  const mayWrite = may(library.write) && contact.deletedAtUtc === null
  const mayRemove = may('DELETE_CONTACT_DOCUMENTS') && contact.deletedAtUtc === null

  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', height: 'max(520px, calc(100dvh - 200px))' }}>
      <DocumentBrowser
        library={library}
        files={files}
        error={list.error}
        onRetry={() => void list.refetch()}
        mayWrite={mayWrite}
        mayRemove={mayRemove}
        empty={t('empty.contact')}
        marksOf={({ versions }) => (versions > 1 ? [t('versions.count', { count: versions })] : [])}
        actionsOf={(file) => [
          { label: t('versions.title'), run: () => setCompared(file) },
          ...(mayWrite ? [{ label: t('move.action'), run: () => setMoved(file) }] : []),
        ]}
        tools={
          mayRemove && (
            <Button startIcon={<DeleteOutlineIcon />} onClick={() => setBinShown(true)}>
              {t('bin.title')}
            </Button>
          )
        }
        opened={named}
        onClosed={() => named && go('contact', { id: contact.id, tab: 'documents' }, { replace: true })}
      >
        {missing && (
          <Alert severity="warning" variant="outlined" sx={{ mb: 2 }}>
            {t('notFound')}
          </Alert>
        )}
      </DocumentBrowser>
      {binShown && <DocumentBinDialog contactId={contact.id} onClose={() => setBinShown(false)} />}
      {moved && <MoveDocumentDialog file={moved} contact={contact} onClose={() => setMoved(undefined)} />}
      {compared && (
        <VersionsDialog
          api={contactDocumentApi}
          library={library}
          file={compared}
          mayWrite={mayWrite}
          onClose={() => setCompared(undefined)}
        />
      )}
    </Box>
  )
}
