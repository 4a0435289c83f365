import { expect, test } from 'vitest'
import { userApi } from '#contract/users/users'
import { testApp, testPassword } from '../../test/app.ts'
import { callAtOnce } from '../../test/at-once.ts'

const { database, as, signIn, withCookie } = await testApp()
const admin = as('ADMIN')
const add = (username: string, more: object) =>
  admin.call(userApi.add, { body: { username, password: testPassword, ...more } })
const buildUser = async (username: string, more: object = {}) => {
  const { answer, status } = await add(username, more)
  expect(status).toBe(200)
  return answer
}

test('e-mail addresses and phone numbers of users are unique in any notation', async () => {
  const reached = { email: 'Once@example.com', phoneNumber: '044 555 10 01' }
  const first = await buildUser('reached first', reached)
  expect((await add('reached twice', { email: 'once@EXAMPLE.com' })).problem).toMatchObject({
    status: 409,
    code: 'EMAIL_EXIST',
  })
  expect((await add('reached twice', { phoneNumber: '+41 44 555 10 01' })).problem.code).toBe('PHONENUMBER_EXIST')
  await buildUser('reached spelt', { email: 'once@müller.ch' })
  expect((await add('reached spelt twice', { email: 'Once@xn--mller-kva.ch' })).problem.code).toBe('EMAIL_EXIST')
  const second = await buildUser('reached second', { roles: ['USER'] })
  const { id, username, language, avatarSmall, disabled, roles } = second
  const saved = (version: number, more: object) =>
    admin.call(userApi.update, {
      params: { id },
      body: { version, username, language, avatarSmall, disabled, roles, ...more },
    })
  expect((await saved(second.version, { email: 'ONCE@example.com' })).problem.code).toBe('EMAIL_EXIST')
  expect((await saved(second.version, { phoneNumber: '0041 44 555 10 01' })).problem.code).toBe('PHONENUMBER_EXIST')
  const own = withCookie(await signIn('reached second'))
  const profile = { version: second.version, email: 'once@example.com' }
  expect((await own.call(userApi.updateOwn, { params: { id }, body: profile })).problem.code).toBe('EMAIL_EXIST')
  expect((await saved(second.version, { email: 'other@example.com' })).status).toBe(200)

  // values that two users have had for long may stay, and those of a removed user are free
  await database.kysely.updateTable('app_user').set({ email: 'once@example.com' }).where('id', '=', id).execute()
  expect((await saved(second.version + 1, { email: 'once@example.com' })).status).toBe(200)
  await admin.call(userApi.remove, { params: { id: first.id } })
  await buildUser('reached third', { phoneNumber: reached.phoneNumber })
})

test('a user has a valid phone number or extension, kept as typed; an old invalid one stays', async () => {
  const user = await buildUser('reached by phone', { phoneNumber: '1234567w0' })
  const saved = (version: number, phoneNumber: string) => {
    const { username, language, avatarSmall, disabled, roles } = user
    const body = { version, username, language, avatarSmall, disabled, roles, phoneNumber }
    return admin.call(userApi.update, { params: { id: user.id }, body })
  }
  const refused = await saved(user.version, 'ruf mich an')
  expect(refused.problem).toMatchObject({ code: 'VALIDATION', errors: [{ path: 'phoneNumber' }] })
  expect((await saved(user.version, '+41 44 555 10 77')).answer.phoneNumber).toBe('+41 44 555 10 77')
  await database.kysely.updateTable('app_user').set({ phone_number: 'intern' }).where('id', '=', user.id).execute()
  expect((await saved(user.version + 1, 'intern')).status).toBe(200)
})

test('when two users take the same address at once, one is refused', async () => {
  const body = (username: string) => ({ username, password: testPassword, email: 'at-once@example.com' })
  const answers = await callAtOnce(
    database,
    () => admin.call(userApi.add, { body: body('at once one') }),
    () => admin.call(userApi.add, { body: body('at once two') }),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 409])
})
