import { cloneElement, type ReactElement } from 'react'

interface Props {
  title: string
  /** What takes attributes of the page. It has a name of its own, which is what a screen reader says. */
  children: ReactElement<object>
}

/**
 * Shows `title` where a pointer or a finger rests on its child, or the focus came there by a key. One of the library is some
 * ten components and draws its child twice, and a screen has dozens of them: `TooltipHost` makes the one that is seen.
 */
export const Tooltip = ({ title, children }: Props) => cloneElement(children, { 'data-tooltip': title } as object)
