import type { SxProps, Theme } from '@mui/material/styles'
import type { ComponentPropsWithRef, ElementType, MouseEvent } from 'react'

/** What a button takes: its own, and what the element or component takes that it is drawn as. */
export type ButtonProps<Own, Shown extends ElementType> = Own &
  Omit<ComponentPropsWithRef<Shown>, keyof Own | 'component' | 'sx' | 'disabled'> & {
    /** Where it leads somewhere, `a` or the link of the router. */
    component?: Shown
    disabled?: boolean
    sx?: SxProps<Theme>
  } & (Shown extends 'button' ? { href?: never } : unknown)

type Taken = Omit<ButtonProps<object, 'button'>, 'sx'>

/**
 * What a button says to its element: it sends no form unless told so, and nothing can be done with one that is disabled, a link
 * neither.
 */
export function buttonProps({ component = 'button', disabled = false, tabIndex = 0, ...props }: Taken) {
  const own =
    component === 'button' ? { type: 'button', disabled, ...props } : { ...props, ...(disabled && disabledLink) }
  // browsers of Apple pass over a button that does not say that keys reach it, and leave the focus elsewhere when it is pressed
  return { ...own, tabIndex: disabled ? -1 : tabIndex }
}

const disabledLink = { 'aria-disabled': true, onClick: (event: MouseEvent) => event.preventDefault() }
