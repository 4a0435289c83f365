import type { TFunction } from 'i18next'
import * as names from '#contract/sentences/permissions/permission-name'
import { currentLanguage } from '../../../i18n/i18n.ts'

/** What a right is called on the screen. */
export const permissionName = (permission: string, t: TFunction<'users'>): string =>
  names.permissionName(permission, currentLanguage(), (word) => t(word))
