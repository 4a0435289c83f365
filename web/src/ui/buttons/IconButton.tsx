import { createElement, type ElementType } from 'react'
import { useSxClass } from '../../theme/use-sx-class.ts'
import { type ButtonProps, buttonProps } from './button-props.ts'

interface Own {
  color?: 'default' | 'inherit' | 'secondary'
  /** Pulls the button towards the edge, so that its icon lines up with the content there. */
  edge?: 'end'
}

/**
 * A round icon button. Looks like the small one of the library (`theme/buttons.ts`) but is one component
 * (docs/decisions/029-screens-at-once.md).
 */
export function IconButton<Shown extends ElementType = 'button'>(props: ButtonProps<Own, Shown>) {
  const { color, edge, sx, className, ...rest } = props as ButtonProps<Own, 'button'>
  const look = useSxClass(sx)
  return createElement(rest.component ?? 'button', {
    'data-color': color,
    'data-edge': edge,
    ...buttonProps(rest),
    className: ['icon-button', look, className].filter(Boolean).join(' '),
  })
}
