import type { Language } from '@glut/contract/limits'
import { de as general } from '@glut/contract/sentences/de'
import { en as generalEn } from '@glut/contract/sentences/en'
import { fr as generalFr } from '@glut/contract/sentences/fr'
import { de, type ImportSentences } from '@glut/contract/sentences/imports/de'
import { en } from '@glut/contract/sentences/imports/en'
import { fr } from '@glut/contract/sentences/imports/fr'
import { fill, type Values } from '@glut/contract/sentences/issue'
import type { Ctx } from '../http/context.ts'
import { fail } from '../http/problem.ts'

/** What an import says, by language, with what the API says of a refused value. */
export const sentences: Record<Language, ImportSentences> = { DE: de, EN: en, FR: fr }
export const invalid = { DE: general.invalid, EN: generalEn.invalid, FR: generalFr.invalid }

export type Unreadable = keyof ImportSentences['unreadable']

/** Ends the call because of what the file is. */
export function refuse(ctx: Ctx, because: Unreadable, values: Values = {}): never {
  fail('UNREADABLE_CSV', { values: { reason: fill(sentences[ctx.actor.language].unreadable[because], values) } })
}
