import { createElement, type ElementType } from 'react'
import { useSxClass } from '../../theme/use-sx-class.ts'
import { type ButtonProps, buttonProps } from './button-props.ts'

/** A button without styles, except those of `sx` (`theme/buttons.ts`). */
export function PlainButton<Shown extends ElementType = 'button'>(props: ButtonProps<object, Shown>) {
  const { sx, className, ...rest } = props as ButtonProps<object, 'button'>
  const look = useSxClass(sx)
  return createElement(rest.component ?? 'button', {
    ...buttonProps(rest),
    className: ['plain-button', look, className].filter(Boolean).join(' '),
  })
}
