import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { authApi, userApi } from '#contract/users/users'
import { testApp, testPassword } from '../../test/app.ts'
import { forgetOldSignIns, freeFailuresOfMany, maxWaitOfManySeconds, waitAfterMany } from './login-throttle.ts'

const { app, as, database, appContext, withCookie } = await testApp()

type App = typeof app
async function signIn(on: App, address: string, username: string, password = 'wrong', headers = {}) {
  const response = await on.inject({
    method: 'POST',
    url: authApi.signIn.path,
    remoteAddress: address,
    headers,
    payload: { username, password },
  })
  return { status: response.statusCode, problem: response.json(), cookie: response.cookies[0]?.value ?? '' }
}

beforeEach(async () => {
  await database.kysely.deleteFrom('login_failure').execute()
  await database.kysely.deleteFrom('sign_in_place').execute()
})

describe('the address of a client', () => {
  const statuses = async (on: App, told: (count: number) => string) => {
    const answers: number[] = []
    for (let count = 1; count <= 6; count++) {
      answers.push((await signIn(on, '10.0.0.2', 'ADMIN', 'wrong', { 'x-forwarded-for': told(count) })).status)
    }
    return answers
  }
  const counted = [401, 401, 401, 401, 429, 429]

  test('behind a proxy is the one that the proxy saw, not one sent by the client', async () => {
    const one = await testApp({ trustProxy: 1 })
    expect(await statuses(one.app, (count) => `203.0.113.${count}, 198.51.100.7`)).toEqual(counted)
    const two = await testApp({ trustProxy: 2 })
    expect(await statuses(two.app, (count) => `203.0.113.${count}, 198.51.100.7, 10.0.0.1`)).toEqual(counted)
    const named = await testApp({ trustProxy: ['10.0.0.0/24'] })
    expect(await statuses(named.app, (count) => `203.0.113.${count}, 198.51.100.7, 10.0.0.1`)).toEqual(counted)
  })

  test('behind a proxy tells clients apart, and an invalid one is replaced by that of the connection', async () => {
    const proxied = await testApp({ trustProxy: 1 })
    expect(await statuses(proxied.app, (count) => `198.51.100.${count}`)).toEqual(Array(6).fill(401))
    expect(await statuses(proxied.app, (count) => `${'x'.repeat(3000)}${count}`)).toEqual(counted)
  })

  test('without a proxy is that of the connection', async () => {
    expect(await statuses(app, (count) => `203.0.113.${count}`)).toEqual(counted)
  })

  test('in IPv6 counts by network', async () => {
    const answers: number[] = []
    for (let count = 1; count <= 5; count++) {
      answers.push((await signIn(app, `2001:db8:1:2::${count}`, 'ADMIN')).status)
    }
    expect(answers).toEqual(counted.slice(0, 5))
    expect((await signIn(app, '2001:db8:1:3::1', 'ADMIN')).status).toBe(401)
    expect((await signIn(app, '::ffff:192.0.2.1', 'ADMIN')).status).toBe(401)
    expect((await signIn(app, '192.0.2.1', 'ADMIN')).problem.failures).toBe(2)
  })
})

describe('many failed sign-ins', () => {
  test('above fifty wait one second more for each, up to a minute', () => {
    expect([0, 50, 51, 60, 110, 5000].map(waitAfterMany)).toEqual([0, 0, 1, 10, 60, 60])
  })

  const fill = (name: string, address: string) => sql`
    insert into login_failure (name_hash, address, failures)
    values (${name === '' ? sql`''::bytea` : sql`sign_in_hash(${name})`}, ${address}, ${freeFailuresOfMany + 100})`

  test('from one address with many names are counted together', async () => {
    for (let count = 1; count <= 3; count++) await signIn(app, '192.0.2.1', `guess ${count}`)
    const { rows } =
      await sql`select failures from login_failure where name_hash = '' and address = '192.0.2.1'`.execute(
        database.kysely,
      )
    expect(rows).toEqual([{ failures: 3 }])
    await sql`delete from login_failure`.execute(database.kysely)
    await fill('', '192.0.2.1').execute(database.kysely)
    const { status, problem } = await signIn(app, '192.0.2.1', 'somebody else')
    expect([status, problem.code]).toEqual([429, 'TOO_MANY_ATTEMPTS'])
    expect(problem.retryAfter).toBeGreaterThan(maxWaitOfManySeconds - 5)
    expect((await signIn(app, '192.0.2.2', 'somebody else')).status).toBe(401)
  })

  test('from many addresses with one name are counted together, and an admin can unlock the user', async () => {
    for (let count = 1; count <= 3; count++) await signIn(app, `192.0.2.${count}`, 'USER')
    const { rows } = await sql`
      select failures from login_failure where name_hash = sign_in_hash('user') and address = ''`.execute(
      database.kysely,
    )
    expect(rows).toEqual([{ failures: 3 }])
    await sql`delete from login_failure`.execute(database.kysely)
    await fill('USER', '').execute(database.kysely)
    expect((await signIn(app, '192.0.2.77', 'USER', testPassword)).status).toBe(429)
    expect((await signIn(app, '192.0.2.77', 'ADMIN', testPassword)).status).toBe(200)
    const { answer } = await as('ADMIN').call(userApi.list, {})
    const id = answer.find(({ username }) => username === 'USER')?.id ?? ''
    await as('ADMIN').call(userApi.unlock, { params: { id } })
    expect((await signIn(app, '192.0.2.77', 'USER', testPassword)).status).toBe(200)
  })

  test('do not block a place where the user signed in before, and a success there keeps the count', async () => {
    expect((await signIn(app, '192.0.2.5', 'USER', testPassword)).status).toBe(200)
    await sql`delete from login_failure`.execute(database.kysely)
    await fill('USER', '').execute(database.kysely)
    await fill('', '192.0.2.5').execute(database.kysely)
    expect((await signIn(app, '192.0.2.5', 'USER', testPassword)).status).toBe(200)
    expect((await signIn(app, '192.0.2.5', 'ADMIN')).status).toBe(429)
    const { rows } = await sql`select distinct failures from login_failure`.execute(database.kysely)
    expect(rows).toEqual([{ failures: freeFailuresOfMany + 100 }])
    for (let count = 1; count <= 4; count++) expect((await signIn(app, '192.0.2.5', 'USER')).status).toBe(401)
    expect((await signIn(app, '192.0.2.5', 'USER')).status).toBe(429)
  })

  test('are deleted at night and contain no name as typed', async () => {
    await signIn(app, '192.0.2.9', 'My Secret Password 7')
    const { rows } = await sql<{ kept: string }>`
      select string_agg(f::text || encode(f.name_hash, 'escape'), ' ') as kept from login_failure f`.execute(
      database.kysely,
    )
    expect(rows[0]?.kept).not.toMatch(/secret/i)
    await forgetOldSignIns(appContext)
    expect((await database.kysely.selectFrom('login_failure').selectAll().execute()).length).toBe(3)
    await sql`update login_failure set last_at = now() - interval '16 minutes'`.execute(database.kysely)
    await sql`
      insert into sign_in_place (user_id, address, last_at)
      select id, '192.0.2.1', now() - interval '91 days' from app_user`.execute(database.kysely)
    await forgetOldSignIns(appContext)
    for (const table of ['login_failure', 'sign_in_place'] as const) {
      expect(await database.kysely.selectFrom(table).selectAll().execute()).toEqual([])
    }
  })
})

describe('a session', () => {
  const me = async (cookie: string) => (await withCookie(`session=${cookie}`).call(authApi.me, {})).status

  test('ends when its browser signs in again', async () => {
    const former = (await signIn(app, '192.0.2.1', 'USER', testPassword)).cookie
    const other = (await signIn(app, '192.0.2.1', 'USER', testPassword)).cookie
    const headers = { cookie: `session=${former}` }
    const next = (await signIn(app, '192.0.2.1', 'ADMIN', testPassword, headers)).cookie
    expect([await me(former), await me(other), await me(next)]).toEqual([401, 200, 200])
    await signIn(app, '192.0.2.1', 'ADMIN', 'wrong', { cookie: `session=${next}` })
    expect(await me(next)).toBe(200)
  })

  test('ends after thirty days, however often it is used', async () => {
    const begun = async (ago: string) => {
      const { cookie } = await signIn(app, '192.0.2.1', 'TERMIN_USER', testPassword)
      await sql`
        update session set created_at = now() - ${ago}::interval
         where created_at = (select max(created_at) from session)`.execute(database.kysely)
      return cookie
    }
    expect(await me(await begun('29 days'))).toBe(200)
    expect(await me(await begun('30 days 1 second'))).toBe(401)
  })
})
