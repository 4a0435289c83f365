import { useId } from 'react'

interface Props {
  name: string
  label: string
  type?: 'text' | 'password'
  autoComplete: string
  autoFocus?: boolean
  invalid?: string
  onChange?: (value: string) => void
}

/** Uncontrolled field: a value filled in by a password manager counts, whatever events it sends. */
export function LoginField({ name, label, type = 'text', autoComplete, autoFocus, invalid, onChange }: Props) {
  const id = useId()
  return (
    <div className="login-field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name={name}
        type={type}
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
        required
        // biome-ignore lint/a11y/noAutofocus: the page is there to type into this field
        autoFocus={autoFocus}
        aria-invalid={invalid !== undefined}
        aria-describedby={invalid ? `${id}invalid` : undefined}
        onChange={(event) => onChange?.(event.target.value)}
      />
      {invalid && (
        <span id={`${id}invalid`} className="login-error">
          {invalid}
        </span>
      )}
    </div>
  )
}
