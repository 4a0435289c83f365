import { alpha, type PaletteColor, type Theme } from '@mui/material/styles'

/**
 * Returns the styles of buttons, like the small, flat ones of the component library. An `sx` overrides them, except for
 * disabled and loading buttons.
 */
export const buttonLooks = (theme: Theme) => ({ ...bare, ...iconButton(theme), ...button(theme) })

const isDisabled = ':is(:disabled, [aria-disabled=true])'
const whereHovers = '@media (hover: hover)'

const bare = {
  ':where(.plain-button, .icon-button, .button, .toggles > button)': {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    position: 'relative',
    boxSizing: 'border-box',
    padding: 0,
    margin: 0,
    border: 0,
    borderRadius: 0,
    outline: 0,
    appearance: 'none',
    backgroundColor: 'transparent',
    color: 'inherit',
    textDecoration: 'none',
    verticalAlign: 'middle',
    cursor: 'pointer',
    userSelect: 'none',
    WebkitTapHighlightColor: 'transparent',
  },
  [`:is(.plain-button, .icon-button, .button)${isDisabled}`]: { pointerEvents: 'none', cursor: 'default' },
} as const

function iconButton({ palette, transitions, typography }: Theme) {
  const { active, disabled, hoverOpacity } = palette.action
  return {
    ':where(.icon-button)': {
      flex: '0 0 auto',
      padding: 5,
      borderRadius: '50%',
      color: active,
      fontSize: typography.pxToRem(18),
      textAlign: 'center',
      transition: transitions.create('background-color', { duration: transitions.duration.shortest }),
    },
    ':where(.icon-button[data-color=secondary])': { color: palette.secondary.main },
    ':where(.icon-button[data-color=inherit])': { color: 'inherit' },
    ':where(.icon-button[data-edge=end])': { marginRight: -3 },
    [`.icon-button${isDisabled}`]: { color: disabled },
    ':where(.icon-button:hover)': { [whereHovers]: { backgroundColor: alpha(active, hoverOpacity) } },
    ':where(.icon-button[data-color=secondary]:hover)': {
      [whereHovers]: { backgroundColor: alpha(palette.secondary.main, hoverOpacity) },
    },
  } as const
}

function button({ palette, shape, transitions, typography }: Theme) {
  const { disabled, disabledBackground, hoverOpacity } = palette.action
  const inColour = ({ main, dark, contrastText }: PaletteColor) => ({
    '--button-main': main,
    '--button-edge': alpha(main, 0.5),
    '--button-hovered': alpha(main, hoverOpacity),
    '--button-dark': dark,
    '--button-on': contrastText,
  })
  const follow = (properties: string[]) => transitions.create(properties, { duration: transitions.duration.short })
  const changing = ['background-color', 'box-shadow', 'border-color']
  return {
    ':where(.button)': {
      ...inColour(palette.primary),
      ...typography.button,
      fontSize: typography.pxToRem(13),
      minWidth: 64,
      padding: '4px 5px',
      borderRadius: `${shape.borderRadius}px`,
      color: 'var(--button-main)',
      transition: follow([...changing, 'color']),
    },
    ':where(.button[data-color=secondary])': inColour(palette.secondary),
    ':where(.button[data-color=error])': inColour(palette.error),
    ':where(.button[data-color=inherit])': {
      '--button-main': 'currentColor',
      '--button-edge': 'currentColor',
      '--button-hovered': alpha(palette.text.primary, hoverOpacity),
    },
    ':where(.button[data-variant=outlined])': { padding: '3px 9px', border: '1px solid var(--button-edge)' },
    ':where(.button[data-variant=contained])': {
      padding: '4px 10px',
      color: 'var(--button-on)',
      backgroundColor: 'var(--button-main)',
    },
    ':where(.button:hover)': { [whereHovers]: { backgroundColor: 'var(--button-hovered)' } },
    ':where(.button[data-variant=outlined]:hover)': { [whereHovers]: { borderColor: 'var(--button-main)' } },
    ':where(.button[data-variant=contained]:hover)': { [whereHovers]: { backgroundColor: 'var(--button-dark)' } },
    [`.button${isDisabled}`]: { color: disabled },
    [`.button:where([data-variant=outlined])${isDisabled}`]: { borderColor: disabledBackground },
    [`.button:where([data-variant=contained])${isDisabled}`]: { backgroundColor: disabledBackground },
    '.button[data-loading=center]': { color: 'transparent', transition: follow(changing) },
    ':where(.button-icon)': { display: 'inherit', alignItems: 'center', margin: '0 8px 0 -2px' },
    // gives a button without text the height of a line
    ':where(.button-icon:not([data-end]))::before': { content: '"\\200b"', width: 0, overflow: 'hidden' },
    ':where(.button-icon[data-end])': { alignItems: 'normal', margin: '0 -2px 0 8px' },
    '.button-icon > :first-of-type': { fontSize: 18 },
    ':where([data-loading=start] > .button-icon)': { opacity: 0, transition: follow(['opacity']) },
    ':where(.button-wheel)': { display: 'contents' },
    ':where(.button-wheel > *)': {
      display: 'flex',
      position: 'absolute',
      visibility: 'visible',
      left: '50%',
      transform: 'translate(-50%)',
      color: disabled,
    },
    ':where([data-loading=start] > .button-wheel > *)': { left: 10, transform: 'none', color: 'inherit' },
    ':where([data-loading=start][data-variant=text] > .button-wheel > *)': { left: 6 },
  } as const
}
