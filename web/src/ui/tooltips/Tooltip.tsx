import { cloneElement, type ReactElement } from 'react'

interface Props {
  title: string
  /** An element that accepts DOM attributes. It needs an accessible name, because the tooltip is not announced. */
  children: ReactElement<object>
}

/**
 * Shows `title` while a pointer or finger rests on the child, or when the keyboard focuses it. `TooltipHost` draws the
 * one visible tooltip: the library's needs some ten components each, draws its child twice, and a screen has dozens of
 * them.
 */
export const Tooltip = ({ title, children }: Props) => cloneElement(children, { 'data-tooltip': title } as object)
