import { createElement, type ElementType } from 'react'
import { useSxClass } from '../../theme/use-sx-class.ts'
import { type ButtonProps, buttonProps } from './button-props.ts'

/** A button that looks like nothing but what `sx` says and stands in it (`theme/buttons.ts`). */
export function PlainButton<Shown extends ElementType = 'button'>(props: ButtonProps<object, Shown>) {
  const { sx, className, ...rest } = props as ButtonProps<object, 'button'>
  const look = useSxClass(sx)
  return createElement(rest.component ?? 'button', {
    ...buttonProps(rest),
    className: ['plain-button', look, className].filter(Boolean).join(' '),
  })
}
