import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useTranslation } from '../../../i18n/use-translation.ts'

interface Props {
  people: readonly { readonly id: string; readonly username: string }[]
  person: string | undefined
  onPerson: (id: string | undefined) => void
}

/** Filters appointments by participant. */
export function PersonFilter({ people, person, onPerson }: Props) {
  const { t } = useTranslation('appointments')
  return (
    <TextField
      select
      size="small"
      label={t('field.participantRefs')}
      value={person ?? ''}
      onChange={({ target }) => onPerson(target.value || undefined)}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      sx={{ width: 220 }}
    >
      <MenuItem value="">{t('everybody')}</MenuItem>
      {people.map(({ id, username }) => (
        <MenuItem key={id} value={id}>
          {username}
        </MenuItem>
      ))}
    </TextField>
  )
}
