import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import type { Board } from '#contract/orders/boards'
import { useTranslation } from '../../i18n/use-translation.ts'

interface Props {
  board: Board
  boards: readonly Board[]
  onChoose: (id: string) => void
}

/** Select field for the board; hidden if there is only one. */
export function BoardPicker({ board, boards, onChoose }: Props) {
  const { t } = useTranslation('boards')
  if (boards.length < 2) return null
  return (
    <TextField
      select
      label={t('board.choose')}
      value={board.id}
      onChange={(event) => onChoose(event.target.value)}
      sx={{ width: { xs: 150, md: 170, xl: 200 } }}
    >
      {boards.map(({ id, title }) => (
        <MenuItem key={id} value={id}>
          {title}
        </MenuItem>
      ))}
    </TextField>
  )
}
