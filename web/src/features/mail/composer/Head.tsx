import CloseIcon from '@mui/icons-material/Close'
import DraftsIcon from '@mui/icons-material/DraftsOutlined'
import OpenInNewIcon from '@mui/icons-material/OpenInNew'
import OutboxIcon from '@mui/icons-material/OutboxOutlined'
import { memo, type ReactNode } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { Typography } from '../../../ui/text/Typography.tsx'
import { Tooltip } from '../../../ui/tooltips/Tooltip.tsx'
import { shortTime } from '../short-time.ts'

interface Props {
  titleId: string
  title: string
  savedAt: string | null
  onShow: (dialog: 'drafts' | 'outbox') => void
  /** Moves the composer from below an e-mail into the panel. */
  onPopOut: (() => void) | undefined
  onClose: () => void
}

/** The title bar of the composer, with access to drafts and outbox. */
export const Head = memo(function Head({ titleId, title, savedAt, onShow, onPopOut, onClose }: Props) {
  const { t } = useTranslation('composer')
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        pl: 3,
        pr: 1,
        py: 1,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 2 }}>
        <Typography id={titleId} variant="h2" noWrap sx={{ flex: '1 0 auto', maxWidth: 1 }}>
          {title}
        </Typography>
        {savedAt && (
          <Typography variant="caption" color="textSecondary" noWrap>
            {t('savedAt', { at: shortTime(savedAt) })}
          </Typography>
        )}
      </Box>
      {onPopOut && <Tool label={t('popOut')} icon={<OpenInNewIcon fontSize="small" />} onClick={onPopOut} />}
      <Tool label={t('drafts.title')} icon={<DraftsIcon fontSize="small" />} onClick={() => onShow('drafts')} />
      <Tool label={t('outbox.title')} icon={<OutboxIcon fontSize="small" />} onClick={() => onShow('outbox')} />
      <Tool label={t('close')} icon={<CloseIcon fontSize="small" />} onClick={onClose} />
    </Box>
  )
})

function Tool({ label, icon, onClick }: { label: string; icon: ReactNode; onClick: () => void }) {
  return (
    <Tooltip title={label}>
      <IconButton aria-label={label} onClick={onClick}>
        {icon}
      </IconButton>
    </Tooltip>
  )
}
