import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import MenuItem from '@mui/material/MenuItem'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import { useTranslation } from 'react-i18next'
import { type UserConfigChange, userApi } from '#contract/users'
import { useApi, useApiMutation } from '../../api/hooks.ts'
import { currentUser, setCurrentUser, useMay } from '../../session/session.ts'
import { notify } from '../../ui/snackbar.ts'
import { rememberBoard } from '../boards/use-chosen-board.ts'
import { useFlameBoards } from '../orders/flames/use-flame-boards.ts'

/** What somebody chose for themselves; each setting is saved at once and by itself. */
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
    <Box sx={{ display: 'grid', gap: 4, pt: 1 }}>
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
      {may('FLAME_READ') && may('TASKBOARD_READ') && (
        <FlameBoardChoice
          value={shown.favoritBlackboard ?? null}
          disabled={!config.data}
          onChange={(favoritBlackboard) => {
            // it opens next, whatever this tab has looked at so far
            if (favoritBlackboard) rememberBoard('FLAME', favoritBlackboard)
            save({ favoritBlackboard })
          }}
        />
      )}
    </Box>
  )
}

interface ChoiceProps {
  value: string | null
  disabled: boolean
  onChange: (id: string | null) => void
}

function FlameBoardChoice({ value, disabled, onChange }: ChoiceProps) {
  const { t } = useTranslation('users')
  const { boards = [] } = useFlameBoards()
  return (
    <TextField
      select
      label={t('own.favoritBlackboard')}
      helperText={t('own.favoritBlackboardHint')}
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
