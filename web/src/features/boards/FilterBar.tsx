import FilterListIcon from '@mui/icons-material/FilterList'
import FilterListOffIcon from '@mui/icons-material/FilterListOff'
import FormControlLabel from '@mui/material/FormControlLabel'
import MenuItem from '@mui/material/MenuItem'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCurrentUser } from '../../session/session.ts'
import { onTablet } from '../../theme/narrow.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Box } from '../../ui/layout/Box.tsx'
import { TypedSearchField } from '../../ui/search/TypedSearchField.tsx'
import { Typography } from '../../ui/text/Typography.tsx'
import { choosable, useUsers } from '../users/people/use-users.ts'
import type { BoardFilter } from './board-filter.ts'
import type { BoardCard } from './card-kind.ts'

type Cards = readonly Pick<BoardCard, 'assigneeRef'>[]

interface Props {
  filter: BoardFilter
  /** True if any filter is active, including those specific to the kind of card. */
  filtering: boolean
  /** Offers the filter for cards that rest until a reminder. */
  withFuture?: boolean
  onChange: (filter: BoardFilter & { future?: string }) => void
  onClear: () => void
  /** All cards of the board; their assignees are the options of the filter. */
  cards: Cards
  words: {
    label: string
    text: string
    /** Number of cards, or of those shown. */
    count: string
  }
  /** Filters specific to the kind of card. */
  further?: ReactNode
  /** Content before and after the filters. */
  start?: ReactNode
  end?: ReactNode
}

export function FilterBar(props: Props) {
  const { filter, filtering, withFuture, onChange, onClear, cards, words, further, start, end } = props
  const { t } = useTranslation('boards')
  const narrow = useMediaQuery(onTablet)
  const [open, setOpen] = useState(false)
  const choices = (
    <>
      <AssigneeFilter value={filter.assignee ?? ''} cards={cards} onChange={(assignee) => onChange({ assignee })} />
      {further}
      <FormControlLabel
        label={t('filter.due')}
        control={
          <Switch
            checked={filter.due === 'true'}
            onChange={(event) => onChange({ due: event.target.checked ? 'true' : undefined })}
          />
        }
      />
      {withFuture !== undefined && (
        <FormControlLabel
          label={t('filter.future')}
          control={
            <Switch checked={withFuture} onChange={(event) => onChange({ future: String(event.target.checked) })} />
          }
        />
      )}
    </>
  )
  return (
    <Box role="search" aria-label={words.label} sx={{ ...row, pt: 1, mb: 2, flexShrink: 0 }}>
      {start}
      <TypedSearchField
        label={words.text}
        placeholder={words.text}
        value={filter.text ?? ''}
        onChange={(text) => onChange({ text: text || undefined })}
        sx={{ flex: '1 1 150px', maxWidth: { md: 220 } }}
      />
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
          {words.count}
        </Typography>
        {filtering && (
          <Button aria-label={t('filter.clear')} title={t('filter.clear')} onClick={onClear} sx={clearLook}>
            <FilterListOffIcon fontSize="small" sx={{ display: { xs: 'none', md: 'inline-flex', xl: 'none' } }} />
            <Box component="span" sx={{ display: { md: 'none', xl: 'inline' } }}>
              {t('filter.clear')}
            </Box>
          </Button>
        )}
        {end}
      </Box>
    </Box>
  )
}

/** Narrow, so that the bar fits on one line beside the drawer. */
const clearLook = { minWidth: 36, px: 2 } as const
const row = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 } as const

interface AssigneeProps extends Pick<Props, 'cards'> {
  value: string
  onChange: (value: string | undefined) => void
}

function AssigneeFilter({ value, cards, onChange }: AssigneeProps) {
  const { t } = useTranslation('boards')
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
