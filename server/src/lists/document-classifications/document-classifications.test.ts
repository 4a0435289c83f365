import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { classificationApi } from '#contract/lists/document-classifications'
import { roleApi } from '#contract/users/roles'
import { userApi } from '#contract/users/users'
import { testApp } from '../../../test/app.ts'
import { seesClassification } from './document-classifications.ts'

const { as, database, holding } = await testApp()
const admin = as('ADMIN')

test('the users and roles of a classification can be set and removed', async () => {
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
  expect((await as('USER').call(classificationApi.remove, { params })).status).toBe(403)
  const { rows } = await database.pool.query('select count(*)::int from history where root_id = $1', [answer.id])
  expect(rows[0].count).toBeGreaterThan(4)
  expect((await admin.call(classificationApi.remove, { params })).status).toBe(204)
})

test('users see the classifications that name them, only managers see whom these name', async () => {
  const users = (await admin.call(userApi.list, {})).answer
  const idOf = (name: string) => users.find(({ username }) => username === name)?.id ?? ''
  const add = async (title: string, ...assignedUsers: string[]) =>
    (await admin.call(classificationApi.add, { body: { title, assignedUsers } })).answer
  const open = await add('Alle')
  const own = await add('Benutzer', idOf('USER'), idOf('ADMIN'))
  const secret = await add('Kündigungen', idOf('PROJECT_MANAGER'))
  const list = async (who: Pick<typeof admin, 'call'>) => (await who.call(classificationApi.list, {})).answer
  expect(await list(admin)).toEqual([open, own, secret])
  expect(await list(as('USER'))).toEqual([open, { ...own, assignedUsers: [] }])
  expect(await list(as('TERMIN_USER'))).toEqual([open])

  const keeper = await holding('CONTACT_READ', 'GENERAL_ADMIN_FUNCTIONS')
  expect(await list(keeper)).toEqual([open])
  const params = { id: secret.id }
  const others = { id: open.id, otherId: secret.id }
  expect((await keeper.call(classificationApi.update, { params, body: { ...secret, assignedUsers: [] } })).status).toBe(
    404,
  )
  expect((await keeper.call(classificationApi.remove, { params })).status).toBe(404)
  expect((await keeper.call(classificationApi.replace, { params: others })).status).toBe(404)
  expect(await list(admin)).toEqual([open, own, secret])
  for (const { id } of [open, own, secret]) await admin.call(classificationApi.remove, { params: { id } })
})

test('documents of a classification are visible to the users it names and to ADMIN', async () => {
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
