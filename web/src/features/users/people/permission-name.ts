import type { TFunction } from 'i18next'
import { permissionName as nameIn } from '#contract/sentences/permissions/permission-name'
import { currentLanguage } from '../../../i18n/i18n.ts'

/** Returns the label of a permission. */
export const permissionName = (permission: string, t: TFunction<'users'>): string =>
  nameIn(permission, currentLanguage(), (word) => t(word))
