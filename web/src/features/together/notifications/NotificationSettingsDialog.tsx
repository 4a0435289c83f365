import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { useState } from 'react'
import { ClockTime } from '#contract/endpoint'
import {
  type NotificationSettings,
  type NotificationType,
  type NotificationWay,
  neededFor,
  notificationApi,
  notificationWays,
} from '#contract/together/notifications'
import { useApi, useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { withColon } from '../../../i18n/written.ts'
import { useMay } from '../../../session/session.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { Checkbox } from '../../../ui/fields/Checkbox.tsx'
import { clockTime } from '../../../ui/fields/ClockTimeField.tsx'
import { LineField } from '../../../ui/fields/LineField.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { SkeletonLines } from '../../../ui/states/SkeletonLines.tsx'

const types = [
  'COMMENT',
  'TASK_REMINDER',
  'CHECK_FLAME',
  'PROJECT_REMINDER',
  'CHECK_PROJECT',
  'COMPLETE_TODO',
  'TODO_FINISHED',
  'INTERESTING_ENCOUNTER',
  'CONTACT_DUPLICATES',
  'INCOMING_CALL',
  'MISSING_CALL',
  'CURRENT_LOGINS',
  'WEBHOOK_OFF',
] as const satisfies readonly NotificationType[]

/** Settings of the announcements; each change is saved separately. */
export function NotificationSettingsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('notifications')
  const { t: ui } = useTranslation('ui')
  const { data, error, refetch } = useApi(notificationApi.settings, {}, { quiet: true })
  const save = useApiMutation(notificationApi.saveSettings, { oneByOne: true })
  const shown = save.isPending ? save.variables.body : data
  return (
    <Dialog
      open
      title={t('settings.title')}
      onClose={onClose}
      actions={<Button onClick={onClose}>{ui('action.close')}</Button>}
    >
      {error && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {!error && !shown && <SkeletonLines lines={8} />}
      {shown && <Choices settings={shown} onChange={(body) => save.mutate({ body })} />}
    </Dialog>
  )
}

interface Props {
  settings: NotificationSettings
  onChange: (settings: NotificationSettings) => void
}

function Choices({ settings, onChange }: Props) {
  const { t } = useTranslation('notifications')
  const may = useMay()
  const [isRefused, setRefused] = useState(false)
  const listed = types.filter((type) => may(neededFor[type]))
  async function choose(type: NotificationType, way: NotificationWay, on: boolean) {
    if (way === 'browser' && on) setRefused(!(await mayTell()))
    const ways = settings.ways[type]
    if (ways) onChange({ ...settings, ways: { ...settings.ways, [type]: { ...ways, [way]: on } } })
  }
  return (
    <Box sx={{ display: 'grid', gap: 4 }}>
      <Table size="small">
        <TableHead>
          <TableRow>
            <TableCell>{t('settings.what')}</TableCell>
            {notificationWays.map((way) => (
              <TableCell key={way} align="center">
                {t(`settings.way.${way}`)}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {listed.map((type) => (
            <TableRow key={type}>
              <TableCell component="th" scope="row">
                {t(`type.${type}`)}
              </TableCell>
              {notificationWays.map((way) => (
                <TableCell key={way} align="center" padding="checkbox">
                  <Checkbox
                    checked={settings.ways[type]?.[way] ?? false}
                    onChange={({ target: { checked: on } }) => void choose(type, way, on)}
                    aria-label={withColon(t(`type.${type}`), t(`settings.way.${way}`))}
                  />
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
      {isRefused && <p role="alert">{t('settings.refused')}</p>}
      <QuietHours settings={settings} onChange={onChange} />
    </Box>
  )
}

const usual = { from: '18:00', until: '07:00' }

function QuietHours({ settings, onChange }: Props) {
  const { t } = useTranslation('notifications')
  const { quiet } = settings
  const set = (part: Partial<typeof usual>) => onChange({ ...settings, quiet: { ...usual, ...quiet, ...part } })
  return (
    <div>
      <FormControlLabel
        label={t('settings.quiet')}
        control={
          <Switch
            checked={quiet !== null}
            onChange={(_event, on) => onChange({ ...settings, quiet: on ? usual : null })}
          />
        }
      />
      {quiet && (
        <Box sx={{ display: 'flex', gap: 4, pt: 2 }}>
          {(['from', 'until'] as const).map((end) => (
            <QuietEnd
              key={end}
              label={t(`settings.${end}`)}
              value={quiet[end]}
              onChange={(time) => set({ [end]: time })}
            />
          ))}
        </Box>
      )}
    </div>
  )
}

/** Saves each time as soon as it is complete. */
function QuietEnd({ label, value, onChange }: { label: string; value: string; onChange: (time: string) => void }) {
  const { t } = useTranslation('ui')
  const [typed, setTyped] = useState(value)
  const [isWrong, setWrong] = useState(false)
  function take(text: string) {
    setTyped(text)
    const isTime = ClockTime.safeParse(text).success
    if (isTime && text !== value) onChange(text)
    return isTime
  }
  return (
    <LineField
      label={label}
      value={typed}
      placeholder={value}
      onChange={({ target }) => {
        if (take(target.value)) setWrong(false)
      }}
      onBlur={() => setWrong(!take(clockTime(typed)))}
      error={isWrong}
      helperText={isWrong ? t('invalid.time') : undefined}
    />
  )
}

/** Asks for the permission to show browser notifications. */
async function mayTell(): Promise<boolean> {
  if (!('Notification' in window)) return false
  return (await window.Notification.requestPermission()) === 'granted'
}
