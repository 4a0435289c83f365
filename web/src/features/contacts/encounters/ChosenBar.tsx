import DeleteOutlineIcon from '@mui/icons-material/DeleteOutlined'
import DriveFileMoveIcon from '@mui/icons-material/DriveFileMoveOutlined'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Checkbox } from '../../../ui/fields/Checkbox.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { formatNumber } from '../../../ui/text/format.ts'
import { Typography } from '../../../ui/text/Typography.tsx'

interface Props {
  total: number
  chosen: number
  /** Omitted, like `onMove` and `onRemove`, if the user may not change several encounters. */
  onChooseAll?: (() => void) | undefined
  onForget: () => void
  onMove?: (() => void) | undefined
  onRemove?: (() => void) | undefined
}

/** Shows the total and the number of selected encounters, with actions on the selection. */
export function ChosenBar({ total, chosen, onChooseAll, onForget, onMove, onRemove }: Props) {
  const { t } = useTranslation('encounters')
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1,
        minHeight: 36,
        px: 2,
        mb: -2,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      {onChooseAll && (
        <Checkbox
          checked={chosen > 0 && chosen >= total}
          indeterminate={chosen > 0 && chosen < total}
          disabled={total === 0}
          onChange={() => (chosen > 0 ? onForget() : onChooseAll())}
          aria-label={t('list.chooseAll')}
          sx={{ p: 1, ml: -1 }}
        />
      )}
      <Typography variant="body2" color="textSecondary" role="status" sx={{ flex: 1 }}>
        {chosen > 0
          ? t('list.chosen', { chosen: formatNumber(chosen), total: formatNumber(total) })
          : t('count', { count: total, text: formatNumber(total) })}
      </Typography>
      {chosen > 0 && onMove && (
        <Button startIcon={<DriveFileMoveIcon />} onClick={onMove}>
          {t('row.move')}
        </Button>
      )}
      {chosen > 0 && onRemove && (
        <Button startIcon={<DeleteOutlineIcon />} onClick={onRemove}>
          {t('row.remove')}
        </Button>
      )}
    </Box>
  )
}
