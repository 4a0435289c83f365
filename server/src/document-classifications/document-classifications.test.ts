import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { classificationApi } from '#contract/boards'
import { roleApi, userApi } from '#contract/users'
import { testApp } from '../../test/app.ts'
import { seesClassification } from './document-classifications.ts'

const { as, database } = await testApp()
const admin = as('ADMIN')

test('a classification carries its users and roles, and loses them again', async () => {
  const users = (await admin.call(userApi.list, {})).answer.map(({ id }) => id).toSorted()
  const [role] = (await admin.call(roleApi.list, {})).answer
  const body = { title: 'Vertraulich', assignedUsers: users.slice(0, 2), assignedRoles: [role?.id ?? ''] }
  const { answer } = await admin.call(classificationApi.add, { body })
  expect(answer).toMatchObject({ ...body, version: 1 })
  const params = { id: answer.id }
  const change = { ...answer, assignedUsers: users.slice(1, 3), assignedRoles: [] }
  const changed = (await admin.call(classificationApi.update, { params, body: change })).answer
  expect(new Set(changed.assignedUsers)).toEqual(new Set(users.slice(1, 3)))
  expect(changed.assignedRoles).toEqual([])
  expect((await admin.call(classificationApi.update, { params, body: change })).problem.code).toBe('STALE_VERSION')
  expect((await as('USER').call(classificationApi.list, {})).answer).toEqual([changed])
  expect((await as('USER').call(classificationApi.remove, { params })).status).toBe(403)
  const { rows } = await database.pool.query('select count(*)::int from history where root_id = $1', [answer.id])
  expect(rows[0].count).toBeGreaterThan(4)
  expect((await admin.call(classificationApi.remove, { params })).status).toBe(204)
})

test('its documents are seen by whom it names, and by ADMIN', async () => {
  const users = (await admin.call(userApi.list, {})).answer
  const user = users.find(({ username }) => username === 'USER')
  const open = (await admin.call(classificationApi.add, { body: { title: 'Offen' } })).answer
  const own = (await admin.call(classificationApi.add, { body: { title: 'Eigen', assignedUsers: [user?.id ?? ''] } }))
    .answer
  const seen = async (id: string, actor: { id: string; roles: string[] }) => {
    const { rows } = await sql<{ seen: boolean }>`
      select ${seesClassification(sql`${id}::uuid`, actor as never)} as seen`.execute(database.kysely)
    return rows[0]?.seen
  }
  const other = users.find(({ username }) => username === 'TERMIN_USER')
  expect(await seen(open.id, { id: other?.id ?? '', roles: ['TERMIN_USER'] })).toBe(true)
  expect(await seen(own.id, { id: other?.id ?? '', roles: ['TERMIN_USER'] })).toBe(false)
  expect(await seen(own.id, { id: user?.id ?? '', roles: ['USER'] })).toBe(true)
  expect(await seen(own.id, { id: other?.id ?? '', roles: ['ADMIN'] })).toBe(true)
})
