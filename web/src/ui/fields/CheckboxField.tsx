import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import Switch from '@mui/material/Switch'
import { type ComponentPropsWithRef, type ReactElement, useId } from 'react'
import { Checkbox } from './Checkbox.tsx'
import { type FieldProps, useField } from './use-field.ts'

export const CheckboxField = (props: FieldProps) => (
  <BooleanField {...props} control={(field) => <Checkbox {...field} />} />
)
export const SwitchField = (props: FieldProps) => <BooleanField {...props} control={switchOf} />

const switchOf = ({ ref, 'aria-describedby': below, ...field }: Controlled) => (
  <Switch {...field} slotProps={{ input: { ref, 'aria-describedby': below } }} />
)

type Controlled = { onBlur: () => void } & Pick<
  ComponentPropsWithRef<'input'>,
  'name' | 'ref' | 'checked' | 'onChange' | 'autoFocus' | 'aria-describedby'
>
interface Props extends FieldProps {
  control: (field: Controlled) => ReactElement
}

function BooleanField({ control, name, label, helperText, readOnly, disabled, required, autoFocus }: Props) {
  const { message, value, onChange, ...field } = useField(name)
  const id = useId()
  const below = message ?? helperText
  return (
    <FormControl error={message !== undefined} required={required}>
      <FormControlLabel
        label={label}
        disabled={disabled || readOnly}
        control={control({
          ...field,
          autoFocus,
          checked: value === true,
          onChange: (event) => onChange(event.target.checked),
          'aria-describedby': below ? id : undefined,
        })}
      />
      {below && (
        <FormHelperText id={id} sx={{ mt: 0 }}>
          {below}
        </FormHelperText>
      )}
    </FormControl>
  )
}
