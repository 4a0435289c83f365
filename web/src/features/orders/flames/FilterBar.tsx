import FilterListIcon from '@mui/icons-material/FilterList'
import Autocomplete, { createFilterOptions } from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import MenuItem from '@mui/material/MenuItem'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type ReactNode, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FlameCard } from '#contract/orders/flames'
import { useCurrentUser } from '../../../session/session.ts'
import { compareText, formatNumber } from '../../../ui/format.ts'
import { SearchField } from '../../../ui/SearchField.tsx'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { choosable, useUsers } from '../../users/people/use-users.ts'
import { type BoardFilter, isFiltering } from './board-filter.ts'

interface Props {
  filter: BoardFilter
  withFuture: boolean
  onChange: (filter: Partial<BoardFilter> & { future?: string }) => void
  /** All cards of the board, whose contacts and assignees can be chosen. */
  cards: readonly FlameCard[]
  shown: number
  /** What stands before and behind the filters. */
  start?: ReactNode
  end?: ReactNode
}

export function FilterBar({ filter, withFuture, onChange, cards, shown, start, end }: Props) {
  const { t } = useTranslation('flames')
  const narrow = useMediaQuery('(max-width:899.95px)')
  const [open, setOpen] = useState(false)
  const total = formatNumber(cards.length)
  const filtering = isFiltering(filter)
  const choices = (
    <>
      <AssigneeFilter value={filter.assignee ?? ''} cards={cards} onChange={(assignee) => onChange({ assignee })} />
      <ContactFilter value={filter.contact} cards={cards} onChange={(contact) => onChange({ contact })} />
      <FormControlLabel
        label={t('filter.due')}
        control={
          <Switch
            checked={filter.due === 'true'}
            onChange={(event) => onChange({ due: event.target.checked ? 'true' : undefined })}
          />
        }
      />
      <FormControlLabel
        label={t('filter.future')}
        control={
          <Switch checked={withFuture} onChange={(event) => onChange({ future: String(event.target.checked) })} />
        }
      />
    </>
  )
  return (
    <Box role="search" aria-label={t('filter.label')} sx={{ ...row, pt: 1, mb: 2, flexShrink: 0 }}>
      {start}
      <TextFilter value={filter.text ?? ''} onChange={(text) => onChange({ text })} />
      {narrow && (
        <Button startIcon={<FilterListIcon />} aria-expanded={open} onClick={() => setOpen(!open)}>
          {t('filter.more')}
        </Button>
      )}
      {narrow ? open && <Box sx={{ ...row, width: '100%', py: 1 }}>{choices}</Box> : choices}
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, flex: 1 }}>
        <Typography
          variant="body2"
          color="textSecondary"
          role="status"
          sx={{ flex: 1, whiteSpace: 'nowrap', textAlign: { md: 'right' } }}
        >
          {filtering
            ? t('board.countOf', { shown: formatNumber(shown), total })
            : t('board.count', { count: cards.length, text: total })}
        </Typography>
        {filtering && (
          <Button
            onClick={() => onChange({ text: undefined, assignee: undefined, contact: undefined, due: undefined })}
          >
            {t('filter.clear')}
          </Button>
        )}
        {end}
      </Box>
    </Box>
  )
}

const row = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 } as const

interface TextProps {
  value: string
  onChange: (value: string | undefined) => void
}

/** Types at once and filters when the typing rests. */
function TextFilter({ value, onChange }: TextProps) {
  const { t } = useTranslation('flames')
  const [typed, setTyped] = useState(value)
  const settled = useDebounced(typed.trim(), 200)
  const tell = useEffectEvent((text: string) => text !== value && onChange(text || undefined))
  useEffect(() => void tell(settled), [settled])
  // going back, or clearing all filters, brings another text
  const follow = useEffectEvent((text: string) => text !== settled && setTyped(text))
  useEffect(() => void follow(value), [value])
  return (
    <SearchField
      label={t('filter.text')}
      placeholder={t('filter.text')}
      value={typed}
      onChange={setTyped}
      sx={{ flex: { xs: '1 1 150px', md: 'none' }, width: { md: 205, xl: 220 } }}
    />
  )
}

function AssigneeFilter({ value, cards, onChange }: TextProps & Pick<Props, 'cards'>) {
  const { t } = useTranslation('flames')
  const me = useCurrentUser()
  const users = useUsers()
  const assignees = useMemo(() => new Set(cards.map(({ assigneeRef }) => assigneeRef)), [cards])
  const others = choosable(users.values(), (id) => id === value || assignees.has(id)).filter(({ id }) => id !== me.id)
  return (
    <TextField
      select
      label={t('filter.assignee')}
      value={value}
      onChange={(event) => onChange(event.target.value || undefined)}
      sx={{ width: 140 }}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      <MenuItem value="">{t('filter.everybody')}</MenuItem>
      <MenuItem value={me.id}>{me.username}</MenuItem>
      <MenuItem value="none">{t('filter.nobody')}</MenuItem>
      {others.map(({ id, username }) => (
        <MenuItem key={id} value={id}>
          {username}
        </MenuItem>
      ))}
    </TextField>
  )
}

interface ContactProps {
  value: string | undefined
  cards: readonly FlameCard[]
  onChange: (value: string | undefined) => void
}

interface ContactChoice {
  id: string
  name: string
}

const firstMatches = createFilterOptions<ContactChoice>({ limit: 50 })

function ContactFilter({ value, cards, onChange }: ContactProps) {
  const { t } = useTranslation('flames')
  const { t: ui } = useTranslation('ui')
  const choices = useMemo(() => {
    const names = new Map(cards.map((card) => [card.contactRef, card.contactName]))
    return [...names].map(([id, name]) => ({ id, name })).sort((a, b) => compareText(a.name, b.name))
  }, [cards])
  return (
    <Autocomplete<ContactChoice>
      options={choices}
      filterOptions={firstMatches}
      value={choices.find(({ id }) => id === value) ?? null}
      onChange={(_event, choice) => onChange(choice?.id)}
      getOptionLabel={({ name }) => name}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(a, b) => a.id === b.id}
      noOptionsText={ui('state.noMatch')}
      sx={{ width: 160 }}
      renderInput={(params) => <TextField {...params} label={t('filter.contact')} />}
    />
  )
}
