import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { useGo } from '../../../ui/navigation/screens.ts'
import { Typography } from '../../../ui/text/Typography.tsx'
import { useChosenBoard } from '../../boards/use-chosen-board.ts'
import { useFlameBoards } from './use-flame-boards.ts'

interface Props {
  /** Contact of the flame. */
  contact: { id: string; fullName: string }
  /** E-mail the flame is created from. */
  emailRef?: string
  /** Called on close; `isLeft` is true if the dialog navigates. With `replace` that replaces the history entry. */
  onClose: (isLeft?: boolean) => void
  replace?: boolean
}

/** Asks for the board of a new flame, or for one to continue on, and navigates there. */
export function BoardPickerDialog({ contact, emailRef, onClose, replace = false }: Props) {
  const { t } = useTranslation('flames')
  const { t: ui } = useTranslation('ui')
  const { boards = [] } = useFlameBoards()
  const [chosen, setChosen] = useState<string>()
  const board = useChosenBoard('FLAME', boards, chosen)
  const go = useGo()

  function toNewFlame() {
    onClose(true)
    if (board) go('newFlame', { contactRef: contact.id, taskboardId: board.id, emailRef }, { replace })
  }

  function toBoard() {
    onClose(true)
    if (board) go('flames', { board: board.id, contact: contact.id }, { replace })
  }

  return (
    <Dialog
      open
      title={t('picker.title')}
      width={480}
      onClose={() => onClose()}
      actions={
        <>
          <Button onClick={() => onClose()}>{ui('action.cancel')}</Button>
          <Button variant="outlined" disabled={!board} onClick={toBoard}>
            {t('picker.withoutFlame')}
          </Button>
          <Button variant="contained" color="secondary" disabled={!board} onClick={toNewFlame}>
            {t('picker.withFlame')}
          </Button>
        </>
      }
    >
      <Typography sx={{ mb: 4 }}>{t('picker.message', { name: contact.fullName })}</Typography>
      {boards.length === 0 ? (
        <Typography color="textSecondary">{t('board.none')}</Typography>
      ) : (
        <TextField
          select
          autoFocus
          label={t('list.board')}
          value={board?.id ?? ''}
          onChange={(event) => setChosen(event.target.value)}
        >
          {boards.map(({ id, title }) => (
            <MenuItem key={id} value={id}>
              {title}
            </MenuItem>
          ))}
        </TextField>
      )}
    </Dialog>
  )
}
