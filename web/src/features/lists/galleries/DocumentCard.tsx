import MoreVertIcon from '@mui/icons-material/MoreVert'
import type { LibraryDocument } from '#contract/lists/galleries'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { MenuButton } from '../../../ui/buttons/MenuButton.tsx'
import { PlainButton } from '../../../ui/buttons/PlainButton.tsx'
import { formatDateTime } from '../../../ui/dates/zone.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { formatFileSize } from '../../../ui/text/format.ts'
import { Typography } from '../../../ui/text/Typography.tsx'
import type { View } from './DocumentGrid.tsx'
import { fileType } from './file-type.ts'
import type { Library } from './library.ts'
import { Thumbnail } from './Thumbnail.tsx'

export interface FileAction {
  label: string
  run: () => void
}

interface Props {
  library: Library
  file: LibraryDocument
  view: View
  actions: readonly FileAction[]
  /** Additional facts about the file. */
  marks?: readonly string[]
  onOpen: () => void
}

/** A file as a tile or a row. */
export function DocumentCard({ library, file, view, actions, marks = [], onOpen }: Props) {
  const { t } = useTranslation('documents')
  const tile = view === 'grid'
  const uploaded = formatDateTime(file.uploadedAtUtc)
  const day = uploaded.split(' ', 1)[0] ?? uploaded
  const about = [fileType(file.mimeType), formatFileSize(file.sizeByte), tile ? day : uploaded]
  const isClassified = library.isClassified !== false
  const kept = isClassified ? [file.documentClassification?.title ?? t('noClassification')] : []
  return (
    <Box
      role="listitem"
      sx={{
        display: 'flex',
        flexDirection: tile ? 'column' : 'row',
        alignItems: tile ? 'stretch' : 'center',
        gap: tile ? 0 : 2,
        minWidth: 0,
        border: tile ? '1px solid' : 0,
        borderBottom: '1px solid',
        borderColor: 'divider',
        borderRadius: tile ? 1 : 0,
        overflow: 'hidden',
      }}
    >
      <PlainButton
        aria-label={t('open', { name: file.name })}
        onClick={onOpen}
        sx={{
          flex: tile ? 1 : 'none',
          minHeight: 0,
          width: tile ? 'auto' : 56,
          height: tile ? 'auto' : 48,
          p: 1,
          bgcolor: 'action.hover',
        }}
      >
        <Thumbnail library={library} file={file} />
      </PlainButton>
      <Box sx={{ display: 'flex', alignItems: 'center', flex: tile ? 'none' : 1, minWidth: 0, pl: tile ? 2 : 0 }}>
        <Box sx={{ flex: 1, minWidth: 0, py: 1 }}>
          <Typography variant="body2" noWrap title={file.name}>
            {file.name}
          </Typography>
          <Typography variant="caption" color="textSecondary" noWrap component="p">
            {(tile ? about : [...about, ...marks]).join(' · ')}
          </Typography>
          {tile && (
            <Typography variant="caption" color="textSecondary" noWrap component="p">
              {[...marks, ...kept].join(' · ')}
            </Typography>
          )}
        </Box>
        {!tile && isClassified && (
          <Typography
            variant="body2"
            color="textSecondary"
            noWrap
            sx={{ width: '30%', display: { xs: 'none', sm: 'block' } }}
          >
            {kept}
          </Typography>
        )}
        <MenuButton
          icon={<MoreVertIcon fontSize="small" />}
          label={t('actions', { name: file.name })}
          iconOnly
          entries={actions}
        />
      </Box>
    </Box>
  )
}
