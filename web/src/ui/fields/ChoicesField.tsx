import Autocomplete from '@mui/material/Autocomplete'
import MuiTextField from '@mui/material/TextField'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useField } from './use-field.ts'

interface Props {
  name: string
  label: string
  hint?: string
  ids: readonly string[]
  nameOf: (id: string) => string
  readOnly?: boolean
}

/** A multiple choice from a known list; the form holds the ids in the order they were chosen. */
export function ChoicesField({ name, label, hint, ids, nameOf, readOnly = false }: Props) {
  const { t } = useTranslation('ui')
  const { ref, message, value, onChange, onBlur } = useField(name)
  return (
    <Autocomplete
      multiple
      readOnly={readOnly}
      forcePopupIcon={readOnly ? false : 'auto'}
      disableCloseOnSelect
      options={ids}
      value={value as string[]}
      onChange={(_event, chosen) => onChange(chosen)}
      onBlur={onBlur}
      getOptionLabel={nameOf}
      getOptionKey={(id) => id}
      noOptionsText={t('state.noMatch')}
      renderInput={(params) => (
        <MuiTextField
          {...params}
          name={name}
          label={label}
          inputRef={ref}
          error={message !== undefined}
          helperText={message ?? hint}
        />
      )}
    />
  )
}
