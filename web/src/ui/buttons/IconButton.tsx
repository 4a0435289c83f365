import { createElement, type ElementType } from 'react'
import { useSxClass } from '../../theme/use-sx-class.ts'
import { type ButtonProps, buttonProps } from './button-props.ts'

interface Own {
  color?: 'default' | 'inherit' | 'secondary'
  /** Nearer to the edge that it stands at, so that its picture is in line with what stands there. */
  edge?: 'end'
}

/** A round button of a picture alone, as the library's small one (`theme/buttons.ts`), in one component (docs/decisions/029-screens-at-once.md). */
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
