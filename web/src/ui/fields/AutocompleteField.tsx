import MuiAutocomplete from '@mui/material/Autocomplete'
import MuiTextField from '@mui/material/TextField'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useDebounced } from '../use-debounced.ts'
import { type FieldProps, useField } from './use-field.ts'

export interface Choice {
  id: string
  label: string
  /** Secondary text on a second line. */
  hint?: string
}

interface Props extends FieldProps {
  search: (term: string, signal: AbortSignal) => Promise<readonly Choice[]>
  multiple?: boolean
  debounce?: number
  /** Minimum number of characters for a search. */
  minLength?: number
}

/**
 * A field that searches as the user types. The form holds the chosen {id, label} or null, or a list with `multiple`.
 */
export function AutocompleteField({ name, label, helperText, search, multiple = false, ...props }: Props) {
  const { required, readOnly, disabled, autoFocus, debounce = 250, minLength = 1 } = props
  const { t } = useTranslation('ui')
  const { ref, message, value, onChange, onBlur } = useField(name)
  const [term, setTerm] = useState('')
  const found = useSearch(search, term, debounce, minLength)
  const chosen: Choice | readonly Choice[] | null = value ?? (multiple ? [] : null)

  return (
    <MuiAutocomplete<Choice, boolean>
      multiple={multiple}
      value={chosen as Choice | Choice[] | null}
      onChange={(_event, next) => onChange(next)}
      onBlur={onBlur}
      onInputChange={(_event, next, reason) => setTerm(reason === 'input' ? next : '')}
      options={found.choices}
      filterOptions={(choices) => [...choices]}
      getOptionLabel={(choice) => choice.label}
      getOptionKey={(choice) => choice.id}
      isOptionEqualToValue={(a, b) => a.id === b.id}
      loading={found.state === 'searching'}
      loadingText={t('state.searching')}
      noOptionsText={t(
        found.state === 'idle' ? 'state.typeMore' : found.state === 'failed' ? 'state.failed' : 'state.noMatch',
      )}
      readOnly={readOnly}
      disabled={disabled}
      renderOption={({ key, ...option }, choice) => (
        <li key={key} {...option}>
          <span>
            {choice.label}
            {choice.hint && <small style={{ display: 'block', opacity: 0.8 }}>{choice.hint}</small>}
          </span>
        </li>
      )}
      renderInput={(params) => (
        <MuiTextField
          {...params}
          name={name}
          label={label}
          required={required}
          autoFocus={autoFocus}
          inputRef={ref}
          error={message !== undefined}
          helperText={message ?? helperText}
        />
      )}
    />
  )
}

type SearchState = 'idle' | 'searching' | 'done' | 'failed'

function useSearch(search: Props['search'], typed: string, debounce: number, minLength: number) {
  const term = typed.trim()
  const settled = useDebounced(term, debounce)
  const [found, setFound] = useState<{ of: string; state: SearchState; choices: readonly Choice[] }>()
  const ask = useEffectEvent(search)
  useEffect(() => {
    if (settled.length < minLength) return
    const stop = new AbortController()
    ask(settled, stop.signal).then(
      (choices) => !stop.signal.aborted && setFound({ of: settled, state: 'done', choices }),
      () => !stop.signal.aborted && setFound({ of: settled, state: 'failed', choices: [] }),
    )
    return () => {
      stop.abort()
      setFound(undefined)
    }
  }, [settled, minLength])
  if (term.length < minLength) return { state: 'idle', choices: [] } as const
  // results for another search term are not shown
  return found?.of === term ? found : ({ state: 'searching', choices: [] } as const)
}
