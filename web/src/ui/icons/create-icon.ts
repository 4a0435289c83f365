import type LibraryIcon from '@mui/material/SvgIcon'
import type { SvgIconProps } from '@mui/material/SvgIcon'
import { createElement, memo, type ReactNode } from 'react'
import { useSxClass } from '../../theme/use-sx-class.ts'

/** A picture as `@mui/icons-material` has them, for who is told which one to draw. */
export type IconComponent = typeof LibraryIcon

interface Props extends SvgIconProps {
  /** What styled parts of the library tell each other. */
  ownerState?: unknown
}

/**
 * Makes a picture of what stands in its `svg`, as that of the library in one component (docs/decisions/029-screens-at-once.md). The
 * pictures of the library are made by it as well (`web/own-icons.ts`); `theme/icon.ts` says what they look like.
 */
export function createIcon(shapes: ReactNode): IconComponent {
  return memo((props: Props) => useSvg(shapes, props)) as unknown as IconComponent
}

function useSvg(shapes: ReactNode, { fontSize = 'medium', color = 'inherit', titleAccess, sx, ...others }: Props) {
  const { ownerState: _, className, ...rest } = others
  const look = useSxClass(sx)
  const classes = [
    'MuiSvgIcon-root',
    color !== 'inherit' && `MuiSvgIcon-color${capitalised(color)}`,
    `MuiSvgIcon-fontSize${capitalised(fontSize)}`,
    className,
    look,
  ]
  return createElement(
    'svg',
    {
      viewBox: '0 0 24 24',
      focusable: 'false',
      ...(titleAccess ? { role: 'img' } : { 'aria-hidden': true }),
      ...rest,
      className: classes.filter(Boolean).join(' '),
    },
    shapes,
    titleAccess && createElement('title', null, titleAccess),
  )
}

const capitalised = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)
