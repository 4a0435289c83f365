import type { Language } from '#contract/limits'

/** Locales for dates in digits, by interface language. */
export const locales = { DE: 'de-CH', EN: 'en-GB', FR: 'fr-CH' } as const satisfies Record<Language, string>

/** Locales for dates with written months or weekdays: fr-CH would put a comma after a weekday. */
export const wordLocales = { ...locales, FR: 'fr-FR' } as const satisfies Record<Language, string>
