import { alpha, type Theme } from '@mui/material/styles'

/** Returns the styles of a `Checkbox`, like the small one of the component library. An `sx` overrides them. */
export function checkboxLook({ palette, typography }: Theme, ring: object) {
  const { disabled, hoverOpacity } = palette.action
  return {
    ':where(.checkbox)': {
      display: 'inline-flex',
      position: 'relative',
      padding: 9,
      borderRadius: '50%',
      color: palette.text.secondary,
      verticalAlign: 'middle',
      userSelect: 'none',
      WebkitTapHighlightColor: 'transparent',
    },
    // the invisible input lies above the icon and takes the clicks
    ':where(.checkbox > input)': {
      position: 'absolute',
      inset: 0,
      zIndex: 1,
      width: '100%',
      height: '100%',
      margin: 0,
      opacity: 0,
      cursor: 'pointer',
    },
    ':where(.checkbox > svg)': {
      width: '1em',
      height: '1em',
      flexShrink: 0,
      fontSize: typography.pxToRem(20),
      fill: 'currentColor',
      // the icon has its own colour below
      forcedColorAdjust: 'auto',
    },
    ':where(.checkbox > svg > path)': { display: 'none' },
    ':where(.checkbox > :not(:checked, :indeterminate) + svg > .none, .checkbox > :checked:not(:indeterminate) + svg > .all, .checkbox > :indeterminate + svg > .some)':
      { display: 'inline' },
    ':where(.checkbox > :is(:checked, :indeterminate) + svg)': { color: palette.secondary.main },
    ':where(.checkbox > :focus-visible + svg)': { ...ring, borderRadius: 4 },
    ':where(.checkbox[data-disabled=true])': { pointerEvents: 'none' },
    ':where(.checkbox[data-disabled=true] > input + svg)': { color: disabled },
    '@media (hover: hover)': {
      ':where(.checkbox:hover)': { backgroundColor: alpha(palette.secondary.main, hoverOpacity) },
    },
  } as const
}
