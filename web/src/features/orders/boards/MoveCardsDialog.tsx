import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import type { Problem } from '#contract/errors'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { Typography } from '../../../ui/text/Typography.tsx'
import { useUses } from '../../lists/master-data/use-uses.ts'

interface Props {
  stepTitle: string
  usedBy: NonNullable<Problem['usedBy']>
  /** Target steps. New steps have no id yet and cannot take cards. */
  steps: readonly { id?: string | undefined; title: string }[]
  /** Called with the step that takes the cards; null keeps the removed step. */
  onAnswer: (toStepRef: string | null) => void
}

export function MoveCardsDialog({ stepTitle, usedBy, steps, onAnswer }: Props) {
  const { t } = useTranslation('masterData')
  const { t: ui } = useTranslation('ui')
  const uses = useUses()
  const [to, setTo] = useState('')
  return (
    <Dialog
      open
      title={t('board.move.title')}
      onClose={() => onAnswer(null)}
      width={480}
      actions={
        <>
          <Button onClick={() => onAnswer(null)}>{ui('action.cancel')}</Button>
          <Button variant="contained" color="secondary" disabled={to === ''} onClick={() => onAnswer(to)}>
            {t('board.move.ok')}
          </Button>
        </>
      }
    >
      <Typography sx={{ mb: 4 }}>{t('board.move.message', { name: stepTitle, uses: uses(usedBy) })}</Typography>
      <TextField select fullWidth label={t('board.move.to')} value={to} onChange={(event) => setTo(event.target.value)}>
        {steps.map(
          ({ id, title }) =>
            id && (
              <MenuItem key={id} value={id}>
                {title}
              </MenuItem>
            ),
        )}
      </TextField>
    </Dialog>
  )
}
