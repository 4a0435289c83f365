import CircularProgress from '@mui/material/CircularProgress'
import { createElement, type ElementType, type ReactNode, useId } from 'react'
import { useSxClass } from '../../theme/use-sx-class.ts'
import { type ButtonProps, buttonProps } from './button-props.ts'

interface Own {
  variant?: 'text' | 'outlined' | 'contained'
  /** `inherit` is the colour of the text around it, for one that is not contained. */
  color?: 'primary' | 'secondary' | 'error' | 'inherit'
  startIcon?: ReactNode
  endIcon?: ReactNode
  /** Nothing can be done with it so long, and a wheel turns in it. */
  loading?: boolean
  /** Where the wheel turns: in the place of its words, or of the icon before them. */
  loadingPosition?: 'center' | 'start'
}

/** A button with words on it, as the library's small and flat one (`theme/buttons.ts`), in one component (docs/decisions/029-screens-at-once.md). */
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
    // there before it turns: a browser that translates the page replaces our words, and nothing can be put before them any more
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
