import MuiDialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import { useId } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../buttons/Button.tsx'
import { Box } from '../layout/Box.tsx'
import { confirmWidth, confirmZIndex, wideConfirmWidth } from './confirm-size.ts'
import { useCovering } from './double-click.ts'

export interface ConfirmTexts {
  title: string
  /** The question with the name of the record: 'Artikel «Feuerring Luna» löschen?' */
  message: string
  /** Consequences to consider, listed below the message. */
  points?: readonly string[]
  ok?: string
  cancel?: string
  secondOk?: string
  width?: number
}

interface Props extends ConfirmTexts {
  open: boolean
  onOk: () => void
  onSecondOk?: () => void
  onCancel: () => void
}

export function ConfirmDialog({
  open,
  title,
  message,
  points = [],
  ok,
  cancel,
  secondOk,
  width = points.length > 0 ? wideConfirmWidth : confirmWidth,
  ...on
}: Props) {
  const { t } = useTranslation('ui')
  const id = useId()
  useCovering(open)
  return (
    <MuiDialog
      open={open}
      role="alertdialog"
      onClose={on.onCancel}
      maxWidth={false}
      sx={{ zIndex: confirmZIndex }}
      aria-labelledby={`${id}title`}
      aria-describedby={points.length > 0 ? `${id}message ${id}points` : `${id}message`}
      slotProps={{
        paper: { sx: { width, maxWidth: 'calc(100% - 32px)', m: 4 } },
      }}
    >
      <DialogTitle id={`${id}title`}>{title}</DialogTitle>
      <DialogContent>
        <DialogContentText id={`${id}message`} sx={{ color: 'text.primary', whiteSpace: 'pre-line' }}>
          {message}
        </DialogContentText>
        {points.length > 0 && (
          <Box component="ul" id={`${id}points`} sx={{ mt: 2, mb: 0, pl: 5, display: 'grid', gap: 1 }}>
            {points.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </Box>
        )}
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap', rowGap: 2 }}>
        {/* focus on the safe button: Enter in a dialog that opens unexpectedly changes nothing */}
        <Button autoFocus sx={{ '&:focus': { outline: 2, outlineColor: 'secondary.main' } }} onClick={on.onCancel}>
          {cancel ?? t('action.cancel')}
        </Button>
        {secondOk && (
          <Button variant="outlined" onClick={on.onSecondOk}>
            {secondOk}
          </Button>
        )}
        <Button variant="contained" onClick={on.onOk}>
          {ok ?? t('action.ok')}
        </Button>
      </DialogActions>
    </MuiDialog>
  )
}
