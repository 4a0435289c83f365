import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../ui/Dialog.tsx'
import { useChosenBoard } from '../../boards/use-chosen-board.ts'
import { useFlameBoards } from './use-flame-boards.ts'

interface Props {
  /** Of the contact that the flame is for. */
  name: string
  onWithFlame: (boardId: string) => void
  /** Goes to the board, where nothing is added. */
  onWithoutFlame: (boardId: string) => void
  onCancel: () => void
}

/** Asks on which board a flame goes, or which board to go on with. */
export function BoardPickerDialog({ name, onWithFlame, onWithoutFlame, onCancel }: Props) {
  const { t } = useTranslation('flames')
  const { t: ui } = useTranslation('ui')
  const { boards = [] } = useFlameBoards()
  const [chosen, setChosen] = useState<string>()
  const board = useChosenBoard('FLAME', boards, chosen)
  return (
    <Dialog
      open
      title={t('picker.title')}
      width={480}
      onClose={onCancel}
      actions={
        <>
          <Button onClick={onCancel}>{ui('action.cancel')}</Button>
          <Button variant="outlined" disabled={!board} onClick={() => board && onWithoutFlame(board.id)}>
            {t('picker.withoutFlame')}
          </Button>
          <Button
            variant="contained"
            color="secondary"
            disabled={!board}
            onClick={() => board && onWithFlame(board.id)}
          >
            {t('picker.withFlame')}
          </Button>
        </>
      }
    >
      <Typography sx={{ mb: 4 }}>{t('picker.message', { name })}</Typography>
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
