import DownloadIcon from '@mui/icons-material/Download'
import Chip from '@mui/material/Chip'
import { useMemo, useState } from 'react'
import type { DocumentVersion } from '#contract/lists/documents'
import type { LibraryDocument } from '#contract/lists/galleries'
import { useApi, useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { formatDateTime } from '../../../ui/dates/zone.ts'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { notify } from '../../../ui/notices/snackbar.ts'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { SkeletonLines } from '../../../ui/states/SkeletonLines.tsx'
import { formatFileSize } from '../../../ui/text/format.ts'
import { Typography } from '../../../ui/text/Typography.tsx'
import { Tooltip } from '../../../ui/tooltips/Tooltip.tsx'
import { download, type Library } from './library.ts'
import { PreviewDialog } from './PreviewDialog.tsx'
import { attachmentOf, type RecordDocumentApi, type RecordFile, versionLibrary } from './record-library.ts'

interface Props {
  /** Document calls of the kind of record, and the library of the record. */
  api: RecordDocumentApi
  library: Library
  file: RecordFile
  mayWrite: boolean
  onClose: () => void
}

/** Lists the versions of a document, to preview, download or restore them. */
export function VersionsDialog({ api, library: whole, file, mayWrite, onClose }: Props) {
  const { t } = useTranslation('documents')
  const params = attachmentOf(file)
  const library = useMemo(() => versionLibrary(api, whole, file), [api, whole, file])
  const versions = useApi(api.versions, { params }, { quiet: true })
  const makeCurrent = useApiMutation(api.makeCurrent)
  const putInForce = ({ number }: DocumentVersion) =>
    makeCurrent.mutate(
      { params: { ...params, number: String(number) } },
      { onSuccess: () => notify(t('versions.inForce', { number, name: file.name })) },
    )
  const [shownRef, setShownRef] = useState<string>()
  const files = versions.data?.map((version) => versionFile(file, version)) ?? []
  const shown = files.find(({ documentRef }) => documentRef === shownRef)

  return (
    <Dialog open title={t('versions.of', { name: file.name })} onClose={onClose} width={680}>
      {versions.error && <ErrorState message={versions.error.message} onRetry={() => void versions.refetch()} />}
      {versions.isPending && <SkeletonLines lines={3} />}
      <Box component="ul" aria-label={t('versions.title')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {versions.data?.map((version) => (
          <Box
            component="li"
            key={version.number}
            sx={{
              display: 'flex',
              flexWrap: 'wrap',
              alignItems: 'center',
              gap: 1,
              py: 1.5,
              borderTop: 1,
              borderColor: 'divider',
            }}
          >
            <VersionFacts version={version} />
            {!version.current && mayWrite && (
              <Button onClick={() => putInForce(version)}>{t('versions.makeCurrent', version)}</Button>
            )}
            <Button onClick={() => setShownRef(String(version.number))}>{t('action.preview')}</Button>
            <Tooltip title={t('versions.download', version)}>
              <IconButton
                aria-label={t('versions.download', version)}
                onClick={() => download(library, versionFile(file, version))}
              >
                <DownloadIcon fontSize="small" />
              </IconButton>
            </Tooltip>
          </Box>
        ))}
      </Box>
      {shown && (
        <PreviewDialog
          library={library}
          files={files}
          file={shown}
          onGo={({ documentRef }) => setShownRef(documentRef)}
          onClose={() => setShownRef(undefined)}
        />
      )}
    </Dialog>
  )
}

function VersionFacts({ version }: { version: DocumentVersion }) {
  const { t } = useTranslation('documents')
  const { number, current, sizeByte, uploadedAtUtc, uploadedBy } = version
  const facts = [formatDateTime(uploadedAtUtc), uploadedBy, formatFileSize(sizeByte)]
  return (
    <Box sx={{ flex: 1, minWidth: 200 }}>
      <Typography variant="body2" sx={{ display: 'flex', alignItems: 'center', gap: 1 }} component="div">
        {t('versions.number', { number })}
        {current && <Chip size="small" color="secondary" variant="outlined" label={t('versions.current')} />}
      </Typography>
      <Typography variant="caption" color="textSecondary">
        {facts.filter(Boolean).join(' · ')}
      </Typography>
    </Box>
  )
}

const versionFile = (document: LibraryDocument, { number, ...version }: DocumentVersion): LibraryDocument => ({
  ...document,
  ...version,
  documentRef: String(number),
})
