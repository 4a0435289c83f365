import { alpha, type Theme } from '@mui/material/styles'

/** What an `IconButton` looks like: as the small one of the component library. Whatever an `sx` says of one holds over it. */
export function iconButtonLook({ palette, transitions, typography }: Theme) {
  const { active, disabled, hoverOpacity } = palette.action
  return {
    ':where(.icon-button)': {
      display: 'inline-flex',
      alignItems: 'center',
      justifyContent: 'center',
      position: 'relative',
      boxSizing: 'border-box',
      flex: '0 0 auto',
      padding: 5,
      margin: 0,
      border: 0,
      borderRadius: '50%',
      appearance: 'none',
      backgroundColor: 'transparent',
      color: active,
      fontSize: typography.pxToRem(18),
      textAlign: 'center',
      textDecoration: 'none',
      verticalAlign: 'middle',
      cursor: 'pointer',
      userSelect: 'none',
      WebkitTapHighlightColor: 'transparent',
      transition: transitions.create('background-color', { duration: transitions.duration.shortest }),
    },
    ':where(.icon-button[data-color=secondary])': { color: palette.secondary.main },
    ':where(.icon-button[data-color=inherit])': { color: 'inherit' },
    ':where(.icon-button[data-edge=end])': { marginRight: -3 },
    ':where(.icon-button:disabled)': { color: disabled, pointerEvents: 'none', cursor: 'default' },
    '@media (hover: hover)': {
      ':where(.icon-button:hover)': { backgroundColor: alpha(active, hoverOpacity) },
      ':where(.icon-button[data-color=secondary]:hover)': {
        backgroundColor: alpha(palette.secondary.main, hoverOpacity),
      },
    },
  } as const
}
