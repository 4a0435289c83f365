import { expect, test } from 'vitest'
import { telephonyApi } from '#contract/calls/telephony'
import { accessKeyApi } from '#contract/users/access-keys'
import { userApi } from '#contract/users/users'
import { testApp } from '../../../test/app.ts'

const { app, as, database } = await testApp()
const admin = as('ADMIN')
const users = (await admin.call(userApi.list, {})).answer
const idOf = (name: string) => users.find(({ username }) => username === name)?.id ?? ''
const ring = async (key: string) => {
  const { method, path: url } = telephonyApi.tell
  const headers = { authorization: `Bearer ${key}` }
  const payload = { event: 'RINGING', callId: 'eins', from: '+41449998877', to: '21' }
  return (await app.inject({ method, url, headers, payload })).statusCode
}

test('an access key is shown once, works for its scope, records its last use and can be revoked', async () => {
  const body = { title: 'Telefonanlage', scope: 'TELEPHONY' as const, userRef: idOf('USER') }
  const { answer, status } = await admin.call(accessKeyApi.add, { body })
  expect(status).toBe(200)
  expect(await ring(answer.key)).toBe(202)
  const listed = async () => (await admin.call(accessKeyApi.list, {})).answer
  const [own] = await listed()
  expect(own).toMatchObject({ id: answer.id, ...body, username: 'USER', revokedUtc: null })
  expect(own?.lastUsedUtc).not.toBeNull()
  expect(JSON.stringify(await listed())).not.toContain(answer.key.split('.')[1])
  const kept = await database.pool.query('select k::text as row from access_key k')
  expect(kept.rows[0].row).not.toContain(answer.key.split('.')[1])
  expect((await admin.call(accessKeyApi.revoke, { params: { id: answer.id } })).status).toBe(204)
  expect(await ring(answer.key)).toBe(401)
  expect((await listed())[0]?.revokedUtc).not.toBeNull()
  expect((await admin.call(accessKeyApi.revoke, { params: { id: idOf('USER') } })).problem.code).toBe('NOT_FOUND')
})

test('an access key of another scope or of a disabled user is refused, and an unknown or disabled user can get no key', async () => {
  const body = { title: 'Buchung', scope: 'BOOKING' as const, userRef: idOf('USER') }
  expect(await ring((await admin.call(accessKeyApi.add, { body })).answer.key)).toBe(403)
  const refused = await admin.call(accessKeyApi.add, {
    body: { ...body, userRef: '019a0000-0000-7000-8000-000000000000' },
  })
  expect(refused.problem.errors).toMatchObject([{ path: 'userRef' }])
  const { key } = (await admin.call(accessKeyApi.add, { body: { ...body, scope: 'TELEPHONY' } })).answer
  expect(await ring(key)).toBe(202)
  await database.pool.query('update app_user set disabled = true where id = $1', [body.userRef])
  expect(await ring(key)).toBe(401)
  const disabled = await admin.call(accessKeyApi.add, { body })
  expect(disabled.problem.errors).toMatchObject([{ path: 'userRef' }])
  await database.pool.query('update app_user set disabled = false where id = $1', [body.userRef])
  expect((await as('USER').call(accessKeyApi.list, {})).status).toBe(403)
})
