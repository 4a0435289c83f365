import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { roleApi } from '#contract/users/roles'
import { authApi, userApi } from '#contract/users/users'
import { testApp } from '../../test/app.ts'
import { buildApp } from '../app.ts'
import { openListener } from '../db/listen.ts'

const { appContext, database, as, signIn, withCookie } = await testApp()
const admin = as('ADMIN')
const me = (cookie: string) => withCookie(cookie).call(authApi.me, {})
describe('the user of a request', () => {
  test('is known as an admin changed it, in this and other processes', async () => {
    const other = await buildApp(appContext)
    await other.ready()
    const role = (await admin.call(roleApi.add, { body: { name: 'LAGER', permissions: ['CONTACT_READ'] } })).answer
    const username = 'anders'
    const body = { username, password: 'correct horse', roles: ['LAGER'] }
    const user = (await admin.call(userApi.add, { body })).answer
    const cookie = await signIn(username)
    const there = async () =>
      (await other.inject({ method: 'GET', url: '/api/auth/me', headers: { cookie } })).statusCode
    for (let round = 0; round < 3; round++) expect(await there()).toBe(200)
    expect((await me(cookie)).status).toBe(200)

    const permissions = ['CONTACT_READ', 'EMAIL_READ'] as const
    const changed = { ...role, permissions: [...permissions] }
    await admin.call(roleApi.update, { params: { id: role.id }, body: changed })
    expect((await me(cookie)).answer.permissions).toEqual([...permissions])
    await admin.call(userApi.signOut, { params: { id: user.id } })
    expect((await me(cookie)).status).toBe(401)
    await expect.poll(there).toBe(401)
    await other.close()
  })

  test('is read from the database each time while change notifications are down', async () => {
    const cookie = await signIn('USER')
    expect((await me(cookie)).status).toBe(200)
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and query like 'listen%'`.execute(database.kysely)
    await sql`delete from session`.execute(database.kysely)
    await expect.poll(async () => (await me(cookie)).status).toBe(401)
  })

  test('is read from the database each time behind a pooler without notifications', async () => {
    const deaf = Object.create(database.pool, {
      query: { value: database.pool.query.bind(database.pool) },
      connect: {
        value: async () => {
          const client = await database.pool.connect()
          const query = client.query.bind(client) as (...given: unknown[]) => unknown
          client.query = ((text: unknown, ...rest: unknown[]) =>
            String(text).startsWith('listen') ? Promise.resolve() : query(text, ...rest)) as typeof client.query
          return client
        },
      },
    })
    const other = await buildApp({ ...appContext, database: { ...database, listener: openListener(deaf) } })
    await other.ready()
    const cookie = await signIn('USER')
    const there = async () =>
      (await other.inject({ method: 'GET', url: '/api/auth/me', headers: { cookie } })).statusCode
    await expect.poll(there).toBe(200)
    await sleep(200)
    expect(await there()).toBe(200)
    await sql`delete from session`.execute(database.kysely)
    expect(await there()).toBe(401)
    await other.close()
  })
})
