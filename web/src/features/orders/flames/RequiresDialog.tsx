import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LackingStep } from '#contract/errors'
import { useMay } from '../../../session/session.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { useUnsavedChanges } from '../../../ui/unsaved-changes.ts'

interface Props {
  name: string
  step: string
  /** Those on the way into the step that ask for more than the dossier holds. */
  steps: readonly LackingStep[]
  onOverride: (reason: string) => void
  /** Left out where there is no dossier to open yet. */
  onOpen?: () => void
  onClose: () => void
}

/** Says what a dossier lacks for a step and those before it; an admin may give a reason and go on. */
export function RequiresDialog({ name, step, steps, onOverride, onOpen, onClose }: Props) {
  const { t } = useTranslation('flames')
  const { t: ui } = useTranslation('ui')
  const mayOverride = useMay()('GENERAL_ADMIN_FUNCTIONS')
  const [reason, setReason] = useState('')
  const leaving = useUnsavedChanges(reason.trim() !== '')
  const close = async () => (await leaving.confirmLeave()) && onClose()
  function override() {
    leaving.settle()
    onOverride(reason.trim())
  }
  return (
    <Dialog
      open
      persistent={mayOverride && 'form'}
      title={t('requires.title')}
      width={480}
      onClose={() => void close()}
      actions={
        <>
          <Button onClick={() => void close()}>{ui('action.cancel')}</Button>
          {mayOverride && (
            <Button variant="outlined" disabled={reason.trim() === ''} onClick={override}>
              {t('requires.override')}
            </Button>
          )}
          {onOpen && (
            <Button variant="contained" color="secondary" onClick={onOpen}>
              {t('requires.openDossier')}
            </Button>
          )}
        </>
      }
    >
      <Typography>{t('requires.message', { step, name })}</Typography>
      <Box component="ul" sx={{ mt: 1, mb: 3, pl: 5 }}>
        {steps.map(({ id, title, missing }) => (
          <li key={id}>
            {t('requires.step', { step: title, missing: missing.map((one) => t(`requirement.${one}`)).join(', ') })}
          </li>
        ))}
      </Box>
      {mayOverride && (
        <TextField
          label={t('requires.reason')}
          helperText={t('requires.reasonHint')}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          multiline
          minRows={2}
          slotProps={{ htmlInput: { maxLength: 500 } }}
        />
      )}
    </Dialog>
  )
}
