import type { TFunction } from 'i18next'
import { withColon } from '../../../i18n/written.ts'
import { type PermissionArea, permissionAreas, singlePermissions, type Verb } from './permission-matrix.ts'

/** «Kontakte: Lesen»; one that is given no longer is shown as it is. */
export function permissionName(permission: string, t: TFunction<'users'>): string {
  for (const [area, verbs] of Object.entries(permissionAreas) as [PermissionArea, Partial<Record<Verb, string>>][]) {
    const found = (Object.entries(verbs) as [Verb, string][]).find(([, name]) => name === permission)
    if (found) return withColon(t(`area.${area}`), t(`verb.${found[0]}`))
  }
  const single = singlePermissions.find((name) => name === permission)
  return single ? t(`single.${single}`) : permission
}
