import { type InputHTMLAttributes, type ReactNode, type Ref, useEffect, useId, useRef } from 'react'
import { tellWhole } from './cut-text.ts'

type Typed = HTMLInputElement | HTMLTextAreaElement

interface Framed {
  label: string
  ref?: Ref<HTMLDivElement> | undefined
  error?: boolean | undefined
  required?: boolean | undefined
  disabled?: boolean | undefined
  helperText?: ReactNode
  /** Content at the right end of the field. */
  end?: ReactNode
}

interface Props extends Framed, Omit<InputHTMLAttributes<Typed>, keyof Framed | 'value' | 'id' | 'className' | 'size'> {
  value: string
  inputRef?: Ref<Typed & HTMLInputElement> | undefined
  /** Number of lines of a multi-line field, which grows with its text. */
  rows?: number | undefined
  /** Keeps the label above the field even if it is empty. */
  shrink?: boolean
}

/**
 * A text field that looks like the one of the component library, which needs some twenty components per field and
 * measures multi-line ones on every render. A form has dozens of fields. Styles are in theme/line-field.ts; the focus
 * is styled by CSS.
 */
export function LineField({ label, ref, error, helperText, end, inputRef, rows, shrink = false, ...input }: Props) {
  const id = useId()
  const { value, required, disabled } = input
  const { autoFocus = false } = input
  const grown = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    // browsers set the cursor at the start of existing text
    const text = grown.current?.querySelector('textarea')
    if (autoFocus) text?.setSelectionRange(text.value.length, text.value.length)
  }, [autoFocus])
  const typed = { ...input, ...stateOf(id, error, helperText), id, className: 'MuiInputBase-input line-input' }
  return (
    <LineFrame {...{ id, label, ref, error, required, disabled, helperText, end }} isFilled={shrink || value !== ''}>
      {rows === undefined ? (
        <input type="text" onMouseEnter={tellWhole} {...typed} ref={inputRef} />
      ) : (
        <span ref={grown} className="line-grow" data-text={value}>
          <textarea {...typed} rows={rows} ref={inputRef as Ref<HTMLTextAreaElement>} />
        </span>
      )}
    </LineFrame>
  )
}

/** Returns the ARIA attributes of the input or select element of a field. */
export const stateOf = (id: string, error: boolean | undefined, helperText: ReactNode) => ({
  'aria-invalid': error === true,
  'aria-describedby': helperText ? `${id}-helper-text` : undefined,
})

interface FrameProps extends Framed {
  /** Id of the element of class `line-input`. */
  id: string
  isFilled: boolean
  children: ReactNode
}

/** The frame of a field: label, outline and helper text around the element that is edited. */
export function LineFrame({
  id,
  label,
  ref,
  error,
  required,
  disabled,
  helperText,
  end,
  isFilled,
  children,
}: FrameProps) {
  const state = `${error ? ' Mui-error' : ''}${disabled ? ' Mui-disabled' : ''}`
  const star = required && '\u2009*'
  return (
    <div className="MuiFormControl-root MuiTextField-root line-field" ref={ref}>
      <label id={`${id}-label`} className={`MuiInputLabel-root line-label${state}`} data-shrink={isFilled} htmlFor={id}>
        {label}
        {star && <span aria-hidden>{star}</span>}
      </label>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the edge of a field belongs to it */}
      <div
        className={`MuiInputBase-root MuiOutlinedInput-root line-box${state}`}
        data-end={Boolean(end)}
        onClick={({ target, currentTarget }) => {
          if (target === currentTarget) currentTarget.querySelector<HTMLElement>('.line-input')?.focus()
        }}
      >
        {children}
        {end}
        <fieldset aria-hidden className="MuiOutlinedInput-notchedOutline line-edge">
          <legend>
            <span>
              {label}
              {star}
            </span>
          </legend>
        </fieldset>
      </div>
      {helperText && (
        <p id={`${id}-helper-text`} className={`MuiFormHelperText-root line-below${state}`}>
          {helperText}
        </p>
      )}
    </div>
  )
}

/** The arrow of a field with a list of options. */
export const LineArrow = () => (
  <svg className="line-arrow" viewBox="0 0 24 24" aria-hidden>
    <path d="M7 10l5 5 5-5z" />
  </svg>
)
