import { useMemo } from 'react'
import { roleApi } from '#contract/users/roles'
import { useApi } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { ChoicesField } from '../../../ui/fields/ChoicesField.tsx'
import { useRoleLabel } from '../../users/people/use-role-label.ts'
import { choosable, useUsers } from '../../users/people/use-users.ts'

/** Returns users and roles as options, with a function for their names. */
export function useAssignable() {
  const users = useUsers()
  const roles = useApi(roleApi.list, {})
  const roleLabel = useRoleLabel()
  return useMemo(() => {
    const names = new Map<string, string>()
    for (const { id, username } of users.values()) names.set(id, username)
    for (const { id, name } of roles.data ?? []) names.set(id, roleLabel(name))
    return {
      users: choosable(users.values()).map(({ id }) => id),
      roles: (roles.data ?? []).map(({ id }) => id),
      nameOf: (id: string) => names.get(id) ?? '–',
    }
  }, [users, roles.data, roleLabel])
}

/** Fields for the users and roles that may see an entry; none means all. */
export function AssignedFields() {
  const { t } = useTranslation('masterData')
  const { users, roles, nameOf } = useAssignable()
  return (
    <>
      <ChoicesField
        name="assignedUsers"
        label={t('assigned.users')}
        ids={users}
        nameOf={nameOf}
        hint={t('assigned.hint')}
      />
      <ChoicesField name="assignedRoles" label={t('assigned.roles')} ids={roles} nameOf={nameOf} />
    </>
  )
}
