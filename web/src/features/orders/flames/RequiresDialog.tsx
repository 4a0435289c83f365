import Link from '@mui/material/Link'
import TextField from '@mui/material/TextField'
import { Fragment, useState } from 'react'
import type { LackingStep } from '#contract/errors'
import type { StepRequirement } from '#contract/orders/step-requirements'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useMay } from '../../../session/session.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { useUnsavedChanges } from '../../../ui/forms/unsaved-changes.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { Typography } from '../../../ui/text/Typography.tsx'

interface Props {
  name: string
  step: string
  /** Steps on the way whose requirements are not met. */
  steps: readonly LackingStep[]
  onOverride: (reason: string) => void
  /** Moves to the field of a requirement; omitted if there is no dossier yet. */
  onField?: (lack: StepRequirement) => void
  inDossier?: boolean
  onClose: () => void
}

/** Shows what a dossier lacks for a step and those before it; an admin may override with a reason. */
export function RequiresDialog({ name, step, steps, onOverride, onField, inDossier = false, onClose }: Props) {
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
  const first = steps[0]?.missing[0]
  async function toField(lack: StepRequirement) {
    if (!(await leaving.confirmLeave())) return
    leaving.settle()
    onField?.(lack)
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
          {onField && first && (
            <Button variant="contained" color="secondary" onClick={() => void toField(first)}>
              {t(inDossier ? 'requires.toField' : 'requires.openDossier')}
            </Button>
          )}
        </>
      }
    >
      <Typography>{t('requires.message', { step, name })}</Typography>
      <Box component="ul" sx={{ mt: 1, mb: 3, pl: 5 }}>
        {steps.map(({ id, title, missing }) => (
          <li key={id}>
            {t('requires.step', { step: title })}{' '}
            {missing.map((one, at) => (
              <Fragment key={one}>
                {at > 0 && ', '}
                {onField ? (
                  <Link component="button" color="inherit" onClick={() => void toField(one)}>
                    {t(`requirement.${one}`)}
                  </Link>
                ) : (
                  t(`requirement.${one}`)
                )}
              </Fragment>
            ))}
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
