import SettingsIcon from '@mui/icons-material/Settings'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import IconButton from '@mui/material/IconButton'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemButton from '@mui/material/ListItemButton'
import ListItemText from '@mui/material/ListItemText'
import Popover from '@mui/material/Popover'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Notification } from '#contract/notifications'
import { formatDateTime } from '../../ui/dates/zone.ts'
import { type ListName, placeOf } from './kinds.ts'
import { useNotifications } from './use-notifications.ts'
import { useWords } from './use-words.ts'

const NotificationSettingsDialog = lazy(() =>
  import('./NotificationSettingsDialog.tsx').then((file) => ({ default: file.NotificationSettingsDialog })),
)

interface Props {
  list: ListName
  anchor: HTMLElement
  onClose: () => void
}

/** What is unread, as high as the specification has it; marked and deleted one by one, several or all. */
export function NotificationsPopup({ list, anchor, onClose }: Props) {
  const { t } = useTranslation('notifications')
  const { notifications, isSuccess, markRead } = useNotifications(list)
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const [choosing, setChoosing] = useState(false)
  const chosen = notifications.filter(({ id }) => marked.has(id))
  const toggle = (id: string) => {
    const next = new Set(marked)
    if (!next.delete(id)) next.add(id)
    setMarked(next)
  }
  return (
    <>
      <Popover
        open={!choosing}
        anchorEl={anchor}
        onClose={onClose}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-label': t(`${list}.title`),
            sx: { width: 400, maxWidth: 'calc(100vw - 16px)' },
          },
        }}
      >
        <Box sx={{ display: 'flex', alignItems: 'center', px: 4, py: 1, gap: 2 }}>
          <Typography component="h2" sx={{ fontWeight: 600, flex: 1 }}>
            {t(`${list}.title`)}
          </Typography>
          <Tooltip title={t('settings.title')}>
            <IconButton aria-label={t('settings.title')} onClick={() => setChoosing(true)}>
              <SettingsIcon fontSize="small" />
            </IconButton>
          </Tooltip>
        </Box>
        {notifications.length === 0 ? (
          <Typography color="textSecondary" sx={{ px: 4, pb: 4 }}>
            {isSuccess ? t(`${list}.empty`) : t('loading')}
          </Typography>
        ) : (
          <>
            <List
              disablePadding
              tabIndex={-1}
              sx={{ maxHeight: 250, overflow: 'auto', borderBlock: 1, borderColor: 'divider' }}
            >
              {notifications.map((one) => (
                <Entry
                  key={one.id}
                  notification={one}
                  isMarked={marked.has(one.id)}
                  onMark={() => toggle(one.id)}
                  onOpen={() => {
                    markRead([one.id])
                    onClose()
                  }}
                />
              ))}
            </List>
            <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 2, px: 4, py: 2 }}>
              <Button
                color="inherit"
                disabled={chosen.length === 0}
                onClick={() => markRead(chosen.map(({ id }) => id))}
              >
                {t('removeMarked')}
              </Button>
              <Button color="inherit" onClick={() => markRead(notifications.map(({ id }) => id))}>
                {t('removeAll')}
              </Button>
            </Box>
          </>
        )}
      </Popover>
      <Suspense>{choosing && <NotificationSettingsDialog onClose={onClose} />}</Suspense>
    </>
  )
}

interface EntryProps {
  notification: Notification
  isMarked: boolean
  onMark: () => void
  onOpen: () => void
}

function Entry({ notification, isMarked, onMark, onOpen }: EntryProps) {
  const { t } = useTranslation('notifications')
  const navigate = useNavigate()
  const { title, text } = useWords()(notification)
  const { settled, createdUtc } = notification
  const place = placeOf(notification)
  const said = (
    <ListItemText
      primary={title}
      secondary={[text, formatDateTime(createdUtc), settled && t(`settled.${settled}`)].filter(Boolean).join(' · ')}
      slotProps={{
        primary: { sx: { fontWeight: settled ? 400 : 600, color: settled ? 'text.secondary' : 'text.primary' } },
        secondary: { sx: { overflowWrap: 'anywhere' } },
      }}
    />
  )
  const open = () => {
    onOpen()
    if (place) void navigate({ href: place })
  }
  return (
    <ListItem disablePadding sx={{ alignItems: 'flex-start', pl: 2 }}>
      <Checkbox checked={isMarked} onChange={onMark} slotProps={{ input: { 'aria-label': t('mark', { title }) } }} />
      {place ? <ListItemButton onClick={open}>{said}</ListItemButton> : <Box sx={{ px: 4, py: 1 }}>{said}</Box>}
    </ListItem>
  )
}
