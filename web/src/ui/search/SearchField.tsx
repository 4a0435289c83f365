import SearchIcon from '@mui/icons-material/Search'
import type { SxProps, Theme } from '@mui/material/styles'
import type { KeyboardEventHandler } from 'react'
import { useSxClass } from '../../theme/use-sx-class.ts'

interface Props {
  label: string
  /** Text in the empty field, instead of the visible label. Screen readers get the label either way. */
  placeholder?: string
  value: string
  onChange: (typed: string) => void
  onKeyDown?: KeyboardEventHandler<HTMLInputElement>
  sx?: SxProps<Theme>
}

/**
 * A search field that filters while the user types, outside any form. Looks like a form field (theme/line-field.ts).
 */
export function SearchField({ label, placeholder = label, value, onChange, onKeyDown, sx }: Props) {
  return (
    <div className={`MuiFormControl-root MuiTextField-root line-field ${useSxClass(sx)}`}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the edge of a field belongs to it */}
      <div
        className="MuiInputBase-root MuiOutlinedInput-root line-box"
        data-start
        onClick={({ currentTarget }) => currentTarget.querySelector('input')?.focus()}
      >
        <SearchIcon fontSize="small" />
        <input
          {...{ placeholder, value, onKeyDown }}
          type="search"
          className="MuiInputBase-input line-input"
          maxLength={255}
          aria-label={label}
          onChange={(event) => onChange(event.target.value)}
        />
        <fieldset aria-hidden className="MuiOutlinedInput-notchedOutline line-edge">
          <legend />
        </fieldset>
      </div>
    </div>
  )
}
