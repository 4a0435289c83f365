import { useCallback } from 'react'
import { type RoleName, roleNames } from '#contract/permissions'
import { useTranslation } from '../../../i18n/use-translation.ts'

/** Returns a function for the label of a role: translated for built-in roles, else the given name. */
export function useRoleLabel() {
  const { t } = useTranslation('users')
  return useCallback((name: string) => (isDelivered(name) ? t(`roleName.${name}`) : name), [t])
}

export const isDelivered = (name: string): name is RoleName => (roleNames as readonly string[]).includes(name)
