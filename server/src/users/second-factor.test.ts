import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { beforeEach, describe, expect, test } from 'vitest'
import { roleApi } from '#contract/users/roles'
import { authApi, userApi } from '#contract/users/users'
import { testApp, testPassword } from '../../test/app.ts'
import { callAtOnce } from '../../test/at-once.ts'
import { acceptedStep } from './second-factor.ts'

const { database, as, signIn, withCookie } = await testApp()
const attempt = (username: string, secondFactor?: string) =>
  as(null).call(authApi.signIn, { body: { username, password: testPassword, secondFactor } })
const totp = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret), period: 30, digits: 6 })
/** Resets the last used time step, as if the user had not used a code yet. */
const forgetStep = () => sql`update app_user set second_factor_step = 0`.execute(database.kysely)

beforeEach(async () => {
  await database.kysely.deleteFrom('login_failure').execute()
})

/** Adds a user with a confirmed second factor. */
async function userWithFactor(username: string) {
  const body = { username, password: testPassword, roles: ['USER'] }
  const { answer: user } = await as('ADMIN').call(userApi.add, { body })
  const cookie = await signIn(username)
  const { answer: started } = await withCookie(cookie).call(authApi.startSecondFactor, {})
  const code = totp(started.secret).generate()
  const { answer: confirmed, status } = await withCookie(cookie).call(authApi.confirmSecondFactor, { body: { code } })
  expect(status).toBe(200)
  return { id: user.id, cookie, secret: started.secret, code, recoveryCodes: confirmed.recoveryCodes }
}

describe('a one-time code', () => {
  const secret = 'JBSWY3DPEHPK3PXP'
  const now = new Date('2026-11-21T12:00:10Z')
  const at = (seconds: number) => totp(secret).generate({ timestamp: now.getTime() + seconds * 1000 })
  const step = Math.floor(now.getTime() / 30_000)

  test('is valid in its half minute and the neighbouring ones, also with blanks', () => {
    expect(acceptedStep(secret, at(0), 0, now)).toBe(step)
    expect(acceptedStep(secret, at(-30), 0, now)).toBe(step - 1)
    expect(acceptedStep(secret, at(30), 0, now)).toBe(step + 1)
    expect(acceptedStep(secret, at(0).replace(/^.../, '$& '), 0, now)).toBe(step)
    expect(acceptedStep(secret, at(-60), 0, now)).toBeNull()
    expect(acceptedStep(secret, at(60), 0, now)).toBeNull()
  })

  test('works once, and earlier ones no longer work after it', () => {
    expect(acceptedStep(secret, at(0), step, now)).toBeNull()
    expect(acceptedStep(secret, at(-30), step, now)).toBeNull()
    expect(acceptedStep(secret, at(30), step, now)).toBe(step + 1)
  })

  test.each(['', '12345', '1234567', 'abcdef', '-12345', '１２３４５６'])('is refused when it is %j', (code) => {
    expect(acceptedStep(secret, code, 0, now)).toBeNull()
  })
})

describe('the second factor', () => {
  test('is required once it is set up', async () => {
    const { secret } = await userWithFactor('careful')
    const asked = await attempt('careful')
    expect(asked.status).toBe(401)
    expect(asked.problem.code).toBe('SECOND_FACTOR_REQUIRED')
    expect(asked.response.cookies).toEqual([])
    expect((await attempt('careful', '000000')).problem.code).toBe('WRONG_SECOND_FACTOR')
    await forgetStep()
    const { answer, status } = await attempt('careful', totp(secret).generate())
    expect(status).toBe(200)
    expect(answer.secondFactor).toBe(true)
  })

  test('accepts no code twice, even at the same moment', async () => {
    const { secret } = await userWithFactor('replayed')
    await forgetStep()
    const code = totp(secret).generate()
    const answers = await Promise.all([attempt('replayed', code), attempt('replayed', code), attempt('replayed', code)])
    expect(answers.filter(({ status }) => status === 200).length).toBe(1)
    expect((await attempt('replayed', code)).problem.code).toBe('WRONG_SECOND_FACTOR')
  })

  test('does not accept the code that confirmed it', async () => {
    const { code } = await userWithFactor('confirmed')
    expect((await attempt('confirmed', code)).problem.code).toBe('WRONG_SECOND_FACTOR')
  })

  test('accepts each recovery code once, in any notation', async () => {
    const { recoveryCodes } = await userWithFactor('recovers')
    expect(new Set(recoveryCodes).size).toBe(10)
    const [first = '', second = ''] = recoveryCodes
    expect((await attempt('recovers', first)).status).toBe(200)
    expect((await attempt('recovers', first)).problem.code).toBe('WRONG_SECOND_FACTOR')
    expect((await attempt('recovers', second.toLowerCase().replace('-', ' '))).status).toBe(200)
  })

  test('limits wrong codes like wrong passwords, even between requests for a code', async () => {
    await userWithFactor('throttled')
    for (let count = 1; count <= 4; count++) {
      expect((await attempt('throttled', '000000')).problem.code).toBe('WRONG_SECOND_FACTOR')
      if (count < 4) expect((await attempt('throttled')).status).toBe(401)
    }
    expect((await attempt('throttled', '000000')).status).toBe(429)
  })

  test('is inactive until it is confirmed with a correct code', async () => {
    await as('ADMIN').call(userApi.add, { body: { username: 'starts', password: testPassword, roles: ['USER'] } })
    const cookie = await signIn('starts')
    await withCookie(cookie).call(authApi.startSecondFactor, {})
    const wrong = await withCookie(cookie).call(authApi.confirmSecondFactor, { body: { code: '000000' } })
    expect(wrong.problem.code).toBe('WRONG_SECOND_FACTOR')
    expect((await attempt('starts')).status).toBe(200)
  })

  test('cannot be replaced from an open session', async () => {
    const { cookie } = await userWithFactor('open session')
    expect((await withCookie(cookie).call(authApi.startSecondFactor, {})).status).toBe(403)
    const removed = await withCookie(cookie).call(authApi.removeSecondFactor, { body: { code: '000000' } })
    expect(removed.problem.code).toBe('WRONG_SECOND_FACTOR')
    expect((await attempt('open session')).problem.code).toBe('SECOND_FACTOR_REQUIRED')
  })

  test('limits guesses of the code that removes it', async () => {
    const { cookie } = await userWithFactor('guessed at')
    const guess = () => withCookie(cookie).call(authApi.removeSecondFactor, { body: { code: '000000' } })
    for (let count = 1; count <= 4; count++) expect((await guess()).status).toBe(400)
    expect((await guess()).problem.code).toBe('TOO_MANY_ATTEMPTS')
  })

  test('is removed with a code, together with its recovery codes', async () => {
    const { cookie, secret, id } = await userWithFactor('removes')
    await forgetStep()
    const code = totp(secret).generate()
    expect((await withCookie(cookie).call(authApi.removeSecondFactor, { body: { code } })).status).toBe(204)
    expect((await attempt('removes')).status).toBe(200)
    const { rows } = await sql`select from recovery_code where user_id = ${id}`.execute(database.kysely)
    expect(rows).toEqual([])
  })

  test('can be reset by an admin', async () => {
    const { id } = await userWithFactor('loses')
    expect((await as('USER').call(userApi.resetSecondFactor, { params: { id } })).status).toBe(403)
    const { answer } = await as('ADMIN').call(userApi.resetSecondFactor, { params: { id } })
    expect(answer.secondFactor).toBe(false)
    expect((await attempt('loses')).status).toBe(200)
  })

  test('is stored encrypted and not in the history', async () => {
    const { secret, id, recoveryCodes } = await userWithFactor('kept')
    const { rows } = await sql<{ all: string }>`
      select (select u::text from app_user u where id = ${id})
          || (select string_agg(h::text, ' ') from history h where root_id = ${id}) as all`.execute(database.kysely)
    const bytes = Buffer.from(secret).toString('hex')
    for (const hidden of [secret, bytes, ...recoveryCodes]) expect(rows[0]?.all).not.toContain(hidden)
    expect(rows[0]?.all).toContain('second_factor_secret')
  })
})

describe('a role that requires a second factor', () => {
  test('allows only its set-up until it is active', async () => {
    const { answer: roles } = await as('ADMIN').call(roleApi.list, {})
    const role = roles.find(({ name }) => name === 'PROJECT_MANAGER')
    if (!role) throw new Error('there is no such role')
    const strict = { ...role, requiresSecondFactor: true }
    expect((await as('ADMIN').call(roleApi.update, { params: { id: role.id }, body: strict })).status).toBe(200)
    const cookie = await signIn('PROJECT_MANAGER')
    const { answer: me } = await withCookie(cookie).call(authApi.me, {})
    expect(me.secondFactorMissing).toBe(true)
    const refused = await withCookie(cookie).call(userApi.list, {})
    expect(refused.status).toBe(403)
    expect(refused.problem.code).toBe('SECOND_FACTOR_SETUP_REQUIRED')
    const { answer } = await withCookie(cookie).call(authApi.startSecondFactor, {})
    await withCookie(cookie).call(authApi.confirmSecondFactor, { body: { code: totp(answer.secret).generate() } })
    expect((await withCookie(cookie).call(userApi.list, {})).status).toBe(200)
  })
})

describe('two tabs setting up the second factor', () => {
  async function started(username: string) {
    await as('ADMIN').call(userApi.add, { body: { username, password: testPassword, roles: ['USER'] } })
    const caller = withCookie(await signIn(username))
    const start = async () => (await caller.call(authApi.startSecondFactor, {})).answer
    const { secret } = await start()
    const confirm = () => caller.call(authApi.confirmSecondFactor, { body: { code: totp(secret).generate() } })
    return { start, confirm }
  }

  test('cannot confirm a secret that the other tab replaced', async () => {
    const { start, confirm } = await started('zwei-reiter')
    const [, confirmed] = await callAtOnce(database, start, confirm)
    expect(confirmed.status).toBe(400)
  })

  test('get the recovery codes once', async () => {
    const { confirm } = await started('zwei-klicks')
    const both = await callAtOnce(database, confirm, confirm)
    expect(both.map(({ status }) => status)).toEqual([200, 400])
  })
})
