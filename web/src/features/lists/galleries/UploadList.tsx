import CheckCircleIcon from '@mui/icons-material/CheckCircle'
import CloseIcon from '@mui/icons-material/Close'
import ErrorIcon from '@mui/icons-material/Error'
import InfoIcon from '@mui/icons-material/Info'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { withColon } from '../../../i18n/written.ts'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { Paper } from '../../../ui/layout/Paper.tsx'
import { Progress } from '../../../ui/states/Progress.tsx'
import { Typography } from '../../../ui/text/Typography.tsx'
import type { UploadItem } from './use-uploads.ts'

interface Props {
  items: readonly UploadItem[]
  onCancel: (key: number) => void
  onClose: () => void
}

/** Shows running uploads and the result of each file. */
export function UploadList({ items, onCancel, onClose }: Props) {
  const { t } = useTranslation('documents')
  if (items.length === 0) return null
  const ended = items.filter((item) => item.result !== undefined)
  const ok = items.filter((item) => item.result === 'OK').length
  return (
    <Paper component="section" aria-label={t('upload.title')} sx={{ p: 2, mb: 2 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
        <Typography variant="body2" role="status" sx={{ flex: 1 }}>
          {t('upload.done', { ok, all: items.length })}
        </Typography>
        {ended.length > 0 && (
          <IconButton aria-label={t('upload.close')} onClick={onClose}>
            <CloseIcon fontSize="small" />
          </IconButton>
        )}
      </Box>
      <Box component="ul" tabIndex={0} sx={{ m: 0, p: 0, listStyle: 'none', maxHeight: 180, overflow: 'auto' }}>
        {items.map((item) => (
          <Box component="li" key={item.key} sx={{ py: 1 }}>
            {item.result === undefined ? <OnItsWay item={item} onCancel={onCancel} /> : <Ended item={item} />}
          </Box>
        ))}
      </Box>
    </Paper>
  )
}

function OnItsWay({ item, onCancel }: { item: UploadItem; onCancel: (key: number) => void }) {
  const { t } = useTranslation('documents')
  const { progress } = item
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        {progress === undefined ? (
          <Typography variant="body2" noWrap>
            {withColon(item.name, t('upload.waiting'))}
          </Typography>
        ) : (
          <Progress label={item.name} {...(progress < 100 ? { value: progress } : {})} />
        )}
      </Box>
      <IconButton aria-label={t('upload.cancel', { name: item.name })} onClick={() => onCancel(item.key)}>
        <CloseIcon fontSize="small" />
      </IconButton>
    </Box>
  )
}

function Ended({ item }: { item: UploadItem }) {
  const { result, name, sentence } = item
  return (
    <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 2 }}>
      {result === 'OK' && <CheckCircleIcon fontSize="small" color="success" />}
      {result === 'EXIST' && <InfoIcon fontSize="small" color="info" />}
      {result !== 'OK' && result !== 'EXIST' && <ErrorIcon fontSize="small" color="error" />}
      <Typography variant="body2" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <strong>{name}</strong>: {sentence}
      </Typography>
    </Box>
  )
}
