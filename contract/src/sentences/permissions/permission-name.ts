import type { Language } from '../../limits.ts'
import { type PermissionArea, permissionAreas, singlePermissions, type Verb } from '../../permission-matrix.ts'
import { withColon } from '../written.ts'

type Word = `area.${PermissionArea}` | `verb.${Verb}` | `single.${(typeof singlePermissions)[number]}`

/** «Kontakte: Lesen»; one that is given no longer is shown as it is. */
export function permissionName(permission: string, language: Language, say: (word: Word) => string): string {
  for (const [area, verbs] of Object.entries(permissionAreas) as [PermissionArea, Partial<Record<Verb, string>>][]) {
    const found = (Object.entries(verbs) as [Verb, string][]).find(([, name]) => name === permission)
    if (found) return withColon(language, say(`area.${area}`), say(`verb.${found[0]}`))
  }
  const single = singlePermissions.find((name) => name === permission)
  return single ? say(`single.${single}`) : permission
}
