import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import type { EncounterType } from '#contract/contacts/encounters'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Checkbox } from '../../../ui/fields/Checkbox.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { TypedSearchField } from '../../../ui/search/TypedSearchField.tsx'
import { useEncounterWords } from './encounter-words.ts'
import type { Filter } from './use-timeline.ts'

interface Props {
  filter: Filter
  onChange: (changed: Partial<Filter>) => void
}

/** Filters encounters by text and type. */
export function FilterBar({ filter, onChange }: Props) {
  const { t } = useTranslation('encounters')
  return (
    <Box sx={{ display: 'flex', gap: 2, px: 2 }}>
      <TypedSearchField
        label={t('filter.text')}
        placeholder={t('filter.text')}
        value={filter.text}
        onChange={(text) => onChange({ text })}
      />
      <TypeFilter types={filter.types} label={t('filter.types')} onChange={(types) => onChange({ types })} />
    </Box>
  )
}

interface TypeProps {
  types: readonly EncounterType[]
  label: string
  onChange: (types: EncounterType[]) => void
}

function TypeFilter({ types, label, onChange }: TypeProps) {
  const { t } = useTranslation('encounters')
  const words = useEncounterWords()
  const shown = (chosen: readonly EncounterType[]) =>
    chosen.length === 0 ? t('filter.allTypes') : chosen.map((type) => t(`type.${type}`)).join(', ')
  return (
    <TextField
      select
      value={types}
      onChange={(event) => onChange(event.target.value as unknown as EncounterType[])}
      sx={{ maxWidth: 170 }}
      slotProps={{
        select: {
          multiple: true,
          displayEmpty: true,
          renderValue: (chosen) => shown(chosen as EncounterType[]),
          SelectDisplayProps: { 'aria-label': label },
        },
      }}
    >
      {words.types.map(({ value, label: word }) => (
        <MenuItem key={value} value={value}>
          <Checkbox checked={types.includes(value)} sx={{ p: 0, mr: 2 }} tabIndex={-1} />
          {word}
        </MenuItem>
      ))}
    </TextField>
  )
}
