import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { masterData } from '#contract/lists/master-data'
import { useApi } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { Typography } from '../../../ui/text/Typography.tsx'
import { useFlameBoards } from '../../orders/flames/use-flame-boards.ts'
import { choosable, useUsers } from '../../users/people/use-users.ts'
import { pickupKinds } from './pickup-facts.ts'
import { isFiltering, type PickupFilter } from './pickup-filter.ts'
import { pickupIcons } from './pickup-icons.tsx'

interface Props {
  filter: PickupFilter
  count: string
  onChange: (filter: PickupFilter) => void
}

export function PickupFilters({ filter, count, onChange }: Props) {
  const { t } = useTranslation('calendars')
  const { boards } = useFlameBoards()
  const users = useUsers()
  const agencies = useApi(masterData.forwardingAgencies.list, {}).data
  const people = choosable(users.values(), (id) => id === filter.person)
  return (
    <Box role="search" aria-label={t('filter.label')} sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mb: 2 }}>
      <Choice
        label={t('filter.board')}
        value={filter.board}
        options={(boards ?? []).map(({ id, title }) => [id, title])}
        onChange={(board) => onChange({ ...filter, board })}
      />
      <Choice
        label={t('filter.person')}
        value={filter.person}
        options={[['none', t('filter.nobody')], ...people.map(({ id, username }) => [id, username] as const)]}
        onChange={(person) => onChange({ ...filter, person })}
      />
      <Choice
        label={t('filter.agency')}
        value={filter.agency}
        options={[['none', t('filter.noAgency')], ...(agencies ?? []).map(({ id, title }) => [id, title] as const)]}
        onChange={(agency) => onChange({ ...filter, agency })}
      />
      {isFiltering(filter) && (
        <Button onClick={() => onChange({ board: undefined, person: undefined, agency: undefined })}>
          {t('filter.clear')}
        </Button>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, flex: 1, alignItems: 'center', justifyContent: 'end' }}>
        {pickupKinds.map((kind) => {
          const Icon = pickupIcons[kind]
          return (
            <Box key={kind} sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
              <Icon fontSize="small" />
              <Typography variant="body2">{t(`pickup.kind.${kind}`)}</Typography>
            </Box>
          )
        })}
        <Typography variant="body2" color="textSecondary" role="status">
          {count}
        </Typography>
      </Box>
    </Box>
  )
}

interface ChoiceProps {
  label: string
  value: string | undefined
  options: readonly (readonly [string, string])[]
  onChange: (value: string | undefined) => void
}

function Choice({ label, value = '', options, onChange }: ChoiceProps) {
  const { t } = useTranslation('calendars')
  const known = value === '' || options.some(([id]) => id === value)
  return (
    <TextField
      select
      label={label}
      value={known ? value : ''}
      onChange={(event) => onChange(event.target.value || undefined)}
      sx={{ width: 180, displayPrint: value ? 'block' : 'none' }}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      <MenuItem value="">{t('filter.all')}</MenuItem>
      {options.map(([id, title]) => (
        <MenuItem key={id} value={id}>
          {title}
        </MenuItem>
      ))}
    </TextField>
  )
}
