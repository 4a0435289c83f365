import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { pathOf } from '#contract/endpoint'
import { projectDocumentApi } from '#contract/work/project-documents'
import { useApi } from '../../../api/hooks.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { formatDateTime } from '../../../ui/dates/zone.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { formatFileSize } from '../../../ui/format.ts'
import { SkeletonLines } from '../../../ui/SkeletonLines.tsx'
import type { ProjectFile } from './project-library.ts'

/** Every content that a document of a project has had, each of which can be fetched. */
export function ProjectVersionsDialog({ file, onClose }: { file: ProjectFile; onClose: () => void }) {
  const { t } = useTranslation('documents')
  const { t: ui } = useTranslation('ui')
  const params = { id: file.projectRef, attId: file.documentRef }
  const versions = useApi(projectDocumentApi.versions, { params }, { quiet: true })
  return (
    <Dialog
      open
      title={t('versions.of', { name: file.name })}
      width={560}
      onClose={onClose}
      actions={<Button onClick={onClose}>{ui('action.close')}</Button>}
    >
      {versions.error && <ErrorState message={versions.error.message} onRetry={() => void versions.refetch()} />}
      {versions.isPending && <SkeletonLines lines={3} />}
      <Box component="ol" aria-label={t('versions.title')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {versions.data?.map(({ number, sizeByte, uploadedAtUtc, uploadedBy }) => (
          <Box component="li" key={number} sx={{ py: 1.5, borderTop: 1, borderColor: 'divider' }}>
            <Link
              href={pathOf(projectDocumentApi.downloadVersion, { ...params, number: String(number) })}
              download={file.name}
            >
              {`${file.name} (${number})`}
            </Link>
            <Typography variant="caption" color="textSecondary" sx={{ display: 'block' }}>
              {[formatFileSize(sizeByte), formatDateTime(uploadedAtUtc), uploadedBy].filter(Boolean).join(' · ')}
            </Typography>
          </Box>
        ))}
      </Box>
    </Dialog>
  )
}
