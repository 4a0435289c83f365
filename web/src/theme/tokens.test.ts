import { describe, expect, it } from 'vitest'
import { colours, tokensCss } from './tokens.ts'

it('tokens.css holds the colours of the theme', async () => {
  await expect(tokensCss()).toMatchFileSnapshot('./tokens.css')
})

const luminance = (hex: string) => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

const contrast = (a: string, b: string) => {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (light + 0.05) / (dark + 0.05)
}

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

  it('the outline of a field can be seen', () => {
    for (const ground of grounds.slice(0, 2)) expect(contrast(c.outline, ground)).toBeGreaterThanOrEqual(3)
  })
})
