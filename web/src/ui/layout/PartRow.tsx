import DeleteOutlineIcon from '@mui/icons-material/DeleteOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { IconButton } from '../buttons/IconButton.tsx'
import { Typography } from '../text/Typography.tsx'
import { Tooltip } from '../tooltips/Tooltip.tsx'
import { Box } from './Box.tsx'

interface Props {
  /** Name of the row for the labels of its buttons. */
  what: string
  children: ReactNode
  copy: ReactNode
  /** Marks a part of another record with a reddish background. */
  foreign?: boolean
  /** Omitted if the row cannot be edited. */
  onEdit?: () => void
  onRemove?: () => void
}

/** The kind of an address or number, in a column wide enough for the longest word in every language. */
export function PartKind({ children }: { children: string }) {
  return (
    <Typography component="div" variant="body2" color="textSecondary" sx={{ width: 104, fontSize: 13 }}>
      {children}
    </Typography>
  )
}

/** An address, phone number or e-mail address as text, with its buttons on the right. */
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
