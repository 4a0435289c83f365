import CloseIcon from '@mui/icons-material/Close'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { callerIn, type Notification } from '#contract/together/notifications'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { onPhone } from '../../../theme/narrow.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { Paper } from '../../../ui/layout/Paper.tsx'
import { giveHeight, inDialogOfPhone } from '../../../ui/notices/covered-height.ts'
import { Typography } from '../../../ui/text/Typography.tsx'
import { Candidates } from '../../calls/Candidates.tsx'
import { msToAnswer } from './announced.ts'
import { unsay, useAnnounced } from './announcements.ts'
import { EndedCalls } from './EndedCalls.tsx'
import { placeOf } from './kinds.ts'
import { MissedNumber } from './MissedNumber.tsx'
import { useNotifications } from './use-notifications.ts'
import { useWords } from './use-words.ts'

const shownMs = 10_000
/** Maximum number of announcements; further ones are counted. */
const most = 3
const mostOnPhone = 1
/** Gap in pixels below the announcements in a full-screen dialog. */
const gap = 16

/** Announces new notifications in a corner away from input; they disappear and stay in the list. */
export function Announcements() {
  const { t } = useTranslation('notifications')
  const said = useAnnounced()
  const narrow = useMediaQuery(onPhone)
  const shown = said.slice(0, narrow ? mostOnPhone : most)
  const stack = useRef<HTMLElement>(null)
  useLayoutEffect(() => (narrow ? giveHeight('--announced-height', stack.current, gap) : undefined), [narrow])
  return (
    <Box
      ref={stack}
      component="section"
      aria-live="polite"
      aria-label={t('new')}
      sx={{
        position: 'fixed',
        right: 16,
        bottom: 'calc(var(--notice-height, 0px) + 16px)',
        zIndex: 'snackbar',
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr)',
        gap: 2,
        width: 340,
        maxWidth: 'calc(100vw - 32px)',
        pointerEvents: 'none',
        ...(narrow && { [inDialogOfPhone]: { top: 'calc(var(--notice-height, -8px) + 64px)', bottom: 'auto' } }),
      }}
    >
      {shown.map((one) => (
        <Card key={one.id} notification={one} />
      ))}
      <EndedCalls />
      {said.length > shown.length && (
        <Paper elevation={6} sx={{ px: 3, py: 2, pointerEvents: 'auto' }}>
          {t('more', { count: said.length - shown.length })}
        </Paper>
      )}
    </Box>
  )
}

function Card({ notification }: { notification: Notification }) {
  const { t } = useTranslation('notifications')
  const navigate = useNavigate()
  const { markRead } = useNotifications('notifications')
  const { title, text } = useWords()(notification)
  const { id, notificationType, content } = notification
  const place = placeOf(notification)
  const caller = callerIn(content)
  useEffect(() => {
    const timer = setTimeout(() => unsay([id]), msToAnswer(notification) ?? shownMs)
    return () => clearTimeout(timer)
  }, [id, notification])
  return (
    <Paper
      elevation={6}
      sx={{ display: 'flex', alignItems: 'flex-start', gap: 1, pl: 3, py: 2, pointerEvents: 'auto' }}
    >
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{title}</Typography>
        {text && (
          <Typography variant="body2" color="textSecondary" noWrap>
            {text}
          </Typography>
        )}
        <MissedNumber notification={notification} />
        {notification.callRef && notificationType === 'INCOMING_CALL' && caller && (
          <Candidates call={notification.callRef} number={caller} owner={notification.contactRef} />
        )}
      </Box>
      {place && (
        <Button
          color="inherit"
          onClick={() => {
            unsay([id])
            markRead([id])
            void navigate({ href: place })
          }}
        >
          {t('show')}
        </Button>
      )}
      <IconButton aria-label={t('dismiss', { title })} onClick={() => unsay([id])}>
        <CloseIcon fontSize="small" />
      </IconButton>
    </Paper>
  )
}
