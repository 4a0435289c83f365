import DownloadIcon from '@mui/icons-material/Download'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DocumentVersion } from '#contract/lists/documents'
import type { LibraryDocument } from '#contract/lists/galleries'
import { Dialog } from '../../../ui/Dialog.tsx'
import { formatDateTime } from '../../../ui/dates/zone.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { formatFileSize } from '../../../ui/format.ts'
import { SkeletonLines } from '../../../ui/SkeletonLines.tsx'
import { download, type Library } from './library.ts'
import { PreviewDialog } from './PreviewDialog.tsx'

interface Props {
  file: LibraryDocument
  /** Its versions as files, by their numbers. */
  library: Library
  versions: {
    readonly data: readonly DocumentVersion[] | undefined
    readonly error: { message: string } | null
    readonly isPending: boolean
    refetch(): unknown
  }
  /** Puts one in force again; left out for whoever may not. */
  onMakeCurrent: ((version: DocumentVersion) => void) | undefined
  onClose: () => void
}

/** Every content that a document has had: to be looked at, saved, and put in force again. */
export function VersionsDialog({ file, library, versions, onMakeCurrent, onClose }: Props) {
  const { t } = useTranslation('documents')
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
            {!version.current && onMakeCurrent && (
              <Button onClick={() => onMakeCurrent(version)}>{t('versions.makeCurrent', version)}</Button>
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
