import type { SxProps, Theme } from '@mui/material/styles'
import type { ComponentPropsWithRef, ElementType, MouseEvent } from 'react'

/** Properties of a button: its own, and those of the element or component that renders it. */
export type ButtonProps<Own, Shown extends ElementType> = Own &
  Omit<ComponentPropsWithRef<Shown>, keyof Own | 'component' | 'sx' | 'disabled'> & {
    /** The element or component to render: `a` or the router link for a link. */
    component?: Shown
    disabled?: boolean
    sx?: SxProps<Theme>
  } & (Shown extends 'button' ? { href?: never } : unknown)

type Taken = Omit<ButtonProps<object, 'button'>, 'sx'>

/**
 * Returns the properties for the rendered element. The type is `button` by default, so that it submits no form, and a
 * disabled link does nothing.
 */
export function buttonProps({ component = 'button', disabled = false, tabIndex = 0, ...props }: Taken) {
  const own =
    component === 'button' ? { type: 'button', disabled, ...props } : { ...props, ...(disabled && disabledLink) }
  // Safari skips buttons without `tabIndex` and does not focus them on click
  return { ...own, tabIndex: disabled ? -1 : tabIndex }
}

const disabledLink = { 'aria-disabled': true, onClick: (event: MouseEvent) => event.preventDefault() }
