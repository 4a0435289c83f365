import type { Language } from '../limits.ts'

/** «Name: text», with the blank that French has before a colon. */
export const withColon = (language: Language, name: string, text: string): string =>
  `${name}${language === 'FR' ? ' ' : ''}: ${text}`

const quotes: Record<Language, readonly [string, string]> = { DE: ['«', '»'], EN: ['“', '”'], FR: ['« ', ' »'] }

/** A name within the quotation marks of a language. */
export const quoted = (language: Language, name: string): string => quotes[language].join(name)
