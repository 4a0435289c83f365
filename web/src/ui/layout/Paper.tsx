import type { SxProps, Theme } from '@mui/material/styles'
import { type ComponentPropsWithRef, createElement, type ElementType } from 'react'
import { edgeOfForcedColours } from '../../theme/focus-ring.ts'
import { useSxClass } from '../../theme/use-sx-class.ts'

interface OwnProps {
  /** Shadow of a raised sheet; without it the sheet has an outline. */
  elevation?: number
  sx?: SxProps<Theme>
  className?: string
}

type Props<Shown extends ElementType> = OwnProps &
  Omit<ComponentPropsWithRef<Shown>, keyof OwnProps | 'component'> & { component?: Shown }

/**
 * A sheet with a background, as one component instead of the library's three (docs/decisions/029-screens-at-once.md).
 */
export function Paper<Shown extends ElementType = 'div'>(props: Props<Shown>) {
  const { component = 'div', elevation, sx, className, ...rest } = props as Props<'div'>
  const edge = elevation === undefined ? outlined : { ...edgeOfForcedColours, boxShadow: elevation }
  const look = useSxClass([sheet, edge, ...[sx ?? false].flat()] as SxProps<Theme>)
  return createElement(component, { ...rest, className: className ? `${look} ${className}` : look })
}

const sheet = { bgcolor: 'background.paper', color: 'text.primary', borderRadius: 1 }
const outlined = { border: 1, borderColor: 'divider' }
