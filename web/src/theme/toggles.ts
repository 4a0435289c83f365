import { alpha, type Theme } from '@mui/material/styles'

/**
 * Returns the styles of `ToggleButtons` besides those of all buttons (`buttons.ts`), like the small ones of the
 * component library. An `sx` overrides them.
 */
export function togglesLook({ palette, shape, typography }: Theme) {
  const { active, hoverOpacity, selectedOpacity } = palette.action
  const onGround = (opacity: number) => ({ backgroundColor: alpha(palette.text.primary, opacity) })
  const rounded = `${shape.borderRadius}px`
  return {
    ':where(.toggles)': { display: 'inline-flex' },
    ':where(.toggles > button)': {
      padding: 7,
      border: `1px solid ${palette.divider}`,
      color: active,
      ...typography.button,
      fontSize: typography.pxToRem(13),
    },
    ':where(.toggles[data-wide=true], .toggles[data-wide=true] > button)': { width: '100%' },
    ':where(.toggles > :not(:first-of-type))': { marginLeft: -1, borderLeftColor: 'transparent' },
    ':where(.toggles > :first-of-type)': { borderTopLeftRadius: rounded, borderBottomLeftRadius: rounded },
    ':where(.toggles > :last-of-type)': { borderTopRightRadius: rounded, borderBottomRightRadius: rounded },
    ':where(.toggles > :focus-visible)': { zIndex: 1 },
    ':where(.toggles > [aria-pressed=true])': { color: palette.text.primary, ...onGround(selectedOpacity) },
    '@media (hover: hover)': {
      ':where(.toggles > :hover)': onGround(hoverOpacity),
      ':where(.toggles > [aria-pressed=true]:hover)': onGround(selectedOpacity + hoverOpacity),
    },
  } as const
}
