import type { Language } from '#contract/limits'

/** How each language of the interface writes days. */
export const locales = { DE: 'de-CH', EN: 'en-GB', FR: 'fr-CH' } as const satisfies Record<Language, string>

/** The same where months or weekdays are written out: French in Switzerland would put a comma behind a weekday. */
export const wordLocales = { ...locales, FR: 'fr-FR' } as const satisfies Record<Language, string>
