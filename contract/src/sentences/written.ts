import type { Language } from '../limits.ts'

/** Returns «Name: text», in French with a space before the colon. */
export const withColon = (language: Language, name: string, text: string): string =>
  `${name}${language === 'FR' ? ' ' : ''}: ${text}`

const quotes: Record<Language, readonly [string, string]> = { DE: ['«', '»'], EN: ['“', '”'], FR: ['« ', ' »'] }

/** Returns a name in the quotation marks of a language. */
export const quoted = (language: Language, name: string): string => quotes[language].join(name)
