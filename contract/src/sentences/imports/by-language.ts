import type { Language } from '../../limits.ts'
import { de, type ImportSentences } from './de.ts'
import { en } from './en.ts'
import { fr } from './fr.ts'

export const importSentences: Record<Language, ImportSentences> = { DE: de, EN: en, FR: fr }
