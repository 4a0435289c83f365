import type { Language } from '../limits.ts'

/** Returns a French text with spaces at its punctuation that no line ends at. */
export const unbrokenFrench = (text: string): string =>
  text.replace(/« | (?=[»:;!?])/g, (at) => at.replace(' ', '\u00a0'))

/** Returns «Name: text», in French with a space before the colon. */
export const withColon = (language: Language, name: string, text: string): string =>
  `${name}${language === 'FR' ? '\u00a0' : ''}: ${text}`

const quotes: Record<Language, readonly [string, string]> = {
  DE: ['«', '»'],
  EN: ['“', '”'],
  FR: ['«\u00a0', '\u00a0»'],
}

/** Returns a name in the quotation marks of a language. */
export const quoted = (language: Language, name: string): string => quotes[language].join(name)
