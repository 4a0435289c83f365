import { useCallback } from 'react'
import { type RoleName, roleNames } from '#contract/permissions'
import { useTranslation } from '../../../i18n/use-translation.ts'

/** Delivered roles have a name in the language of the screen, the others the one that an admin gave them. */
export function useRoleLabel() {
  const { t } = useTranslation('users')
  return useCallback((name: string) => (isDelivered(name) ? t(`roleName.${name}`) : name), [t])
}

export const isDelivered = (name: string): name is RoleName => (roleNames as readonly string[]).includes(name)
