import FormControlLabel from '@mui/material/FormControlLabel'
import MenuItem from '@mui/material/MenuItem'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import type { BoardKind } from '#contract/orders/boards'
import { phoneLinks, type UserConfig, type UserConfigChange, userApi } from '#contract/users/users'
import { useApi, useApiMutation } from '../../api/hooks.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { currentUser, setCurrentUser, useMay } from '../../session/session.ts'
import { Box } from '../../ui/layout/Box.tsx'
import { fieldGrid } from '../../ui/layout/look.ts'
import { notify } from '../../ui/notices/snackbar.ts'
import { useBoards } from '../boards/use-boards.ts'
import { rememberBoard } from '../boards/use-chosen-board.ts'

/** The user's own settings, each saved separately. */
export function OwnConfiguration({ userId }: { userId: string }) {
  const { t } = useTranslation('users')
  const may = useMay()
  const config = useApi(userApi.getConfig, { params: { id: userId } })
  const update = useApiMutation(userApi.updateConfig, {
    oneByOne: true,
    onSuccess: (userConfig) => {
      const user = currentUser()
      if (user) setCurrentUser({ ...user, userConfig })
      notify(t('own.saved'))
    },
  })
  const shown = { ...config.data, ...(update.isPending ? update.variables.body : {}) }
  const save = (body: UserConfigChange) => update.mutate({ params: { id: userId }, body })

  return (
    <Box sx={{ ...fieldGrid({ xs: 1 }), pt: 1 }}>
      <FormControlLabel
        label={t('own.visibleFutureTasks')}
        disabled={!config.data}
        control={
          <Switch
            checked={shown.visibleFutureTasks ?? false}
            onChange={(event) => save({ visibleFutureTasks: event.target.checked })}
          />
        }
      />
      <TextField
        select
        label={t('own.phoneLinks')}
        helperText={t('own.phoneLinksHint')}
        value={shown.phoneLinks ?? 'LINK'}
        disabled={!config.data}
        onChange={({ target }) => save({ phoneLinks: target.value as UserConfig['phoneLinks'] })}
        sx={{ maxWidth: 360 }}
      >
        {phoneLinks.map((one) => (
          <MenuItem key={one} value={one}>
            {t(`own.phoneLink.${one}`)}
          </MenuItem>
        ))}
      </TextField>
      {boardChoices
        .filter(({ access }) => may(access))
        .map(({ kind, setting }) => (
          <BoardChoice
            key={kind}
            kind={kind}
            label={t(`own.${setting}`)}
            hint={t(`own.${setting}Hint`)}
            value={shown[setting] ?? null}
            disabled={!config.data}
            onChange={(id) => {
              // opens this board next, whatever the tab showed before
              if (id) rememberBoard(kind, id)
              save({ [setting]: id })
            }}
          />
        ))}
    </Box>
  )
}

const boardChoices = [
  { kind: 'FLAME', setting: 'favoritBlackboard', access: 'FLAME_READ' },
  { kind: 'PROJECT', setting: 'favoritProjectboard', access: 'PROJECT_READ' },
] as const

interface ChoiceProps {
  kind: BoardKind
  label: string
  hint: string
  value: string | null
  disabled: boolean
  onChange: (id: string | null) => void
}

function BoardChoice({ kind, label, hint, value, disabled, onChange }: ChoiceProps) {
  const { t } = useTranslation('users')
  const { boards = [] } = useBoards(kind)
  return (
    <TextField
      select
      label={label}
      helperText={hint}
      value={boards.some(({ id }) => id === value) ? value : ''}
      disabled={disabled}
      onChange={(event) => onChange(event.target.value || null)}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      sx={{ maxWidth: 360 }}
    >
      <MenuItem value="">{t('own.noFavorit')}</MenuItem>
      {boards.map(({ id, title }) => (
        <MenuItem key={id} value={id}>
          {title}
        </MenuItem>
      ))}
    </TextField>
  )
}
