import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { contactApi } from '#contract/contacts/contacts'
import { limits } from '#contract/limits'
import { authApi, userApi } from '#contract/users/users'
import { testApp, testPassword } from '../../test/app.ts'
import { waitAfter } from './login-throttle.ts'

const { app, database, as, signIn, withCookie } = await testApp()
const nobody = as(null)
const attempt = (username: string, password: string) => nobody.call(authApi.signIn, { body: { username, password } })
const wrong = (username: string) => attempt(username, 'not the password')
const addUser = async (username: string, more: object = {}) => {
  const body = { username, password: testPassword, roles: ['USER'], ...more }
  const { answer, status } = await as('ADMIN').call(userApi.add, { body })
  expect(status).toBe(200)
  return answer
}
const idOf = async (username: string) => {
  const { answer } = await as('ADMIN').call(userApi.list, {})
  return answer.find((user) => user.username === username)?.id ?? ''
}
const ageFailures = (seconds: number) =>
  sql`update login_failure set last_at = last_at - make_interval(secs => ${seconds})`.execute(database.kysely)

beforeEach(async () => {
  await database.kysely.deleteFrom('login_failure').execute()
})

describe('signing in', () => {
  test('answers the user without secrets and sets an HttpOnly cookie', async () => {
    const { response, answer, status } = await attempt('user', testPassword)
    expect(status).toBe(200)
    expect(answer).toMatchObject({ username: 'USER', roles: ['USER'], secondFactorMissing: false })
    expect(response.body).not.toMatch(/password|hash|argon|secret"/i)
    expect(response.cookies[0]).toMatchObject({ name: 'session', httpOnly: true, sameSite: 'Lax', path: '/' })
    expect(response.cookies[0]?.value).toMatch(/^[\w-]{43}$/)
  })

  test('sets a Secure cookie when the public URL is HTTPS', async () => {
    const secure = await testApp({ publicUrl: new URL('https://crm.example.com') })
    const { response } = await secure
      .as(null)
      .call(authApi.signIn, { body: { username: 'USER', password: testPassword } })
    expect(response.cookies[0]?.secure).toBe(true)
  })

  test('stores only the hash of the session token', async () => {
    const cookie = await signIn('USER')
    const { rows } = await sql<{ all: string }>`select string_agg(s::text, ' ') as all from session s`.execute(
      database.kysely,
    )
    expect(rows[0]?.all).not.toContain(cookie.replace('session=', ''))
  })

  test('gives the same answer for a wrong password, an unknown and a disabled user', async () => {
    await addUser('disabled one', { disabled: true })
    const answers = [
      await wrong('USER'),
      await wrong('nobody of this name'),
      await attempt('disabled one', testPassword),
    ]
    for (const { status, problem } of answers) {
      expect(status).toBe(401)
      expect(problem).toEqual(answers[0]?.problem)
    }
    expect(answers[0]?.problem).toMatchObject({
      code: 'BAD_CREDENTIALS',
      detail: 'Benutzername oder Passwort sind nicht korrekt.',
    })
  })

  test('ignores the case of names, including umlauts', async () => {
    await addUser('Jürg Ärni')
    expect((await attempt('JÜRG ÄRNI', testPassword)).status).toBe(200)
    const taken = await as('ADMIN').call(userApi.add, { body: { username: 'jürg ärni', password: testPassword } })
    expect(taken.problem.code).toBe('USERNAME_EXIST')
  })

  test('accepts names in other scripts, composed or decomposed', async () => {
    for (const name of ['İlker', 'IŞIL', 'Straße', 'ΣΊΣΥΦΟΣ', 'Zoe\u0308']) {
      await addUser(name)
      for (const typed of [name, name.normalize('NFC'), name.normalize('NFD')]) {
        expect((await attempt(typed, testPassword)).status).toBe(200)
      }
    }
  })

  test.each([
    'admin\u200b',
    'ad\u202emin',
    'ad\u00admin',
    'admin\u2060',
    'a\ufe0fb',
    '\u3164\u3164',
    '\u2800',
    'a\u0007b',
  ])('a name with the invisible character %j is refused', async (username) => {
    const { status, problem } = await as('ADMIN').call(userApi.add, { body: { username, password: testPassword } })
    expect([status, problem.errors]).toMatchObject([400, [{ path: 'username', code: 'hiddenSigns' }]])
  })

  test('refuses a name that is long, empty or contains NUL', async () => {
    expect((await attempt('x'.repeat(256), 'y')).status).toBe(400)
    expect((await attempt('', 'y')).status).toBe(400)
    expect((await attempt('a\0b', 'y')).status).toBe(400)
    expect((await attempt('USER', 'a\0b')).status).toBe(400)
  })
})

describe('the sign-in throttle', () => {
  test('waits ten seconds for each failure above three and locks above ten', () => {
    expect([1, 2, 3].map(waitAfter)).toEqual([0, 0, 0])
    expect(waitAfter(4)).toBe(40)
    expect(waitAfter(10)).toBe(100)
    expect(waitAfter(11)).toBe(15 * 60)
  })

  test('allows four failures without waiting, then delays even the right password', async () => {
    for (let count = 1; count <= 4; count++) expect((await wrong('USER')).problem.failures).toBe(count)
    const blocked = await attempt('USER', testPassword)
    expect(blocked.status).toBe(429)
    expect(blocked.problem).toMatchObject({ code: 'TOO_MANY_ATTEMPTS', failures: 4 })
    expect(blocked.problem.retryAfter).toBeGreaterThan(38)
    expect(Number(blocked.response.headers['retry-after'])).toBe(blocked.problem.retryAfter)
    await ageFailures(39)
    expect((await attempt('USER', testPassword)).status).toBe(429)
    await ageFailures(1)
    expect((await attempt('USER', testPassword)).status).toBe(200)
    expect((await wrong('USER')).problem.failures).toBe(1)
  })

  test('applies to unknown names as well', async () => {
    for (let count = 1; count <= 4; count++) await wrong('who is this')
    expect((await wrong('WHO IS THIS')).status).toBe(429)
  })

  test('locks for fifteen minutes after ten failures and shows this in the list of users', async () => {
    const { id } = await addUser('locked out')
    for (let count = 1; count <= 11; count++) {
      await ageFailures(120)
      expect((await wrong('locked out')).status).toBe(401)
    }
    const blocked = await attempt('locked out', testPassword)
    expect(blocked.problem.retryAfter).toBeGreaterThan(limits.login.lockSeconds - 5)
    expect((await as('ADMIN').call(userApi.get, { params: { id } })).answer.locked).toBe(true)
    await ageFailures(limits.login.lockSeconds - 5)
    expect((await attempt('locked out', testPassword)).status).toBe(429)
    await ageFailures(10)
    expect((await as('ADMIN').call(userApi.get, { params: { id } })).answer.locked).toBe(false)
    expect((await attempt('locked out', testPassword)).status).toBe(200)
  })

  test('can be unlocked by an admin', async () => {
    const { id } = await addUser('to be unlocked')
    for (let count = 1; count <= 11; count++) {
      await ageFailures(120)
      await wrong('to be unlocked')
    }
    expect((await as('USER').call(userApi.unlock, { params: { id } })).status).toBe(403)
    const { answer } = await as('ADMIN').call(userApi.unlock, { params: { id } })
    expect(answer.locked).toBe(false)
    expect((await attempt('to be unlocked', testPassword)).status).toBe(200)
  })

  test('checks at most four of two hundred wrong attempts at once', async () => {
    const answers = await Promise.all(Array.from({ length: 200 }, () => wrong('TERMIN_USER')))
    const looked = answers.filter(({ status }) => status === 401)
    expect(looked.length).toBeGreaterThan(0)
    expect(looked.length).toBeLessThanOrEqual(4)
    expect(answers.filter(({ status }) => status === 429).length).toBe(200 - looked.length)
  })

  test('lets few of two hundred right attempts at once in, throttles the others and counts none as failed', async () => {
    const answers = await Promise.all(Array.from({ length: 200 }, () => attempt('TERMIN_USER', testPassword)))
    const successes = answers.filter(({ status }) => status === 200).length
    expect(successes).toBeGreaterThan(0)
    // A success makes room for another attempt, so that more than four at once can succeed one after the other.
    expect(successes).toBeLessThan(50)
    expect(answers.filter(({ status }) => status === 429).length).toBe(200 - successes)
    const { rows } = await sql`select from login_failure where failures > 0`.execute(database.kysely)
    expect(rows).toEqual([])
  })
})

describe('a session', () => {
  const works = async (cookie: string) =>
    (await withCookie(cookie).call(contactApi.search, { body: { surname: 'x' } })).status

  test('ends on sign-out, which clears the cookie', async () => {
    const cookie = await signIn('USER')
    expect(await works(cookie)).toBe(200)
    const { status, response } = await withCookie(cookie).call(authApi.signOut, {})
    expect(status).toBe(204)
    expect(response.cookies[0]).toMatchObject({ name: 'session', value: '' })
    expect(await works(cookie)).toBe(401)
  })

  test('ends when its user signs out everywhere else', async () => {
    const [own, other] = [await signIn('PROJECT_MANAGER'), await signIn('PROJECT_MANAGER')]
    const { answer } = await withCookie(own).call(authApi.signOutEverywhere, {})
    expect(answer.ended).toBe(1)
    expect((await withCookie(own).call(authApi.me, {})).status).toBe(200)
    expect((await withCookie(other).call(authApi.me, {})).status).toBe(401)
  })

  test('ends when an admin signs the user out', async () => {
    const cookie = await signIn('PROJECT_MANAGER')
    const id = await idOf('PROJECT_MANAGER')
    const { answer } = await as('ADMIN').call(userApi.signOut, { params: { id } })
    expect(answer.ended).toBeGreaterThan(0)
    expect((await withCookie(cookie).call(authApi.me, {})).status).toBe(401)
  })

  test('ends when its user is disabled or removed', async () => {
    const user = await addUser('soon disabled')
    const cookie = await signIn('soon disabled')
    await as('ADMIN').call(userApi.update, { params: { id: user.id }, body: { ...user, disabled: true } })
    expect(await works(cookie)).toBe(401)
    await addUser('soon removed')
    const second = await signIn('soon removed')
    await as('ADMIN').call(userApi.remove, { params: { id: await idOf('soon removed') } })
    expect(await works(second)).toBe(401)
    expect((await attempt('soon removed', testPassword)).status).toBe(401)
  })

  test('ends when its user is disabled directly in the database', async () => {
    await addUser('disabled by hand')
    const cookie = await signIn('disabled by hand')
    expect(await works(cookie)).toBe(200)
    await sql`update app_user set disabled = true where username = 'disabled by hand'`.execute(database.kysely)
    await expect.poll(() => works(cookie)).toBe(401)
  })

  test('ends after twelve hours without a request, and each request extends it', async () => {
    const cookie = await signIn('USER')
    const idleFor = (interval: string) =>
      sql`update session set seen_at = now() - ${interval}::interval
           where created_at = (select max(created_at) from session)`.execute(database.kysely)
    await idleFor('11 hours 59 minutes')
    expect(await works(cookie)).toBe(200)
    const { rows } = await sql<{ fresh: boolean }>`
      select seen_at > now() - interval '1 minute' as fresh from session order by created_at desc limit 1`.execute(
      database.kysely,
    )
    expect(rows[0]?.fresh).toBe(true)
    await idleFor('12 hours 1 second')
    await expect.poll(() => works(cookie)).toBe(401)
  })

  test('loses a right at the moment the user loses the role', async () => {
    const user = await addUser('soon less')
    const cookie = await signIn('soon less')
    expect(await works(cookie)).toBe(200)
    await as('ADMIN').call(userApi.update, { params: { id: user.id }, body: { ...user, roles: [] } })
    expect(await works(cookie)).toBe(403)
  })

  test.each(['', 'x', '%00', 'a'.repeat(5000), '"; drop table session; --'])(
    'with the token %j is refused',
    async (token) => {
      const response = await app.inject({ url: '/api/auth/me', headers: { cookie: `session=${token}` } })
      expect(response.statusCode).toBe(401)
    },
  )
})

describe('the own password', () => {
  const change = (cookie: string, password: string) =>
    withCookie(cookie).call(authApi.changePassword, { body: { password } })

  test('has 7 to 35 characters, counted by graphemes', async () => {
    await addUser('changes')
    const cookie = await signIn('changes')
    expect((await change(cookie, '123456')).problem.code).toBe('PASSWORD_TOO_SHORT')
    expect((await change(cookie, '🔥🔥🔥🔥')).problem.code).toBe('PASSWORD_TOO_SHORT')
    for (const blank of [' '.repeat(7), '\u0001'.repeat(7), '\u200b'.repeat(8), ' \t\n\u00a0\u2003\u3164 ']) {
      expect((await change(cookie, blank)).problem.code).toBe('PASSWORD_BLANK')
    }
    expect((await change(cookie, 'x'.repeat(36))).problem).toMatchObject({
      code: 'VALIDATION',
      errors: [{ path: 'password', code: 'maxLength' }],
    })
    expect((await change(cookie, '1234567')).status).toBe(204)
    expect((await change(cookie, 'x'.repeat(35))).status).toBe(204)
    expect((await attempt('changes', testPassword)).status).toBe(401)
    expect((await attempt('changes', 'x'.repeat(35))).status).toBe(200)
  })

  test('ends the other sessions when it is changed', async () => {
    await addUser('changes too')
    const [own, other] = [await signIn('changes too'), await signIn('changes too')]
    await change(own, 'another password')
    expect((await withCookie(own).call(authApi.me, {})).status).toBe(200)
    expect((await withCookie(other).call(authApi.me, {})).status).toBe(401)
  })

  test('is the same with composed or decomposed accents', async () => {
    await addUser('accents')
    await change(await signIn('accents'), 'Zürich-Genève'.normalize('NFD'))
    expect((await attempt('accents', 'Zürich-Genève'.normalize('NFC'))).status).toBe(200)
  })

  test('that is too short cannot create a user', async () => {
    const { problem } = await as('ADMIN').call(userApi.add, { body: { username: 'short', password: '123456' } })
    expect(problem.code).toBe('PASSWORD_TOO_SHORT')
    expect(await idOf('short')).toBe('')
  })
})
