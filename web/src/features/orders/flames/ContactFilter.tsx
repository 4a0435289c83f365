import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { useMemo } from 'react'
import type { FlameCard } from '#contract/orders/flames'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { firstFound } from '../../../ui/text/find.ts'
import { compareText } from '../../../ui/text/format.ts'

interface Props {
  value: string | undefined
  cards: readonly FlameCard[]
  onChange: (value: string | undefined) => void
}

interface ContactChoice {
  id: string
  name: string
}

/** Filters a board by contact. */
export function ContactFilter({ value, cards, onChange }: Props) {
  const { t } = useTranslation('flames')
  const { t: ui } = useTranslation('ui')
  const choices = useMemo(() => {
    const names = new Map(cards.map((card) => [card.contactRef, card.contactName]))
    return [...names].map(([id, name]) => ({ id, name })).sort((a, b) => compareText(a.name, b.name))
  }, [cards])
  return (
    <Autocomplete<ContactChoice>
      options={choices}
      filterOptions={(all, { inputValue }) => firstFound(all, inputValue, ({ name }) => name, 50)}
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
