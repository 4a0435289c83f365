import { expect, test } from 'vitest'
import { masterData } from '#contract/lists/master-data'
import { boardApi } from '#contract/orders/boards'
import { flameApi } from '#contract/orders/flames'
import { administrationApi, countedScreens } from '#contract/overview/administration'
import { userApi } from '#contract/users/users'
import { testApp } from '../../../test/app.ts'
import { flameFactory } from '../../../test/flames.ts'

const { as, holding, database } = await testApp()
const { buildFlame } = flameFactory(as)
const admin = as('ADMIN')
const countsOf = async (caller: Pick<typeof admin, 'call'>) => (await caller.call(administrationApi.counts, {})).answer

test('each administration screen with a list shows the same count as the list', async () => {
  const before = await countsOf(admin)
  expect(Object.keys(before).sort()).toEqual([...countedScreens].sort())
  await admin.call(masterData.warehouses.add, { body: { title: 'Rampe' } })
  const { id } = await buildFlame({})
  await buildFlame({})
  const after = await countsOf(admin)
  expect(after.warehouses).toBe((before.warehouses ?? 0) + 1)
  expect(after.allOpenFlames).toBe((before.allOpenFlames ?? 0) + 2)
  await admin.call(flameApi.archive, { params: { id }, query: {} })
  expect(await countsOf(admin)).toMatchObject({
    allOpenFlames: after.allOpenFlames && after.allOpenFlames - 1,
    allArchivedFlames: (after.allArchivedFlames ?? 0) + 1,
  })
  expect([before.emailSignature, before.letterhead]).toEqual([1, 0])
  expect(after.users).toBe((await admin.call(userApi.list, {})).answer.length)
  expect(after.blackboards).toBe((await admin.call(boardApi.listAll, {})).answer.length)
})

test('counts leave out lists that the user may not open, and boards of others', async () => {
  const some = await holding('GENERAL_ADMIN_FUNCTIONS')
  const counts = await countsOf(some)
  expect(counts).toHaveProperty('sectors')
  for (const name of ['users', 'allOpenFlames', 'allArchivedProjects', 'allOpenTodos'] as const) {
    expect(counts).not.toHaveProperty(name)
  }
  const seller = await holding('GENERAL_ADMIN_FUNCTIONS', 'FLAME_READ')
  const { boardId } = await buildFlame({}).then(async ({ id }) => ({
    boardId: (await admin.call(flameApi.get, { params: { id } })).answer.blackBoardRef,
  }))
  const before = await countsOf(seller)
  const role = await database.kysely
    .selectFrom('role')
    .select('id')
    .where('name', '=', 'ADMIN')
    .executeTakeFirstOrThrow()
  await database.kysely.insertInto('blackboard_role').values({ owner_id: boardId, role_id: role.id }).execute()
  expect((await countsOf(seller)).allOpenFlames).toBeLessThan(before.allOpenFlames ?? 0)
  expect((await countsOf(admin)).allOpenFlames).toBe(before.allOpenFlames)
  expect((await as('USER').call(administrationApi.counts, {})).status).toBe(403)
})
