import CircularProgress from '@mui/material/CircularProgress'
import { createElement, type ElementType, type ReactNode, useId } from 'react'
import { useSxClass } from '../../theme/use-sx-class.ts'
import { type ButtonProps, buttonProps } from './button-props.ts'

interface Own {
  variant?: 'text' | 'outlined' | 'contained'
  /** `inherit` takes the colour of the surrounding text; not for `contained`. */
  color?: 'primary' | 'secondary' | 'error' | 'inherit'
  startIcon?: ReactNode
  endIcon?: ReactNode
  /** Shows a spinner; the button is inactive meanwhile. */
  loading?: boolean
  /** Where the spinner is drawn: in place of the label, or of the icon before it. */
  loadingPosition?: 'center' | 'start'
}

/**
 * A button with a label. Looks like the small flat button of the library (`theme/buttons.ts`) but is one component
 * (docs/decisions/029-screens-at-once.md).
 */
export function Button<Shown extends ElementType = 'button'>(props: ButtonProps<Own, Shown>) {
  const {
    variant = 'text',
    color,
    startIcon,
    endIcon,
    loading,
    loadingPosition = 'center',
    ...others
  } = props as ButtonProps<Own, 'button'>
  const { component = 'button', sx, className, disabled, children, ...rest } = others
  const ownId = useId()
  const id = rest.id ?? ownId
  const look = useSxClass(sx)
  return createElement(
    component,
    {
      ...buttonProps({ component, disabled: disabled || loading, ...rest }),
      ...(loading && { id, 'data-loading': loadingPosition }),
      'data-variant': variant,
      'data-color': color,
      className: ['button', look, className].filter(Boolean).join(' '),
    },
    startIcon && <span className="button-icon">{startIcon}</span>,
    // the element exists before the spinner: browser translation replaces text nodes, after which React cannot insert
    // before them
    loading !== undefined && (
      <span className="button-wheel">
        {loading && (
          <span>
            <CircularProgress aria-labelledby={id} color="inherit" size={16} />
          </span>
        )}
      </span>
    ),
    children,
    endIcon && (
      <span className="button-icon" data-end>
        {endIcon}
      </span>
    ),
  )
}
