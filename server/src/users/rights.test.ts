import { describe, expect, test } from 'vitest'
import { classificationApi } from '#contract/lists/document-classifications'
import { type Role, roleApi } from '#contract/users/roles'
import { type Account, userApi } from '#contract/users/users'
import { testApp, testPassword } from '../../test/app.ts'
import { callAtOnce } from '../../test/at-once.ts'

const { as, database, holding, signIn, withCookie } = await testApp()
const admin = as('ADMIN')
const personnel = await holding('USER_READ', 'USER_MODIFY', 'USER_DELETE', 'CONTACT_READ', 'CONTACT_MODIFY')
const office = await holding('GENERAL_ADMIN_FUNCTIONS', 'CONTACT_READ')

const addRole = async (name: string, permissions: Role['permissions']) =>
  (await admin.call(roleApi.add, { body: { name, permissions } })).answer
const small = await addRole('KARTEI', ['CONTACT_READ'])
const large = await addRole('KASSE', ['CONTACT_READ', 'FLAME_DELETE', 'EMAIL_READ'])

const addUser = async (username: string, ...roles: string[]) =>
  (await admin.call(userApi.add, { body: { username, password: testPassword, roles } })).answer
const accounts = async () => (await admin.call(userApi.list, {})).answer as Account[]
const accountOf = async (name: string) => {
  const found = (await accounts()).find(({ username }) => username === name)
  if (!found) throw new Error(`there is no user ${name}`)
  return found
}
const roles = async () => (await admin.call(roleApi.list, {})).answer
const roleNamed = async (wanted: string) => {
  const found = (await roles()).find(({ name }) => name === wanted)
  if (!found) throw new Error(`there is no role ${wanted}`)
  return found
}

describe('a role with more permissions than the caller has', () => {
  test('cannot be given to a new user, to others or to the caller', async () => {
    const before = await accounts()
    const own = await accountOf(personnel.name)
    const other = await addUser('other', 'KARTEI')
    const give = (user: Account, name: string) =>
      personnel.call(userApi.update, { params: { id: user.id }, body: { ...user, roles: [...user.roles, name] } })
    const added = await personnel.call(userApi.add, {
      body: { username: 'new one', password: testPassword, roles: ['KARTEI', 'KASSE'] },
    })
    for (const { status, problem } of [added, await give(own, 'KASSE'), await give(other, 'KASSE')]) {
      expect(status).toBe(403)
      expect(problem).toMatchObject({ code: 'RIGHTS_NOT_HELD', lacking: ['KASSE', 'FLAME_DELETE', 'EMAIL_READ'] })
      expect(problem.detail).toContain('KASSE, Flammen: Löschen, E-Mails: Lesen')
    }
    expect((await give(own, 'ADMIN')).problem.code).toBe('RIGHTS_NOT_HELD')
    expect(await accounts()).toEqual([...before, other].toSorted((a, b) => a.username.localeCompare(b.username, 'de')))
  })

  test('does not include roles whose permissions the caller has', async () => {
    const { status, answer } = await personnel.call(userApi.add, {
      body: { username: 'clerk', password: testPassword, roles: ['KARTEI'] },
    })
    expect(status).toBe(200)
    const params = { id: answer.id }
    const emptied = await personnel.call(userApi.update, { params, body: { ...answer, roles: [] } })
    expect(emptied.answer.roles).toEqual([])
    expect((await personnel.call(userApi.remove, { params })).status).toBe(204)
  })

  test('a role that opens documents or boards can be given only by its holders', async () => {
    const { id } = await addRole('GEHEIM', [])
    const { answer } = await admin.call(classificationApi.add, { body: { title: 'Geheim', assignedRoles: [id] } })
    const own = await accountOf(personnel.name)
    const { problem } = await personnel.call(userApi.update, {
      params: { id: own.id },
      body: { ...own, roles: [...own.roles, 'GEHEIM'] },
    })
    expect(problem).toMatchObject({ code: 'RIGHTS_NOT_HELD', lacking: ['GEHEIM'] })
    const seen = async () =>
      (await personnel.call(roleApi.list, {})).answer.filter(({ givable }) => givable).map(({ name }) => name)
    expect(await seen()).toEqual(['KARTEI', 'TERMIN_API', personnel.name].toSorted())
    await admin.call(classificationApi.remove, { params: { id: answer.id } })
    expect(await seen()).toContain('GEHEIM')
    expect((await roles()).every(({ givable }) => givable)).toBe(true)
  })
})

describe('the account of a user with more permissions', () => {
  test('cannot be changed, unlocked, signed out or removed', async () => {
    const above = await addUser('above', 'KASSE')
    const params = { id: above.id }
    const cookie = await signIn('above')
    const attempts = [
      await personnel.call(userApi.update, { params, body: { ...above, password: 'a new password' } }),
      await personnel.call(userApi.update, { params, body: { ...above, roles: [] } }),
      await personnel.call(userApi.update, { params, body: { ...above, disabled: true } }),
      await personnel.call(userApi.remove, { params }),
      await personnel.call(userApi.unlock, { params }),
      await personnel.call(userApi.signOut, { params }),
      await personnel.call(userApi.resetSecondFactor, { params }),
    ]
    for (const { status, problem } of attempts) {
      expect(status).toBe(403)
      expect(problem).toMatchObject({ code: 'USER_HOLDS_MORE', lacking: ['KASSE', 'FLAME_DELETE', 'EMAIL_READ'] })
      expect(problem.detail).toContain('above')
    }
    expect(await accountOf('above')).toMatchObject({ version: above.version, roles: ['KASSE'], disabled: false })
    expect((await withCookie(cookie).call(roleApi.list, {})).status).toBe(403)
    expect((await admin.call(userApi.signOut, { params })).answer).toEqual({ ended: 1 })
  })
})

describe('permissions that the caller does not have', () => {
  test('cannot be added to a new role or the own one', async () => {
    const before = await roles()
    const added = await office.call(roleApi.add, {
      body: { name: 'NEU', permissions: ['CONTACT_READ', 'USER_MODIFY'] },
    })
    expect(added.problem).toMatchObject({ code: 'RIGHTS_NOT_HELD', lacking: ['USER_MODIFY'] })
    const own = await roleNamed(office.name)
    const widened = await office.call(roleApi.update, {
      params: { id: own.id },
      body: { ...own, permissions: [...own.permissions, 'USER_MODIFY'] },
    })
    expect(widened.problem).toMatchObject({ code: 'RIGHTS_NOT_HELD', lacking: ['USER_MODIFY'] })
    expect(await roles()).toEqual(before)
  })

  test('protect a role that has them from changes and removal', async () => {
    const params = { id: large.id }
    const body = { ...large, permissions: small.permissions, requiresSecondFactor: false }
    const lacking = ['FLAME_DELETE', 'EMAIL_READ']
    expect((await office.call(roleApi.update, { params, body })).problem.lacking).toEqual(lacking)
    expect((await office.call(roleApi.remove, { params })).problem).toMatchObject({ code: 'RIGHTS_NOT_HELD', lacking })
    expect((await roleNamed('KASSE')).permissions).toEqual(large.permissions)
  })

  test('do not limit changes to permissions that the caller has', async () => {
    const { answer } = await office.call(roleApi.add, { body: { name: 'BÜRO', permissions: ['CONTACT_READ'] } })
    const params = { id: answer.id }
    expect((await office.call(roleApi.update, { params, body: { ...answer, permissions: [] } })).status).toBe(200)
    expect((await office.call(roleApi.remove, { params })).status).toBe(204)
  })
})

test('the list of roles is for users who assign them', async () => {
  for (const role of ['USER', 'TERMIN_USER', 'PROJECT_MANAGER'] as const) {
    expect((await as(role).call(roleApi.list, {})).status).toBe(403)
  }
})

test('a user who gains permissions at the same moment cannot be removed by somebody with fewer', async () => {
  const user = await addUser('steigt auf', 'KARTEI')
  const params = { id: user.id }
  const [raised, removed] = await callAtOnce(
    database,
    () => admin.call(userApi.update, { params, body: { ...user, roles: ['KASSE'] } }),
    () => personnel.call(userApi.remove, { params }),
  )
  expect([raised.status, removed.problem?.code]).toEqual([200, 'USER_HOLDS_MORE'])
})
