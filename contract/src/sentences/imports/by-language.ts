import type { Language } from '../../limits.ts'
import { orEnglish } from '../like.ts'
import { de, type ImportSentences } from './de.ts'
import { en } from './en.ts'
import { fr } from './fr.ts'

export const importSentences: Record<Language, ImportSentences> = {
  DE: orEnglish(de, en),
  EN: en,
  FR: orEnglish(fr, en),
}
