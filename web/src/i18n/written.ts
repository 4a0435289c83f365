import { quoted as quotedIn, withColon as withColonIn } from '#contract/sentences/written'
import { currentLanguage } from './i18n.ts'

/** «Name: text» as the language on the screen writes it. */
export const withColon = (name: string, text: string): string => withColonIn(currentLanguage(), name, text)

/** «Name:», where the text is drawn apart. */
export const colonAfter = (name: string): string => withColon(name, '').trimEnd()

/** A name within the quotation marks of the language on the screen. */
export const quoted = (name: string): string => quotedIn(currentLanguage(), name)
