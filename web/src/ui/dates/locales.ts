import type { Language } from '#contract/limits'

/** How each language of the interface writes days. */
export const locales = { DE: 'de-CH', EN: 'en-GB', FR: 'fr-CH' } as const satisfies Record<Language, string>
