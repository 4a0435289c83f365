import type { SxProps, Theme } from '@mui/material/styles'
import { type ComponentPropsWithRef, createElement, type ElementType } from 'react'
import { useSxClass } from '../../theme/use-sx-class.ts'

interface OwnProps {
  color?: 'default' | 'inherit' | 'secondary'
  /** Nearer to the edge that it stands at, so that its picture is in line with what stands there. */
  edge?: 'end'
  sx?: SxProps<Theme>
}

type Props<Shown extends ElementType> = OwnProps &
  Omit<ComponentPropsWithRef<Shown>, keyof OwnProps | 'component'> & {
    /** A link, where it leads somewhere. */
    component?: Shown
  }

/** A round button of a picture alone, as the library's small one (`theme/icon-button.ts`), in one component (docs/decisions/029-screens-at-once.md). */
export function IconButton<Shown extends ElementType = 'button'>(props: Props<Shown>) {
  const { component = 'button', color, edge, sx, className, ...rest } = props as Props<'button'>
  const look = useSxClass(sx)
  return createElement(component, {
    ...(component === 'button' && { type: 'button' }),
    'data-color': color,
    'data-edge': edge,
    // browsers of Apple pass over a button that does not say that keys reach it, and leave the focus elsewhere when it is pressed
    tabIndex: 0,
    ...rest,
    className: ['icon-button', look, className].filter(Boolean).join(' '),
  })
}
