import DeleteOutlineIcon from '@mui/icons-material/DeleteOutlined'
import MicIcon from '@mui/icons-material/Mic'
import StopIcon from '@mui/icons-material/Stop'
import Alert from '@mui/material/Alert'
import { useEffect, useState } from 'react'
import { encounterApi } from '#contract/contacts/encounters'
import { limits } from '#contract/limits'
import { useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { confirmWidth } from '../../../ui/dialogs/confirm-size.ts'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { useUnsavedChanges } from '../../../ui/forms/unsaved-changes.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { notify } from '../../../ui/notices/snackbar.ts'
import { Progress } from '../../../ui/states/Progress.tsx'
import { Typography } from '../../../ui/text/Typography.tsx'
import { AudioPlayer } from './AudioPlayer.tsx'
import { clock } from './clock.ts'
import { useRecorder } from './use-recorder.ts'

/** Width in pixels. */
const dialogWidth = 470

/** Records a voice note, plays it back and saves it. */
export function VoiceNoteDialog({ contactId, onClose }: { contactId: string; onClose: () => void }) {
  const { t } = useTranslation('encounters')
  const { t: ui } = useTranslation('ui')
  const recorder = useRecorder()
  const [missing, setMissing] = useState(false)
  const add = useApiMutation(encounterApi.addVoiceMemo)
  const { state, restored } = recorder
  useEffect(() => {
    if (restored) notify(t('voice.restored'))
  }, [restored, t])
  const leaving = useUnsavedChanges(['recording', 'encoding', 'done'].includes(state.name))

  function save() {
    if (state.name !== 'done') return setMissing(true)
    add.mutate(
      { params: { id: contactId }, file: state.take.file },
      {
        onSuccess: () => {
          leaving.settle()
          notify(t('voice.saved'))
          onClose()
        },
      },
    )
  }
  const close = async () => (await leaving.confirmLeave()) && onClose()

  return (
    <Dialog
      open
      persistent
      title={t('voice.title')}
      width={dialogWidth}
      onClose={() => void close()}
      actions={
        <>
          <Button onClick={() => void close()}>{ui('action.cancel')}</Button>
          <Button
            variant="contained"
            color="secondary"
            disabled={state.name === 'recording' || state.name === 'encoding'}
            loading={add.isPending}
            onClick={save}
          >
            {ui('action.save')}
          </Button>
        </>
      }
    >
      <Box sx={{ display: 'grid', gap: 3, py: 2 }}>
        <Recorder {...recorder} />
      </Box>
      <Dialog
        open={missing}
        title={t('voice.missing')}
        width={confirmWidth}
        onClose={() => setMissing(false)}
        actions={
          <Button autoFocus onClick={() => setMissing(false)}>
            {ui('action.ok')}
          </Button>
        }
      >
        {t('voice.missingHint')}
      </Dialog>
    </Dialog>
  )
}

function Recorder({ state, start, stop, discard }: ReturnType<typeof useRecorder>) {
  const { t } = useTranslation('encounters')
  if (state.name === 'recording') {
    return (
      <>
        <Level seconds={state.seconds} level={state.level} />
        <Button variant="contained" startIcon={<StopIcon />} autoFocus onClick={stop}>
          {t('voice.stop')}
        </Button>
      </>
    )
  }
  if (state.name === 'encoding') return <Progress label={t('voice.encoding')} detail=" " />
  if (state.name === 'done') {
    return (
      <>
        <AudioPlayer src={state.url} seconds={state.take.seconds} name={t('voice.take')} />
        {state.take.silent && (
          <Alert severity="warning" variant="outlined">
            {t('voice.silent')}
          </Alert>
        )}
        <Button startIcon={<DeleteOutlineIcon />} onClick={discard}>
          {t('voice.discard')}
        </Button>
      </>
    )
  }
  return (
    <>
      {state.name === 'fault' && (
        <Alert severity="error" variant="outlined">
          {t(`voice.fault.${state.fault}`)}
        </Alert>
      )}
      <Typography variant="body2" color="textSecondary">
        {t('voice.hint', { minutes: limits.voiceMemo.seconds / 60 })}
      </Typography>
      <Button
        variant="outlined"
        startIcon={<MicIcon />}
        autoFocus
        loading={state.name === 'starting'}
        loadingPosition="start"
        onClick={start}
      >
        {t('voice.start')}
      </Button>
    </>
  )
}

function Level({ seconds, level }: { seconds: number; level: number }) {
  const { t } = useTranslation('encounters')
  return (
    <Box>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', mb: 1 }}>
        <Typography variant="body2" role="status">
          {t('voice.recording')}
        </Typography>
        <Typography variant="body2" role="timer" sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {`${clock(seconds)} / ${clock(limits.voiceMemo.seconds)}`}
        </Typography>
      </Box>
      <Box
        role="meter"
        aria-label={t('voice.level')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(level * 100)}
        sx={{ height: 8, borderRadius: 1, bgcolor: 'var(--raised)', overflow: 'hidden' }}
      >
        <Box
          sx={{ height: 1, width: 1, bgcolor: 'secondary.main', transformOrigin: 'left' }}
          style={{ transform: `scaleX(${level})` }}
        />
      </Box>
    </Box>
  )
}
