import DeleteOutlineIcon from '@mui/icons-material/DeleteOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { IconButton } from '../buttons/IconButton.tsx'
import { Typography } from '../text/Typography.tsx'
import { Tooltip } from '../tooltips/Tooltip.tsx'
import { Box } from './Box.tsx'

interface Props {
  /** What the row is called in the names of its buttons. */
  what: string
  children: ReactNode
  copy: ReactNode
  /** Belongs to another record: reddish ground. */
  foreign?: boolean
  /** Left out where the row cannot be edited. */
  onEdit?: () => void
  onRemove?: () => void
}

/** What kind of address or number it is, in a column of its own; wide enough for its longest word in each language. */
export function PartKind({ children }: { children: string }) {
  return (
    <Typography component="div" variant="body2" color="textSecondary" sx={{ width: 104, fontSize: 13 }}>
      {children}
    </Typography>
  )
}

/** One address, number or mail as it is read, with its buttons at the right. */
export function PartRow({ what, children, copy, foreign = false, onEdit, onRemove }: Props) {
  const { t } = useTranslation('ui')
  return (
    <Box
      data-foreign={foreign || undefined}
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        pl: 3,
        pr: 1,
        minHeight: 34,
        py: foreign ? 1 : 0,
        bgcolor: foreign ? 'var(--shared)' : undefined,
      }}
    >
      <Box sx={{ flex: 1, minWidth: 0, display: 'flex', alignItems: 'center', columnGap: 2, flexWrap: 'wrap' }}>
        {children}
      </Box>
      {copy}
      {onEdit && (
        <Tooltip title={t('action.edit', { name: what })}>
          <IconButton aria-label={t('action.edit', { name: what })} onClick={onEdit}>
            <EditIcon fontSize="small" />
          </IconButton>
        </Tooltip>
      )}
      {onRemove && (
        <Tooltip title={t('action.remove', { name: what })}>
          <IconButton aria-label={t('action.remove', { name: what })} onClick={onRemove}>
            <DeleteOutlineIcon fontSize="small" />
          </IconButton>
        </Tooltip>
      )}
    </Box>
  )
}
