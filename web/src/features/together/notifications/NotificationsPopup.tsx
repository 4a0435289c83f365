import SettingsIcon from '@mui/icons-material/Settings'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemButton from '@mui/material/ListItemButton'
import ListItemText from '@mui/material/ListItemText'
import Popover from '@mui/material/Popover'
import { useNavigate } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import { Suspense, useState } from 'react'
import type { Notification } from '#contract/together/notifications'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { formatDateTime } from '../../../ui/dates/zone.ts'
import { Checkbox } from '../../../ui/fields/Checkbox.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { lazyPart } from '../../../ui/rendering/lazy-part.tsx'
import { Typography } from '../../../ui/text/Typography.tsx'
import { Tooltip } from '../../../ui/tooltips/Tooltip.tsx'
import { OwnCalls } from '../../calls/OwnCalls.tsx'
import { type ListName, placeOf } from './kinds.ts'
import { MissedNumber } from './MissedNumber.tsx'
import { useNotifications } from './use-notifications.ts'
import { useWords } from './use-words.ts'

const NotificationSettingsDialog = lazyPart(
  () => import('./NotificationSettingsDialog.tsx'),
  'NotificationSettingsDialog',
)

interface Props {
  list: ListName
  anchor: HTMLElement
  onClose: () => void
}

/**
 * A popover with the unread notifications, with the height given by the specification; they can be marked read and
 * deleted one by one, several or all.
 */
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
            <Unread
              notifications={notifications}
              marked={marked}
              onMark={toggle}
              onOpen={(id) => {
                markRead([id])
                onClose()
              }}
            />
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
        {list === 'calls' && <OwnCalls onLeave={onClose} />}
      </Popover>
      <Suspense>{choosing && <NotificationSettingsDialog onClose={onClose} />}</Suspense>
    </>
  )
}

interface UnreadProps {
  notifications: readonly Notification[]
  marked: ReadonlySet<string>
  onMark: (id: string) => void
  onOpen: (id: string) => void
}

/** A virtual list of notifications. */
function Unread({ notifications, marked, onMark, onOpen }: UnreadProps) {
  // state instead of a ref, because the popover mounts its content after the first render
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const rows = useVirtualizer({
    count: notifications.length,
    getScrollElement: () => scroller,
    estimateSize: () => 64,
    getItemKey: (index) => notifications[index]?.id ?? index,
    initialRect: { width: 400, height: 250 },
    overscan: 4,
  })
  return (
    <Box
      ref={setScroller}
      tabIndex={-1}
      sx={{ maxHeight: 250, overflow: 'auto', borderBlock: 1, borderColor: 'divider' }}
    >
      <List disablePadding sx={{ position: 'relative' }} style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ key, index, start }) => {
          const one = notifications[index]
          return (
            one && (
              <ListItem
                key={key}
                ref={rows.measureElement}
                data-index={index}
                aria-setsize={notifications.length}
                aria-posinset={index + 1}
                disablePadding
                sx={{ position: 'absolute', top: 0, left: 0, right: 0, alignItems: 'flex-start', pl: 2 }}
                style={{ transform: `translateY(${start}px)` }}
              >
                <Entry
                  notification={one}
                  isMarked={marked.has(one.id)}
                  onMark={() => onMark(one.id)}
                  onOpen={() => onOpen(one.id)}
                />
              </ListItem>
            )
          )
        })}
      </List>
    </Box>
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
    <>
      <Checkbox checked={isMarked} onChange={onMark} aria-label={t('mark', { title })} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        {place ? <ListItemButton onClick={open}>{said}</ListItemButton> : <Box sx={{ px: 4, py: 1 }}>{said}</Box>}
        <Box sx={{ px: 4 }}>
          <MissedNumber notification={notification} />
        </Box>
      </Box>
    </>
  )
}
