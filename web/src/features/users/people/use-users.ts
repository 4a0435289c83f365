import { useMemo } from 'react'
import { type User, userApi } from '#contract/users/users'
import { useApi } from '../../../api/hooks.ts'
import { useMay } from '../../../session/session.ts'
import type { Option } from '../../../ui/fields/SelectField.tsx'
import { compareText } from '../../../ui/text/format.ts'

/** All users by id, disabled ones too, for who is named somewhere; empty for whoever may not see them. */
export function useUsers(): ReadonlyMap<string, User> {
  const may = useMay()
  const { data } = useApi(userApi.list, {}, { enabled: may('USER_READ'), quiet: true })
  return useMemo(() => new Map(data?.map((user) => [user.id, user])), [data])
}

type Choosable = Pick<User, 'id' | 'username' | 'disabled'>

/** Who is offered, by name: whoever can sign in, and whom somebody has chosen before. */
export const choosable = <One extends Choosable>(users: Iterable<One>, isChosen = (_id: string) => false): One[] =>
  [...users].filter(({ id, disabled }) => !disabled || isChosen(id)).sort((a, b) => compareText(a.username, b.username))

/** All users as choices of a field, which shows those who cannot sign in, or do not see what it is about, only where they are chosen. */
export const userOptions = (users: Iterable<Choosable>, sees = (_id: string) => true): Option[] =>
  choosable(users, () => true).map(({ id, username, disabled }) => ({
    value: id,
    label: username,
    disabled: disabled || !sees(id),
  }))
