import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { contactApi } from '#contract/contacts/contacts'
import type { BodyOf, QueryOf } from '#contract/endpoint'
import type { RoleName } from '#contract/permissions'
import { historyApi } from '#contract/together/history'
import { roleApi } from '#contract/users/roles'
import { type Account, authApi, userApi } from '#contract/users/users'
import type { Work } from '#contract/users/work'
import { testApp, testPassword } from '../../test/app.ts'
import { callAtOnce } from '../../test/at-once.ts'
import { flameFactory } from '../../test/flames.ts'

const { database, as, sessionOf, signIn, withCookie } = await testApp()
const { buildBoard } = flameFactory(as)
const admin = as('ADMIN')

const buildUser = async (username: string, more: object = {}) => {
  const { answer, status } = await admin.call(userApi.add, { body: { username, password: testPassword, ...more } })
  expect(status).toBe(200)
  return answer
}
const users = async () => (await admin.call(userApi.list, {})).answer as Account[]
const idOf = async (username: string) => (await users()).find((user) => user.username === username)?.id ?? ''
const roleNamed = async (name: string) => {
  const role = (await admin.call(roleApi.list, {})).answer.find((one) => one.name === name)
  if (!role) throw new Error(`there is no role ${name}`)
  return role
}

describe('the users who can be given work', () => {
  const names = async (caller: Pick<typeof admin, 'call'>, query: QueryOf<typeof userApi.whoSees>) => {
    const all = await users()
    const { answer } = await caller.call(userApi.whoSees, { query })
    return answer.map((id) => all.find((one) => one.id === id)?.username)
  }

  test('are those who can sign in and may see it', async () => {
    for (const role of ['USER', 'TERMIN_USER', 'TERMIN_API', 'PROJECT_MANAGER']) {
      await buildUser(`sees ${role}`, { roles: [role] })
    }
    await buildUser('sees no more', { roles: ['USER'], disabled: true })
    const seeing = async (work: Work) => (await names(admin, { work })).filter((name) => name?.startsWith('sees '))
    expect(await seeing('PROJECT')).toEqual(['sees PROJECT_MANAGER', 'sees USER'])
    expect(await seeing('PROJECT_TODO')).toEqual(['sees PROJECT_MANAGER', 'sees USER'])
    expect(await seeing('FLAME')).toEqual(['sees USER'])
    expect(await seeing('FLAME_TODO')).toEqual(['sees USER'])
    expect(await seeing('ENCOUNTER')).toEqual(['sees TERMIN_USER', 'sees USER'])
    expect(await seeing('PROJECT_PROXY')).toEqual(['sees USER'])
    expect(await seeing('CONTACT_COMMENT')).toEqual(['sees TERMIN_USER', 'sees USER'])
    expect(await seeing('MAIL_COMMENT')).toEqual(['sees USER'])
    expect(await seeing('PROJECT_COMMENT')).toEqual(['sees PROJECT_MANAGER', 'sees USER'])
  })

  test('are those who see the board by name or role, and every ADMIN', async () => {
    const { id } = await buildUser('named', { roles: ['USER'] })
    await buildUser('not named', { roles: ['USER'] })
    await buildUser('manager', { roles: ['USER', 'PROJECT_MANAGER'] })
    const { id: role } = await roleNamed('PROJECT_MANAGER')
    const board = await buildBoard({ kind: 'PROJECT', assignedUsers: [id], assignedRoles: [role] })
    const seeing = await names(admin, { work: 'PROJECT', boardRef: board.id })
    expect(seeing).toEqual(expect.arrayContaining(['ADMIN', 'manager', 'named']))
    expect(seeing).not.toContain('not named')
    expect(await names(admin, { work: 'PROJECT' })).toContain('not named')
    const refused = await as('USER').call(userApi.whoSees, { query: { work: 'PROJECT', boardRef: board.id } })
    expect(refused.problem).toMatchObject({ status: 400, errors: [{ path: 'boardRef', code: 'unknownRef' }] })
  })

  test('are not listed for callers who may not see the work', async () => {
    const { problem } = await as('TERMIN_USER').call(userApi.whoSees, { query: { work: 'FLAME' } })
    expect(problem).toMatchObject({ status: 403, code: 'FORBIDDEN' })
  })
})

describe('users', () => {
  test('are returned as created, without their password', async () => {
    const made = await buildUser('Zoë', {
      email: 'zoe@example.com',
      phoneNumber: '+41 79 000 00 01',
      language: 'FR',
      avatarSmall: 'data:image/png;base64,AAAA',
      roles: ['USER', 'PROJECT_MANAGER'],
    })
    expect(made).toMatchObject({
      username: 'Zoë',
      email: 'zoe@example.com',
      phoneNumber: '+41 79 000 00 01',
      language: 'FR',
      avatarSmall: 'data:image/png;base64,AAAA',
      roles: ['PROJECT_MANAGER', 'USER'],
      disabled: false,
      locked: false,
      userConfig: { favoritBlackboard: null, favoritProjectboard: null, visibleFutureTasks: false, phoneLinks: 'LINK' },
    })
    expect((await admin.call(userApi.get, { params: { id: made.id } })).answer).toEqual(made)
    expect(await users()).toContainEqual(made)
  })

  test('show the state of their account only to those who may change them', async () => {
    const { id } = await buildUser('told')
    const seenBy = async (role: RoleName) => {
      const listed = (await as(role).call(userApi.list, {})).answer.find((user) => user.id === id)
      expect((await as(role).call(userApi.get, { params: { id } })).answer).toEqual(listed)
      return listed
    }
    const seen = { id, username: 'told', avatarSmall: null, disabled: false }
    expect(await seenBy('USER')).toEqual(seen)
    expect(await seenBy('TERMIN_USER')).toEqual(seen)
    expect(await seenBy('ADMIN')).toMatchObject({ ...seen, roles: [], locked: false, lastLoginAtUtc: null })
  })

  test('need existing roles, an embedded picture and a valid e-mail address', async () => {
    const add = async (more: object) =>
      (await admin.call(userApi.add, { body: { username: 'x', password: testPassword, ...more } })).problem.errors
    expect(await add({ roles: ['USER', 'KING'] })).toMatchObject([{ path: 'roles' }])
    expect(await add({ avatarSmall: 'https://elsewhere.example/x.png' })).toMatchObject([{ path: 'avatarSmall' }])
    expect(await add({ avatarSmall: 'data:image/svg+xml;base64,AAAA' })).toMatchObject([{ path: 'avatarSmall' }])
    expect(await add({ email: 'not a mail' })).toMatchObject([{ path: 'email' }])
    expect(await idOf('x')).toBe('')
  })

  test('saved by two admins: the second gets the version saved by the first', async () => {
    const user = await buildUser('saved twice')
    const save = (username: string) =>
      admin.call(userApi.update, { params: { id: user.id }, body: { ...user, username } })
    expect((await save('first')).status).toBe(200)
    const { problem } = await save('second')
    expect(problem).toMatchObject({ code: 'STALE_VERSION', current: { username: 'first', version: 2 } })
  })

  test('that are removed leave the list, keep their name on what they did, and their name can be used again', async () => {
    const user = await buildUser('leaves', { roles: ['USER'] })
    const body = { legalType: 'NATURAL' as const, surname: 'Bleibt' }
    const left = withCookie(await sessionOf('leaves'))
    const contact = (await left.call(contactApi.add, { body, query: {} })).answer
    expect((await admin.call(userApi.remove, { params: { id: user.id } })).status).toBe(204)
    expect(await idOf('leaves')).toBe('')
    expect((await admin.call(userApi.remove, { params: { id: user.id } })).status).toBe(404)
    expect((await buildUser('leaves')).id).not.toBe(user.id)
    const { answer } = await admin.call(historyApi.ofContact, { params: { id: contact.id }, query: {} })
    expect(answer.entries.map(({ username }) => username)).toEqual(['leaves'])
  })

  test('have every change in their history, including roles, without secrets', async () => {
    const user = await buildUser('remembered', { roles: ['USER'] })
    await admin.call(userApi.update, {
      params: { id: user.id },
      body: { ...user, email: 'new@example.com', password: 'an entirely new one', roles: ['USER', 'TERMIN_USER'] },
    })
    const { rows } = await sql<{ by: string; entity: string; action: string; changes: object }>`
      select u.username as by, h.entity, h.action, h.changes from history h left join app_user u on u.id = h.actor
       where h.root_id = ${user.id} order by h.id`.execute(database.kysely)
    expect(rows[0]).toMatchObject({ by: 'ADMIN', entity: 'app_user', action: 'CREATED' })
    expect(rows).toContainEqual({
      by: 'ADMIN',
      entity: 'app_user',
      action: 'CHANGED',
      changes: { email: ['', 'new@example.com'], password_hash: [null, null] },
    })
    expect(JSON.stringify(rows)).not.toContain('argon')
    expect(JSON.stringify(rows.filter(({ action }) => action === 'CHANGED'))).toContain('TERMIN_USER')
  })
})

describe('the last admin', () => {
  const alone = async () => {
    const list = await users()
    return list.filter((user) => user.roles.includes('ADMIN') && !user.disabled)
  }

  test('can be neither disabled nor removed, and cannot lose the role', async () => {
    const [last, ...others] = await alone()
    expect(others).toEqual([])
    if (!last) throw new Error('there is no admin')
    const params = { id: last.id }
    const attempts = [
      await admin.call(userApi.update, { params, body: { ...last, disabled: true } }),
      await admin.call(userApi.update, { params, body: { ...last, roles: ['USER'] } }),
      await admin.call(userApi.remove, { params }),
    ]
    for (const { status, problem } of attempts) {
      expect(status).toBe(409)
      expect(problem.code).toBe('LAST_ADMIN')
    }
    expect(await alone()).toEqual([last])
  })

  test('is kept when two admins remove each other at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const second = await buildUser(`admin ${round}`, { roles: ['ADMIN'] })
      const cookie = await signIn(`admin ${round}`)
      const [first] = (await alone()).filter((user) => user.id !== second.id)
      const answers = await Promise.all([
        admin.call(userApi.remove, { params: { id: second.id } }),
        withCookie(cookie).call(userApi.update, {
          params: { id: first?.id ?? '' },
          body: { ...first, username: 'ADMIN', version: first?.version ?? 1, roles: ['USER'] },
        }),
      ])
      // read from the database, because the admin who lost the role may not list users
      const left = await sql`select from app_user u join user_role ur on ur.user_id = u.id
        join role r on r.id = ur.role_id and r.name = 'ADMIN' where u.deleted_at is null`.execute(database.kysely)
      expect(left.rows.length, JSON.stringify(answers.map(({ status }) => status))).toBe(1)
      // The next round begins with the user ADMIN as the only admin.
      await sql`insert into user_role select u.id, r.id from app_user u, role r
                 where u.username = 'ADMIN' and r.name = 'ADMIN' on conflict do nothing`.execute(database.kysely)
      await expect.poll(async () => (await admin.call(authApi.me, {})).answer.permissions).toContain('USER_MODIFY')
      await admin.call(userApi.remove, { params: { id: second.id } })
    }
  })
})

describe('roles', () => {
  const add = (name: string, more: object = {}) =>
    admin.call(roleApi.add, { body: { name, permissions: ['CONTACT_READ'], ...more } })

  test('can be added, changed and removed, with effect at once', async () => {
    const { answer: role } = await add('LAGER')
    expect(role).toMatchObject({ name: 'LAGER', permissions: ['CONTACT_READ'], users: 0, requiresSecondFactor: false })
    await buildUser('stores', { roles: ['LAGER'] })
    const cookie = await signIn('stores')
    expect((await withCookie(cookie).call(userApi.list, {})).status).toBe(403)
    const change = { ...role, name: 'LAGERIST', permissions: ['CONTACT_READ', 'USER_READ', 'USER_READ'] as const }
    const { answer } = await admin.call(roleApi.update, {
      params: { id: role.id },
      body: { ...change, permissions: [...change.permissions] },
    })
    expect(answer).toMatchObject({ name: 'LAGERIST', permissions: ['CONTACT_READ', 'USER_READ'], users: 1, version: 2 })
    expect((await withCookie(cookie).call(userApi.list, {})).status).toBe(200)
    const inUse = await admin.call(roleApi.remove, { params: { id: role.id } })
    expect(inUse.problem).toMatchObject({ code: 'IN_USE', usedBy: [{ what: 'users', count: 1 }] })
    await admin.call(userApi.remove, { params: { id: await idOf('stores') } })
    expect((await admin.call(roleApi.remove, { params: { id: role.id } })).status).toBe(204)
    expect((await admin.call(roleApi.remove, { params: { id: role.id } })).status).toBe(404)
  })

  test('have unique names regardless of case', async () => {
    await add('KASSE')
    expect((await add('Kasse')).problem.code).toBe('ROLE_EXIST')
  })

  test('cannot have an unknown permission', async () => {
    expect((await add('ALLES', { permissions: ['EVERYTHING'] })).status).toBe(400)
  })

  test('saved by two admins: the second gets the version saved by the first', async () => {
    const { answer: role } = await add('ZWEIMAL')
    const save = () => admin.call(roleApi.update, { params: { id: role.id }, body: { ...role, permissions: [] } })
    expect((await save()).status).toBe(200)
    expect((await save()).problem).toMatchObject({ code: 'STALE_VERSION', current: { version: 2, permissions: [] } })
  })

  test('that are delivered can get other permissions, but cannot be renamed or removed', async () => {
    const user = await roleNamed('TERMIN_API')
    const update = (change: object) =>
      admin.call(roleApi.update, { params: { id: user.id }, body: { ...user, ...change } })
    expect((await update({ name: 'OTHER' })).problem.code).toBe('FIXED_ROLE')
    expect((await admin.call(roleApi.remove, { params: { id: user.id } })).problem.code).toBe('FIXED_ROLE')
    expect((await update({ permissions: ['CONTACT_READ'] })).status).toBe(200)
  })

  test('ADMIN always holds every permission', async () => {
    const role = await roleNamed('ADMIN')
    const body = { ...role, permissions: role.permissions.slice(1) }
    const { problem } = await admin.call(roleApi.update, { params: { id: role.id }, body })
    expect(problem.code).toBe('FIXED_ROLE')
  })
})

describe('the own settings of a user', () => {
  test('include e-mail, number, language and picture, but not name and roles', async () => {
    const user = await buildUser('own profile', { roles: ['USER'] })
    const cookie = await signIn('own profile')
    const body = { version: 1, email: 'own@example.com', language: 'EN', username: 'king', roles: ['ADMIN'] } as const
    const { answer } = await withCookie(cookie).call(userApi.updateOwn, { params: { id: user.id }, body })
    expect(answer).toMatchObject({
      username: 'own profile',
      roles: ['USER'],
      email: 'own@example.com',
      language: 'EN',
      version: 2,
    })
    const others = { params: { id: await idOf('ADMIN') }, body }
    expect((await withCookie(cookie).call(userApi.updateOwn, others)).status).toBe(403)
    expect((await admin.call(userApi.updateOwn, { params: { id: user.id }, body })).status).toBe(403)
  })

  test('include the configuration, which others cannot read', async () => {
    const user = await buildUser('own config')
    const cookie = await signIn('own config')
    const params = { id: user.id }
    const save = async (body: BodyOf<typeof userApi.updateConfig>) =>
      withCookie(cookie).call(userApi.updateConfig, { params, body })
    const board = await buildBoard()
    const config = {
      favoritBlackboard: board.id,
      favoritProjectboard: null,
      visibleFutureTasks: true,
      phoneLinks: 'LINK' as const,
    }
    expect((await save({ visibleFutureTasks: true })).status).toBe(200)
    expect((await save({ favoritBlackboard: board.id })).answer).toEqual(config)
    expect((await withCookie(cookie).call(userApi.getConfig, { params })).answer).toEqual(config)
    expect((await save({ favoritBlackboard: null })).answer).toEqual({ ...config, favoritBlackboard: null })
    expect((await admin.call(userApi.getConfig, { params })).status).toBe(403)
    expect((await admin.call(userApi.updateConfig, { params, body: config })).status).toBe(403)
  })

  test('accept as first board only a visible board of its kind', async () => {
    const user = await buildUser('favours')
    const cookie = await signIn('favours')
    const params = { id: user.id }
    const save = (body: BodyOf<typeof userApi.updateConfig>) =>
      withCookie(cookie).call(userApi.updateConfig, { params, body })
    const hidden = await buildBoard({ assignedUsers: [await idOf('ADMIN')] })
    const own = await buildBoard({ assignedUsers: [user.id] })
    const projects = await buildBoard({ kind: 'PROJECT' })
    for (const favoritBlackboard of [hidden.id, projects.id, randomUUID()]) {
      const { problem } = await save({ favoritBlackboard, visibleFutureTasks: true })
      expect(problem).toMatchObject({ code: 'VALIDATION', errors: [{ path: 'favoritBlackboard', code: 'unknownRef' }] })
    }
    expect((await save({ favoritProjectboard: own.id })).problem.code).toBe('VALIDATION')
    expect((await save({ favoritBlackboard: own.id })).status).toBe(200)
    expect((await save({ favoritProjectboard: projects.id })).answer).toEqual({
      favoritBlackboard: own.id,
      favoritProjectboard: projects.id,
      visibleFutureTasks: false,
      phoneLinks: 'LINK',
    })
  })

  test('include the arrangement of tables', async () => {
    await buildUser('arranges')
    const cookie = await signIn('arranges')
    const save = (tableId: string, value: Record<string, unknown>) =>
      withCookie(cookie).call(userApi.saveTablePreferences, { params: { tableId }, body: { value } })
    expect((await save('contacts', { order: ['surname'] })).status).toBe(204)
    expect((await save('contacts', { order: ['city', 'surname'] })).status).toBe(204)
    expect((await save('users', {})).status).toBe(204)
    const { answer } = await withCookie(cookie).call(userApi.tablePreferences, {})
    expect(answer).toEqual({ contacts: { order: ['city', 'surname'] }, users: {} })
    expect((await admin.call(userApi.tablePreferences, {})).answer).toEqual({})
    expect((await save('x'.repeat(61), {})).status).toBe(400)
    expect((await save('contacts', { nul: 'a\0b' })).status).toBe(400)
    const long = await save('contacts', { order: Array.from({ length: 8000 }, () => 'surname') })
    expect(long.problem.errors).toMatchObject([{ path: 'value', code: 'maxLength' }])
    await Promise.all(Array.from({ length: 198 }, (_, index) => save(`list${index}`, {})))
    const more = await save('oneMore', {})
    expect(more.problem.errors).toMatchObject([{ path: 'tableId', detail: 'Es sind höchstens 200 erlaubt' }])
    expect((await save('users', { order: [] })).status).toBe(204)
    expect(Object.keys((await withCookie(cookie).call(userApi.tablePreferences, {})).answer)).toHaveLength(200)
  })
})

test('a sign-in with a password that is changed at the same moment fails', async () => {
  const username = 'wechselt'
  const { answer: user } = await admin.call(userApi.add, { body: { username, password: testPassword } })
  const change = { ...user, password: 'ein ganz anderes Passwort' }
  const [changed, signedIn] = await callAtOnce(
    database,
    () => admin.call(userApi.update, { params: { id: user.id }, body: change }),
    () => as(null).call(authApi.signIn, { body: { username, password: testPassword } }),
  )
  expect([changed.status, signedIn.status]).toEqual([200, 401])
})
