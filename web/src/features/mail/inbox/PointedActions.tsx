import CloseIcon from '@mui/icons-material/CheckCircleOutlined'
import HandIcon from '@mui/icons-material/PanToolAltOutlined'
import type { EmailSummary } from '#contract/mail/emails'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useCurrentUser } from '../../../session/session.ts'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { Tooltip } from '../../../ui/tooltips/Tooltip.tsx'
import { useMany } from './use-many.ts'

/** Quick actions on a message in the list, for the pointer only: keys and buttons act on the open message. */
export function PointedActions({ email }: { email: EmailSummary }) {
  const { t } = useTranslation('emails')
  const me = useCurrentUser()
  const { take, close, working } = useMany([email], () => undefined)
  if (email.direction !== 'INCOMING' || email.state === 'CLOSED') return null
  const isMine = email.state === 'IN_PROGRESS' && email.assigneeRef === me.id
  const actions = [
    ...(isMine ? [] : [{ label: t('action.take'), Icon: HandIcon, run: take }]),
    { label: t('action.close'), Icon: CloseIcon, run: close },
  ]
  return (
    <Box sx={look}>
      {actions.map(({ label, Icon, run }) => (
        <Tooltip key={label} title={label}>
          <IconButton aria-label={label} disabled={working} onClick={run}>
            <Icon fontSize="small" />
          </IconButton>
        </Tooltip>
      ))}
    </Box>
  )
}

const look = {
  position: 'absolute',
  right: 8,
  bottom: 4,
  display: 'flex',
  bgcolor: 'background.paper',
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
} as const
