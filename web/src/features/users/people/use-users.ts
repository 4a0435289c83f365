import { useMemo } from 'react'
import { type User, userApi } from '#contract/users/users'
import { useApi } from '../../../api/hooks.ts'
import { useMay } from '../../../session/session.ts'
import type { Option } from '../../../ui/fields/SelectField.tsx'
import { compareText } from '../../../ui/text/format.ts'

/** Returns all users by id, including disabled ones, to name them; empty without the permission. */
export function useUsers(): ReadonlyMap<string, User> {
  const may = useMay()
  const { data } = useApi(userApi.list, {}, { enabled: may('USER_READ'), quiet: true })
  return useMemo(() => new Map(data?.map((user) => [user.id, user])), [data])
}

type Choosable = Pick<User, 'id' | 'username' | 'disabled'>

/** Returns the users that can be chosen, by name: active ones, and those already chosen. */
export const choosable = <One extends Choosable>(users: Iterable<One>, isChosen = (_id: string) => false): One[] =>
  [...users].filter(({ id, disabled }) => !disabled || isChosen(id)).sort((a, b) => compareText(a.username, b.username))

/** Returns users as options; those who are disabled or lack access are only shown if chosen. */
export const userOptions = (users: Iterable<Choosable>, sees = (_id: string) => true): Option[] =>
  choosable(users, () => true).map(({ id, username, disabled }) => ({
    value: id,
    label: username,
    disabled: disabled || !sees(id),
  }))
