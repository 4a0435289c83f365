import Divider from '@mui/material/Divider'
import List from '@mui/material/List'
import ListItemButton from '@mui/material/ListItemButton'
import Popover from '@mui/material/Popover'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { languages } from '#contract/limits'
import { mayEnter, screens } from '#contract/routes'
import { authApi, type CurrentUser } from '#contract/users/users'
import { call } from '../../api/client.ts'
import { SignedInOnPhone } from '../../features/users/people/SignedInButton.tsx'
import { useRoleLabel } from '../../features/users/people/use-role-label.ts'
import { setLanguage } from '../../i18n/i18n.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { leaveChannel } from '../../live/connection.ts'
import { setCurrentUser } from '../../session/session.ts'
import { type ColorMode, setColorMode, useColorMode } from '../../theme/color-mode.ts'
import { ToggleButtons } from '../../ui/buttons/ToggleButtons.tsx'
import { mayLeave } from '../../ui/forms/unsaved-changes.ts'
import { Box } from '../../ui/layout/Box.tsx'
import { dismissAll } from '../../ui/notices/snackbar.ts'
import { showShortcuts } from '../../ui/shortcuts/ShortcutsDialog.tsx'
import { Typography } from '../../ui/text/Typography.tsx'
import { forgetPages } from '../page-history.ts'

interface Props {
  user: CurrentUser
  anchor: HTMLElement
  onClose: () => void
  onChangePassword: () => void
}

/** Panel with the user's own settings. */
export function AccountPanel({ user, anchor, onClose, onChangePassword }: Props) {
  const { t } = useTranslation('shell')
  const roleLabel = useRoleLabel()
  const mayConfigure = mayEnter(screens.ownUserConfiguration, user) && !user.secondFactorMissing
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{
        paper: { role: 'dialog', 'aria-label': t('account', { username: user.username }), sx: { width: 260 } },
      }}
    >
      <Box sx={{ px: 4, pt: 3, pb: 2 }}>
        <Typography sx={{ fontWeight: 600 }} noWrap>
          {user.username}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {user.roles.map(roleLabel).join(', ')}
        </Typography>
      </Box>
      <Divider />
      <Box sx={{ display: 'grid', gap: 2, px: 4, py: 2 }}>
        <LanguageChoice />
        <ModeChoice />
      </Box>
      <Divider />
      <List component="div" disablePadding sx={{ py: 1, '& > *': { minHeight: 34, px: 4, typography: 'body1' } }}>
        {mayConfigure && (
          <ListItemButton component={Link} to={screens.ownUserConfiguration.path} onClick={onClose}>
            {t('screen.ownUserConfiguration')}
          </ListItemButton>
        )}
        <ListItemButton
          component="button"
          onClick={() => {
            onClose()
            onChangePassword()
          }}
          sx={{ width: '100%' }}
        >
          {t('password.title')}
        </ListItemButton>
        <ListItemButton component="a" href="/licences.txt" target="_blank" rel="noopener" onClick={onClose}>
          {t('licences')}
        </ListItemButton>
        <ListItemButton
          component="button"
          onClick={() => {
            onClose()
            showShortcuts()
          }}
          sx={{ width: '100%', justifyContent: 'space-between' }}
        >
          {t('shortcuts')}
          <kbd aria-hidden>?</kbd>
        </ListItemButton>
        <ListItemButton component="button" onClick={() => void signOut(onClose)} sx={{ width: '100%' }}>
          {t('signOut')}
        </ListItemButton>
      </List>
      {!user.secondFactorMissing && <SignedInOnPhone />}
    </Popover>
  )
}

async function signOut(close: () => void) {
  close()
  if (!(await mayLeave())) return
  leaveChannel()
  // without an answer the cookie stays, but this tab treats the user as signed out
  await call(authApi.signOut, {}).catch(() => undefined)
  forgetPages()
  dismissAll()
  setCurrentUser(null)
}

function LanguageChoice() {
  const { t, language } = useTranslation('shell')
  return (
    <Choice
      label={t('language')}
      value={language}
      options={languages.map((language) => ({ value: language, label: language }))}
      onChange={(language) => void setLanguage(language)}
    />
  )
}

function ModeChoice() {
  const { t } = useTranslation('shell')
  const modes: ColorMode[] = ['light', 'dark', 'system']
  return (
    <Choice
      label={t('mode.title')}
      value={useColorMode()}
      options={modes.map((mode) => ({ value: mode, label: t(`mode.${mode}`) }))}
      onChange={setColorMode}
    />
  )
}

interface ChoiceProps<Value extends string> {
  label: string
  value: Value
  options: readonly { value: Value; label: ReactNode }[]
  onChange: (value: Value) => void
}

function Choice<Value extends string>({ label, value, options, onChange }: ChoiceProps<Value>) {
  const id = useId()
  return (
    <div>
      <Typography id={id} variant="caption" color="textSecondary">
        {label}
      </Typography>
      <ToggleButtons
        aria-labelledby={id}
        fullWidth
        value={value}
        options={options}
        onChange={onChange}
        sx={choiceLook}
      />
    </div>
  )
}

const choiceLook = { '& > button': { py: 0.5, color: 'text.primary' } }
