import type { SxProps, Theme } from '@mui/material/styles'
import type LibraryTypography from '@mui/material/Typography'
import { createElement, type ElementType } from 'react'
import { useSxClass } from '../../theme/use-sx-class.ts'

const elements: Record<string, ElementType> = {
  body1: 'p',
  body2: 'p',
  inherit: 'p',
  h1: 'h1',
  h2: 'h2',
  h3: 'h3',
  h4: 'h4',
  subtitle2: 'h6',
}

interface Props {
  variant?: string
  color?: string
  noWrap?: boolean
  component?: ElementType
  sx?: SxProps<Theme>
  className?: string
}

/** The library's `Typography` as one component (docs/decisions/029-screens-at-once.md). */
export const Typography = (({ variant = 'body1', color, noWrap = false, sx, className, ...rest }: Props) => {
  const { component = elements[variant] ?? 'span', ...props } = rest
  const own = [
    { margin: 0 },
    variant === 'inherit' ? inherited : { typography: variant },
    { color: colours[color ?? ''] },
    noWrap && onOneLine,
  ]
  const look = useSxClass([...own, ...[sx ?? false].flat()] as SxProps<Theme>)
  return createElement(component, { ...props, className: className ? `${look} ${className}` : look })
}) as unknown as typeof LibraryTypography

const colours: Record<string, string> = {
  textPrimary: 'text.primary',
  textSecondary: 'text.secondary',
  textDisabled: 'text.disabled',
  primary: 'primary.main',
  secondary: 'secondary.main',
  error: 'error.main',
  warning: 'warning.main',
  info: 'info.main',
  success: 'success.main',
}
const inherited = { font: 'inherit', lineHeight: 'inherit', letterSpacing: 'inherit' }
const onOneLine = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }
