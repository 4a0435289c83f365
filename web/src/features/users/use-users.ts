import { useMemo } from 'react'
import { type User, userApi } from '#contract/users'
import { useApi } from '../../api/hooks.ts'
import { useMay } from '../../session/session.ts'

/** All users by id, disabled ones too, for who is named somewhere; empty for whoever may not see them. */
export function useUsers(): ReadonlyMap<string, User> {
  const may = useMay()
  const { data } = useApi(userApi.list, {}, { enabled: may('USER_READ'), quiet: true })
  return useMemo(() => new Map(data?.map((user) => [user.id, user])), [data])
}
