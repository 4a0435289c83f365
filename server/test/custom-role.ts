import { expect } from 'vitest'
import type { Permission } from '#contract/permissions'
import { roleApi } from '#contract/users/roles'
import { userApi } from '#contract/users/users'
import { type testApp, testPassword } from './app.ts'

type App = Pick<Awaited<ReturnType<typeof testApp>>, 'as' | 'signIn' | 'withCookie'>

/** Returns a function that adds a user with a role of exactly these permissions, and signs in. */
export function customRoles({ as, signIn, withCookie }: App) {
  let number = 0
  return async (...permissions: Permission[]) => {
    number += 1
    const name = `EIGEN_${number}`
    const role = await as('ADMIN').call(roleApi.add, { body: { name, permissions } })
    expect(role.status, JSON.stringify(role.problem)).toBe(200)
    const body = { username: `eigen${number}`, password: testPassword, roles: [name] }
    const { answer, status, problem } = await as('ADMIN').call(userApi.add, { body })
    expect(status, JSON.stringify(problem)).toBe(200)
    return { id: answer.id, ...withCookie(await signIn(body.username)) }
  }
}
