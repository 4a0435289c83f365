import AddIcon from '@mui/icons-material/Add'
import DragIndicatorIcon from '@mui/icons-material/DragIndicator'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Typography from '@mui/material/Typography'
import { type ReactNode, useState } from 'react'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'

interface Props {
  /** Path of the list in the form's values. */
  name: string
  label: string
  addLabel: string
  /** What a new entry starts with. */
  blank: object
  /** How an entry is called in the names of its controls. */
  nameOf: (entry: never, index: number) => string
  children: (path: string, index: number) => ReactNode
}

/** Entries of a form in an order: dragged by their handle, or moved by the menu that the handle opens. */
export function OrderedFields({ name, label, addLabel, blank, nameOf, children }: Props) {
  const { control, getFieldState, formState } = useFormContext()
  const { fields, append, remove, move } = useFieldArray({ control, name, keyName: 'key' })
  const entries = useWatch({ control, name }) as readonly object[]
  const [menu, setMenu] = useState<{ anchor: HTMLElement; index: number }>()
  const [dragged, setDragged] = useState<number>()
  const [over, setOver] = useState<number>()
  const { error } = getFieldState(name, formState)
  const fault = error?.root?.message ?? error?.message

  function drop(target: number) {
    if (dragged !== undefined && dragged !== target) move(dragged, target)
    setDragged(undefined)
    setOver(undefined)
  }

  return (
    <Box role="group" aria-label={label}>
      <Typography variant="h3" component="h3" sx={{ mb: 3 }}>
        {label}
      </Typography>
      <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 3 }}>
        {fields.map((field, index) => (
          <Box
            component="li"
            key={field.key}
            onDragOver={(event) => {
              if (dragged === undefined) return
              event.preventDefault()
              setOver(index)
            }}
            onDrop={() => drop(index)}
            sx={{
              display: 'flex',
              alignItems: 'flex-start',
              gap: 1,
              opacity: dragged === index ? 0.5 : 1,
              boxShadow: over === index && dragged !== index ? 'inset 0 2px 0 var(--accent)' : undefined,
            }}
          >
            <Handle
              name={nameOf((entries[index] ?? blank) as never, index)}
              open={menu?.index === index}
              onOpen={(anchor) => setMenu({ anchor, index })}
              onDrag={() => setDragged(index)}
              onDragEnd={() => {
                setDragged(undefined)
                setOver(undefined)
              }}
            />
            <Box sx={{ flex: 1, minWidth: 0 }}>{children(`${name}.${index}`, index)}</Box>
          </Box>
        ))}
      </Box>
      {fault && (
        <Typography variant="caption" color="error" role="alert">
          {fault}
        </Typography>
      )}
      <Button startIcon={<AddIcon />} onClick={() => append(blank)} sx={{ mt: 2 }}>
        {addLabel}
      </Button>
      {menu && (
        <MoveMenu
          {...menu}
          count={fields.length}
          onMove={(to) => move(menu.index, to)}
          onRemove={() => remove(menu.index)}
          onClose={() => setMenu(undefined)}
        />
      )}
    </Box>
  )
}

interface HandleProps {
  name: string
  open: boolean
  onOpen: (anchor: HTMLElement) => void
  onDrag: () => void
  onDragEnd: () => void
}

function Handle({ name, open, onOpen, onDrag, onDragEnd }: HandleProps) {
  const { t } = useTranslation('ui')
  return (
    <IconButton
      draggable
      aria-label={t('order.move', { name })}
      aria-haspopup="menu"
      aria-expanded={open}
      onClick={(event) => onOpen(event.currentTarget)}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        onDrag()
      }}
      onDragEnd={onDragEnd}
      sx={{ cursor: 'grab' }}
    >
      <DragIndicatorIcon fontSize="small" />
    </IconButton>
  )
}

interface MenuProps {
  anchor: HTMLElement
  index: number
  count: number
  onMove: (to: number) => void
  onRemove: () => void
  onClose: () => void
}

function MoveMenu({ anchor, index, count, onMove, onRemove, onClose }: MenuProps) {
  const { t } = useTranslation('ui')
  const last = count - 1
  const entries = [
    { label: t('order.up'), disabled: index === 0, run: () => onMove(index - 1) },
    { label: t('order.down'), disabled: index === last, run: () => onMove(index + 1) },
    { label: t('order.first'), disabled: index === 0, run: () => onMove(0) },
    { label: t('order.last'), disabled: index === last, run: () => onMove(last) },
    { label: t('order.remove'), disabled: count === 1, run: onRemove },
  ]
  return (
    <Menu open anchorEl={anchor} onClose={onClose}>
      {entries.map(({ label, disabled, run }) => (
        <MenuItem
          key={label}
          disabled={disabled}
          onClick={() => {
            run()
            onClose()
          }}
        >
          {label}
        </MenuItem>
      ))}
    </Menu>
  )
}
