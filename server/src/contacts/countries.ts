import { countryCodes } from '#contract/contacts/countries'
import { languages } from '#contract/limits'

/** The countries the company trades with; they come first where several names begin with what was typed. */
const near = 'CH DE AT FR LI IT LU BE NL GB ES DK SE NO FI PL CZ HU SI US'.split(' ')
const codes = [...new Set([...near, ...countryCodes])]

const umlauts: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue' }
const spelt = (name: string) => name.toLowerCase().replace(/[äöü]/g, (letter) => umlauts[letter] ?? letter)

/** Names of the countries in the three languages, folded, also with umlauts spelt out, mapped to their codes. */
const names = new Map(
  languages.flatMap((language) => {
    const display = new Intl.DisplayNames(language, { type: 'region' })
    return codes.flatMap((code) => {
      const name = display.of(code) ?? code
      return [fold(name), fold(spelt(name))].map((written) => [written, code] as const)
    })
  }),
)

/** Returns the ISO code of a country named in German, English or French or by its code; otherwise what was typed. */
export function countryCode(typed: string): string {
  const text = typed.trim()
  if (/^[a-z]{2}$/i.test(text)) return text.toUpperCase()
  const folded = fold(text)
  if (folded.length < 3) return text
  return names.get(folded) ?? [...names].find(([name]) => name.startsWith(folded))?.[1] ?? text
}

function fold(text: string): string {
  return text.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '')
}
