import type LibraryIcon from '@mui/material/SvgIcon'
import type { SvgIconProps } from '@mui/material/SvgIcon'
import { createElement, memo, type ReactNode } from 'react'
import { useSxClass } from '../../theme/use-sx-class.ts'

/** The type of an icon from `@mui/icons-material`, for components that take one. */
export type IconComponent = typeof LibraryIcon

interface Props extends SvgIconProps {
  /** Passed on between styled parts of the library; not used here. */
  ownerState?: unknown
}

/**
 * Creates an icon from the content of its `svg`, like the library but as one component
 * (docs/decisions/029-screens-at-once.md). `web/own-icons.ts` builds the library's icons with it as well; styles are in
 * `theme/icon.ts`.
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
