import { describe, expect, it } from 'vitest'
import { contrast } from './contrast.ts'
import { makeTheme } from './theme.ts'
import { colours, tokensCss } from './tokens.ts'

it('tokens.css contains the colours of the theme', async () => {
  await expect(tokensCss()).toMatchFileSnapshot('./tokens.css')
})

describe.each(['light', 'dark'] as const)('%s', (scheme) => {
  const c = colours[scheme]
  const grounds = [c.background, c.surface, c.raised, c.selected]

  it.each(['text', 'muted', 'primary', 'accent', 'error', 'warning', 'success', 'info'] as const)(
    '%s is readable',
    (name) => {
      for (const ground of grounds) expect(contrast(c[name], ground), ground).toBeGreaterThanOrEqual(4.5)
    },
  )

  it('text on filled colours is readable', () => {
    expect(contrast(c.onPrimary, c.primary)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(c.onAccent, c.accent)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(c.onError, c.error)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(c.onWarningFill, c.warningFill)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(c.text, c.shared)).toBeGreaterThanOrEqual(4.5)
  })

  it('text on a filled button under the pointer is readable', () => {
    const { palette } = makeTheme(scheme, 'DE')
    for (const name of ['primary', 'secondary', 'error'] as const) {
      const { dark, contrastText } = palette[name]
      expect(contrast(hex(dark), contrastText), name).toBeGreaterThanOrEqual(4.5)
    }
  })

  it('the outline of a field is visible', () => {
    for (const ground of grounds.slice(0, 2)) expect(contrast(c.outline, ground)).toBeGreaterThanOrEqual(3)
  })
})

/** Returns `rgb(1, 2, 3)` as `#010203`. */
const hex = (rgb: string) =>
  `#${(rgb.match(/\d+/g) ?? []).map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`
