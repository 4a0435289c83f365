import GroupIcon from '@mui/icons-material/GroupOutlined'
import FormControlLabel from '@mui/material/FormControlLabel'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemAvatar from '@mui/material/ListItemAvatar'
import ListItemText from '@mui/material/ListItemText'
import Popover from '@mui/material/Popover'
import Switch from '@mui/material/Switch'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useState } from 'react'
import { type SignedInUsers, userApi } from '#contract/users/users'
import { useApi, useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useMay } from '../../../session/session.ts'
import { withNarrowBar } from '../../../theme/narrow.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { CountLabel, countLook } from '../../../ui/buttons/CountLabel.tsx'
import { KeptPlace } from '../../../ui/buttons/KeptPlace.tsx'
import { formatDateTime } from '../../../ui/dates/zone.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { Typography } from '../../../ui/text/Typography.tsx'
import { Tooltip } from '../../../ui/tooltips/Tooltip.tsx'
import { UserAvatar } from '../../../ui/UserAvatar.tsx'

/** Reload interval in milliseconds: sessions expire, which no live update reports. */
const askEvery = 5 * 60_000

/** Returns the signed-in users; if the list is switched off, only for those who may switch it on. */
function useSignedIn(): { data: SignedInUsers | undefined; isComing: boolean } {
  const may = useMay()
  const enabled = may('USER_READ')
  const { data, isPending } = useApi(userApi.signedIn, {}, { enabled, quiet: true, every: askEvery })
  const isShown = data && (data.shown || may('GENERAL_ADMIN_FUNCTIONS'))
  return { data: isShown ? data : undefined, isComing: enabled && isPending }
}

/** The list of signed-in users on a phone, where the top bar has no space for it. */
export function SignedInOnPhone() {
  const { data } = useSignedIn()
  const cramped = useMediaQuery(withNarrowBar)
  return data && cramped ? <SignedIn {...data} /> : null
}

export function SignedInButton() {
  const { t } = useTranslation('users')
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const { data, isComing } = useSignedIn()
  const cramped = useMediaQuery(withNarrowBar)
  if (isComing && !cramped) return <KeptPlace />
  if (!data || cramped) return null
  const label = t('signedIn.button', { count: data.users.length })
  return (
    <>
      <Tooltip title={label}>
        <Button
          color="inherit"
          startIcon={<GroupIcon />}
          aria-haspopup="dialog"
          aria-expanded={anchor !== null}
          onClick={({ currentTarget }) => setAnchor(currentTarget)}
          sx={countLook}
        >
          <CountLabel label={label} count={data.users.length} />
        </Button>
      </Tooltip>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': t('signedIn.title'), sx: { width: 320 } } }}
      >
        <SignedIn {...data} />
      </Popover>
    </>
  )
}

function SignedIn({ shown, users }: SignedInUsers) {
  const { t } = useTranslation('users')
  const may = useMay()
  const change = useApiMutation(userApi.showSignedIn, { oneByOne: true })
  return (
    <Box sx={{ px: 4, py: 2 }}>
      <Typography component="h2" sx={{ fontWeight: 600 }}>
        {t('signedIn.title')}
      </Typography>
      {shown ? (
        <List disablePadding tabIndex={-1} sx={{ maxHeight: 400, overflow: 'auto' }}>
          {users.map(({ id, username, avatarSmall, lastLoginAtUtc }) => (
            <ListItem key={id} disableGutters>
              <ListItemAvatar aria-hidden sx={{ minWidth: 44 }}>
                <UserAvatar username={username} image={avatarSmall ?? undefined} size={32} />
              </ListItemAvatar>
              <ListItemText
                primary={username}
                secondary={lastLoginAtUtc && t('signedIn.since', { at: formatDateTime(lastLoginAtUtc) })}
              />
            </ListItem>
          ))}
        </List>
      ) : (
        <Typography color="textSecondary">{t('signedIn.off')}</Typography>
      )}
      {may('GENERAL_ADMIN_FUNCTIONS') && (
        <FormControlLabel
          label={t('signedIn.show')}
          control={
            <Switch
              checked={change.isPending ? change.variables.body.shown : shown}
              onChange={(_event, on) => change.mutate({ body: { shown: on } })}
            />
          }
        />
      )}
    </Box>
  )
}
