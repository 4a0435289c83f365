import NotificationsIcon from '@mui/icons-material/Notifications'
import PhoneIcon from '@mui/icons-material/Phone'
import useMediaQuery from '@mui/material/useMediaQuery'
import { Suspense, useState } from 'react'
import type { CurrentUser } from '#contract/users/users'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { withNarrowBar } from '../../../theme/narrow.ts'
import { BesideDialogs } from '../../../ui/accessibility/BesideDialogs.tsx'
import { Button } from '../../../ui/buttons/Button.tsx'
import { CountLabel, countLook } from '../../../ui/buttons/CountLabel.tsx'
import { lazyPart } from '../../../ui/rendering/lazy-part.tsx'
import { Tooltip } from '../../../ui/tooltips/Tooltip.tsx'
import { Announcements } from './Announcements.tsx'
import type { ListName } from './kinds.ts'
import { useAnnouncements } from './use-announcements.ts'
import { useNotifications } from './use-notifications.ts'

const NotificationsPopup = lazyPart(() => import('./NotificationsPopup.tsx'), 'NotificationsPopup')

/** The buttons for calls and notifications in the top bar, with the number of unread ones. */
export function NotificationButtons({ user }: { user: CurrentUser }) {
  useAnnouncements(user)
  return (
    <>
      <ListButton list="calls" />
      <ListButton list="notifications" />
      <BesideDialogs>
        <Announcements />
      </BesideDialogs>
    </>
  )
}

const icons = { calls: PhoneIcon, notifications: NotificationsIcon }

function ListButton({ list }: { list: ListName }) {
  const { t } = useTranslation('notifications')
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const { notifications } = useNotifications(list)
  const count = notifications.filter(({ settled }) => !settled).length
  const label = t(`${list}.button`, { count })
  const Icon = icons[list]
  const narrow = useMediaQuery(withNarrowBar)
  // a phone has no space for an empty list
  if (narrow && list === 'calls' && notifications.length === 0) return null
  return (
    <>
      <Tooltip title={label}>
        <Button
          color="inherit"
          startIcon={<Icon />}
          aria-haspopup="dialog"
          aria-expanded={anchor !== null}
          onClick={({ currentTarget }) => setAnchor(currentTarget)}
          sx={countLook}
        >
          <CountLabel label={label} count={count} />
        </Button>
      </Tooltip>
      <Suspense>
        {anchor && <NotificationsPopup list={list} anchor={anchor} onClose={() => setAnchor(null)} />}
      </Suspense>
    </>
  )
}
