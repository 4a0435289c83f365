import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import type { Board } from '#contract/orders/boards'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { Box } from '../../ui/layout/Box.tsx'
import { fieldGrid } from '../../ui/layout/look.ts'
import type { BoardCard } from './card-kind.ts'
import { type Position, positions, type Target } from './placement.ts'

interface Props {
  purpose: 'move' | 'duplicate'
  name: string
  card: Pick<BoardCard, 'taskboardRef' | 'step'>
  boards: readonly Board[]
  onChosen: (target: Target) => void
  onClose: () => void
}

/** Asks for a board and step and, for a move, for the top or bottom of the step. */
export function PlaceDialog({ purpose, name, card, boards, onChosen, onClose }: Props) {
  const { t } = useTranslation('boards')
  const { t: ui } = useTranslation('ui')
  const [target, setTarget] = useState<Target>({ taskboardRef: card.taskboardRef, step: card.step, position: 'top' })
  const steps = boards.find(({ id }) => id === target.taskboardRef)?.steps ?? []

  function changeBoard(taskboardRef: string) {
    const step = boards.find(({ id }) => id === taskboardRef)?.steps[0]?.id
    if (step) setTarget({ ...target, taskboardRef, step })
  }

  return (
    <Dialog
      open
      title={purpose === 'move' ? t('place.moveTitle', { name }) : t('place.duplicateTitle', { name })}
      width={440}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{ui('action.cancel')}</Button>
          <Button variant="contained" color="secondary" onClick={() => onChosen(target)}>
            {t(`place.${purpose}`)}
          </Button>
        </>
      }
    >
      <Box sx={{ ...fieldGrid({ xs: 1 }), pt: 2 }}>
        <Choice
          label={t('place.board')}
          value={target.taskboardRef}
          options={boards}
          onChange={changeBoard}
          autoFocus={boards.length > 1}
        />
        <Choice
          label={t('place.step')}
          value={target.step}
          options={steps}
          onChange={(step) => setTarget({ ...target, step })}
          autoFocus={boards.length === 1}
        />
        {purpose === 'move' && (
          <Choice
            label={t('place.position')}
            value={target.position}
            options={positions.map((id) => ({ id, title: t(`place.${id}`) }))}
            onChange={(position) => setTarget({ ...target, position: position as Position })}
          />
        )}
      </Box>
    </Dialog>
  )
}

interface ChoiceProps {
  label: string
  value: string
  options: readonly { id: string; title: string }[]
  onChange: (id: string) => void
  autoFocus?: boolean
}

function Choice({ label, value, options, onChange, autoFocus }: ChoiceProps) {
  return (
    <TextField
      select
      label={label}
      value={options.some(({ id }) => id === value) ? value : ''}
      onChange={(event) => onChange(event.target.value)}
      autoFocus={autoFocus}
    >
      {options.map(({ id, title }) => (
        <MenuItem key={id} value={id}>
          {title}
        </MenuItem>
      ))}
    </TextField>
  )
}
