import { quoted as quotedIn, withColon as withColonIn } from '#contract/sentences/written'
import { currentLanguage } from './i18n.ts'

/** Returns «Name: text» in the notation of the current language. */
export const withColon = (name: string, text: string): string => withColonIn(currentLanguage(), name, text)

/** Returns «Name:», where the text is drawn separately. */
export const colonAfter = (name: string): string => withColon(name, '').trimEnd()

/** Returns a name in the quotation marks of the current language. */
export const quoted = (name: string): string => quotedIn(currentLanguage(), name)
