import type LibraryBox from '@mui/material/Box'
import type { SxProps, Theme } from '@mui/material/styles'
import { createElement, type ElementType } from 'react'
import { useSxClass } from '../../theme/use-sx-class.ts'

interface Props {
  component?: ElementType
  sx?: SxProps<Theme>
  className?: string
}

/** The library's `Box` as one component (docs/decisions/029-screens-at-once.md). */
export const Box = (({ component = 'div', sx, className, ...rest }: Props) => {
  const look = useSxClass(sx)
  return createElement(component, { ...rest, className: className ? `${look} ${className}` : look || undefined })
}) as unknown as typeof LibraryBox
