import type { Theme } from '@mui/material/styles'

/**
 * Returns the styles of icons (`ui/icons/create-icon.ts`), like those of the library; any other style overrides them.
 */
export function iconLook({ palette, transitions, typography }: Theme) {
  const { primary, secondary, error, warning, info, success, action } = palette
  const fontSizes = {
    Inherit: 'inherit',
    Small: typography.pxToRem(20),
    Medium: typography.pxToRem(24),
    Large: typography.pxToRem(35),
  }
  const colours = {
    Primary: primary.main,
    Secondary: secondary.main,
    Error: error.main,
    Warning: warning.main,
    Info: info.main,
    Success: success.main,
    Action: action.active,
    Disabled: action.disabled,
  }
  const looks = [
    ...Object.entries(fontSizes).map(([name, fontSize]) => [`fontSize${name}`, { fontSize }] as const),
    ...Object.entries(colours).map(([name, color]) => [`color${name}`, { color }] as const),
  ]
  return {
    ':where(.MuiSvgIcon-root)': {
      userSelect: 'none',
      width: '1em',
      height: '1em',
      display: 'inline-block',
      flexShrink: 0,
      fill: 'currentColor',
      transition: transitions.create('fill', { duration: transitions.duration.shorter }),
    },
    ...Object.fromEntries(looks.map(([name, look]) => [`:where(.MuiSvgIcon-${name})`, look])),
  } as const
}
