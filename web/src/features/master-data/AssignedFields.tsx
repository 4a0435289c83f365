import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { roleApi, userApi } from '#contract/users'
import { useApi } from '../../api/hooks.ts'
import { useMay } from '../../session/session.ts'
import { ChoicesField } from '../../ui/fields/ChoicesField.tsx'
import { useRoleLabel } from '../users/use-role-label.ts'

/** Users and roles by their ids, as choices with their names. */
export function useAssignable() {
  const may = useMay()
  const users = useApi(userApi.list, {}, { enabled: may('USER_READ') })
  const roles = useApi(roleApi.list, {})
  const roleLabel = useRoleLabel()
  return useMemo(() => {
    const names = new Map<string, string>()
    for (const { id, username } of users.data ?? []) names.set(id, username)
    for (const { id, name } of roles.data ?? []) names.set(id, roleLabel(name))
    return {
      users: (users.data ?? []).filter(({ disabled }) => !disabled).map(({ id }) => id),
      roles: (roles.data ?? []).map(({ id }) => id),
      nameOf: (id: string) => names.get(id) ?? '–',
    }
  }, [users.data, roles.data, roleLabel])
}

/** Who may see an entry: nobody chosen means everybody. */
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
