import * as written from '#contract/sentences/written'
import { currentLanguage } from './i18n.ts'

/** «Name: text» as the language on the screen writes it. */
export const withColon = (name: string, text: string): string => written.withColon(currentLanguage(), name, text)

/** A name within the quotation marks of the language on the screen. */
export const quoted = (name: string): string => written.quoted(currentLanguage(), name)
