import Checkbox from '@mui/material/Checkbox'
import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import Switch from '@mui/material/Switch'
import { useId } from 'react'
import { type FieldProps, useField } from './use-field.ts'

export const CheckboxField = (props: FieldProps) => <BooleanField {...props} Control={Checkbox} />
export const SwitchField = (props: FieldProps) => <BooleanField {...props} Control={Switch} />

interface Props extends FieldProps {
  Control: typeof Checkbox | typeof Switch
}

function BooleanField({ Control, name, label, helperText, readOnly, disabled, required, autoFocus }: Props) {
  const { ref, message, value, onChange, ...field } = useField(name)
  const id = useId()
  const below = message ?? helperText
  return (
    <FormControl error={message !== undefined} required={required}>
      <FormControlLabel
        label={label}
        disabled={disabled || readOnly}
        control={
          <Control
            {...field}
            autoFocus={autoFocus}
            checked={value === true}
            onChange={(event) => onChange(event.target.checked)}
            slotProps={{ input: { ref, 'aria-describedby': below ? id : undefined } }}
          />
        }
      />
      {below && (
        <FormHelperText id={id} sx={{ mt: 0 }}>
          {below}
        </FormHelperText>
      )}
    </FormControl>
  )
}
