import { css } from '@emotion/react'
import type { Theme } from '@mui/material/styles'
import { buttonLooks } from '../src/theme/buttons.ts'
import { checkboxLook } from '../src/theme/checkbox.ts'
import { focusRing } from '../src/theme/focus-ring.ts'
import { iconLook } from '../src/theme/icon.ts'
import { libraryFieldLook } from '../src/theme/library-field.ts'
import { lineFieldLook } from '../src/theme/line-field.ts'
import { styleCache } from '../src/theme/style-cache.ts'
import { makeTheme } from '../src/theme/theme.ts'
import { togglesLook } from '../src/theme/toggles.ts'

/**
 * The text of looks.css, what fields, buttons, ticks, pictures and toggles look like; a test keeps the file equal to it (`vitest -u`
 * rewrites it). To write and read these styles in the browser was one part in fifty of what a screen costs it until it stands.
 */
export function looksCss(): string {
  const [light, dark] = (['light', 'dark'] as const).map((scheme) => rulesOf(makeTheme(scheme, 'DE')))
  if (light?.length !== dark?.length) throw new Error('a look is there in one of light and dark alone')
  return `${light?.flatMap((rule, at) => [rule, ...inDark(rule, dark?.[at] ?? '')]).join('\n')}\n`
}

/** As the browser would be given them. */
function rulesOf(theme: Theme): string[] {
  const rules: string[] = []
  const sheet = { insert: (rule: string) => rules.push(rule) }
  const looks = [
    // one after the other: put together, what two say of the same pointer would hold for the last alone
    lineFieldLook(theme),
    buttonLooks(theme),
    checkboxLook(theme, focusRing(theme.palette.secondary.main)),
    iconLook(theme),
    togglesLook(theme),
    libraryFieldLook(theme),
  ]
  const cache = styleCache()
  cache.insert('', css(looks as Parameters<typeof css>[0]), sheet as unknown as typeof cache.sheet, false)
  return rules.filter((rule) => !rule.endsWith('{}'))
}

/** What a rule says otherwise in the dark, for the same elements and as strong as it. Fails where light says more than dark. */
function inDark(light: string, dark: string): string[] {
  if (light === dark) return []
  const said = [...light.matchAll(ruleInside)].map(([, , declarations = '']) => declarations.split(';'))
  let at = 0
  const text = dark.replace(ruleInside, (_, selectors: string, declarations: string) => {
    const before = said[at++] ?? []
    const after = declarations.split(';')
    const lacking = before.filter((one) => !after.some((other) => nameOf(other) === nameOf(one)))
    if (lacking.length > 0) throw new Error(`in the dark ${selectors} lacks ${lacking}`)
    const others = after.filter((one) => !before.includes(one))
    return others.length > 0 ? `${inDarkOnly(selectors)}{${others.join(';')};}` : ''
  })
  if (at !== said.length) throw new Error(`in one of light and dark alone: ${light}`)
  return [text]
}

const nameOf = (declaration: string) => declaration.split(':')[0]

const ruleInside = /([^{}]+)\{([^{}]*)\}/g

const inDarkOnly = (selectors: string) =>
  selectors
    .split(/,(?![^(]*\))/)
    .map((selector) => `:where([data-theme=dark]) ${selector}`)
    .join(',')
