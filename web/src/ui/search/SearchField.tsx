import SearchIcon from '@mui/icons-material/Search'
import InputAdornment from '@mui/material/InputAdornment'
import TextField, { type TextFieldProps } from '@mui/material/TextField'

interface Props extends Pick<TextFieldProps, 'value' | 'inputRef' | 'onKeyDown' | 'sx'> {
  label: string
  /** Stands in the field in place of the label, which is there unseen either way. */
  placeholder?: string
  onChange: (typed: string) => void
}

/** Narrows what is shown while somebody types; of a form it is no part. */
export function SearchField({ label, placeholder, onChange, ...props }: Props) {
  return (
    <TextField
      {...props}
      placeholder={placeholder ?? label}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{
        htmlInput: { type: 'search', maxLength: 255, 'aria-label': label },
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <SearchIcon fontSize="small" />
            </InputAdornment>
          ),
        },
      }}
    />
  )
}
