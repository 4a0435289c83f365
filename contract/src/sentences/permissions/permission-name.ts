import type { Language } from '../../limits.ts'
import { type PermissionArea, permissionAreas, singlePermissions, type Verb } from '../../permission-matrix.ts'
import { withColon } from '../written.ts'

type Word = `area.${PermissionArea}` | `verb.${Verb}` | `single.${(typeof singlePermissions)[number]}`

/** Returns «Kontakte: Lesen»; an unknown permission, e.g. of another version, is returned unchanged. */
export function permissionName(permission: string, language: Language, say: (word: Word) => string): string {
  for (const [area, verbs] of Object.entries(permissionAreas) as [PermissionArea, Partial<Record<Verb, string>>][]) {
    const found = (Object.entries(verbs) as [Verb, string][]).find(([, name]) => name === permission)
    if (found) return withColon(language, say(`area.${area}`), say(`verb.${found[0]}`))
  }
  const single = singlePermissions.find((name) => name === permission)
  return single ? say(`single.${single}`) : permission
}
