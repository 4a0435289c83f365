import MenuItem from '@mui/material/MenuItem'
import MenuList from '@mui/material/MenuList'
import Popper from '@mui/material/Popper'
import TextField from '@mui/material/TextField'
import { type KeyboardEvent, type RefObject, useEffect, useId, useState } from 'react'
import { limits } from '#contract/limits'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { Paper } from '../../../ui/layout/Paper.tsx'
import { useShortcuts } from '../../../ui/shortcuts/shortcuts.ts'
import { choosable, useUsers } from '../../users/people/use-users.ts'
import { useWhoSees } from '../../users/people/use-who-sees.ts'
import { mentionAt, namesFor } from './mention-at.ts'
import { useReaders } from './readers.ts'

interface Props {
  label: string
  field: RefObject<HTMLTextAreaElement | null>
  value: string
  onChange: (value: string) => void
  /** Called on Ctrl+Enter. */
  onSend: () => void
  autoFocus?: boolean
}

/** A text field that suggests users after `@`: arrows select, Enter inserts, Esc closes. */
export function CommentField({ label, field, value, onChange, onSend, autoFocus = false }: Props) {
  const { t } = useTranslation('comments')
  const listId = useId()
  const [cursor, setCursor] = useState(0)
  const [at, setAt] = useState(0)
  const [left, setLeft] = useState(false)
  const names = useNames()
  useEffect(() => {
    // sets the cursor at the end of existing text
    const { current } = field
    if (autoFocus) current?.setSelectionRange(current.value.length, current.value.length)
  }, [autoFocus, field])
  const press = useShortcuts(t('title'), [{ keys: ['Ctrl+Enter'], label: t('send'), run: onSend }])
  const mention = left ? null : mentionAt(value, cursor)
  const offered = mention ? namesFor(mention.typed, names) : []
  const chosen = Math.min(at, offered.length - 1)

  function take(name: string) {
    if (!mention) return
    const end = mention.start + name.length + 2
    onChange(`${value.slice(0, mention.start)}@${name} ${value.slice(cursor)}`)
    setCursor(end)
    setAt(0)
    requestAnimationFrame(() => field.current?.setSelectionRange(end, end))
  }

  function onKeyDown(event: KeyboardEvent) {
    if (press(event)) return
    const name = offered[chosen]
    if (name === undefined) return
    if (event.key === 'ArrowDown') setAt((chosen + 1) % offered.length)
    else if (event.key === 'ArrowUp') setAt((chosen + offered.length - 1) % offered.length)
    else if (event.key === 'Enter' || event.key === 'Tab') take(name)
    else if (event.key === 'Escape') setLeft(true)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <Box>
      <TextField
        label={label}
        value={value}
        multiline
        minRows={2}
        fullWidth
        autoFocus={autoFocus}
        inputRef={field}
        onKeyDown={onKeyDown}
        onBlur={() => setLeft(true)}
        onSelect={() => setCursor(field.current?.selectionStart ?? 0)}
        onChange={(event) => {
          setLeft(false)
          setAt(0)
          setCursor(event.target.selectionStart ?? event.target.value.length)
          onChange(event.target.value)
        }}
        error={value.length > limits.comment.length}
        helperText={value.length > limits.comment.length ? t('tooLong', { length: limits.comment.length }) : t('hint')}
        slotProps={{
          htmlInput: {
            'aria-autocomplete': 'list',
            'aria-controls': offered.length > 0 ? listId : undefined,
            'aria-activedescendant': offered.length > 0 ? `${listId}-${chosen}` : undefined,
          },
        }}
      />
      <Popper open={offered.length > 0} anchorEl={field.current} placement="bottom-start" sx={{ zIndex: 'modal' }}>
        <Paper>
          <MenuList id={listId} role="listbox" aria-label={t('mention')} dense>
            {offered.map((name, index) => (
              <MenuItem
                key={name}
                id={`${listId}-${index}`}
                role="option"
                tabIndex={-1}
                selected={index === chosen}
                aria-selected={index === chosen}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => take(name)}
              >
                {name}
              </MenuItem>
            ))}
          </MenuList>
        </Paper>
      </Popper>
    </Box>
  )
}

function useNames(): string[] {
  const users = useUsers()
  const reads = useWhoSees(useReaders())
  return choosable(users.values())
    .filter(({ id }) => reads(id))
    .map(({ username }) => username)
}
