import { describe, expect, test } from 'vitest'
import { contactApi } from '#contract/contacts/contacts'
import { boardApi } from '#contract/orders/boards'
import { flameApi } from '#contract/orders/flames'
import type { Permission } from '#contract/permissions'
import { roleApi } from '#contract/users/roles'
import { userApi } from '#contract/users/users'
import { testApp } from '../../../test/app.ts'

const { as, database, holding } = await testApp()
const admin = as('ADMIN')
const nowhere = '01900000-0000-7000-8000-000000000000'

// Cards come from other slices: any table that references a step holds its cards.
await database.pool.query(`create table card (
  id uuid primary key default uuid_v7(), version int not null default 1,
  step_id uuid not null references blackboard_step)`)
const putCard = (step: string | undefined) => database.pool.query('insert into card (step_id) values ($1)', [step])

let number = 0
async function buildBoard(overrides: object = {}) {
  number += 1
  const steps = ['Neu', 'Offerte', 'Bestellt'].map((title) => ({ title, colour: '#5a5e64' }))
  const body = { title: `Board ${number}`, steps, ...overrides }
  const { answer, status } = await admin.call(boardApi.add, { body })
  expect(status).toBe(200)
  return answer
}

describe('the steps of a board', () => {
  test('can be renamed, reordered, coloured, added and removed in one update', async () => {
    const board = await buildBoard()
    const [first, second, third] = board.steps
    const steps = [
      { id: third?.id, title: 'Zuerst', colour: '#80621f' },
      { title: 'Dazwischen' },
      { id: first?.id, title: 'Neu', colour: '#5a5e64' },
    ]
    const { answer } = await admin.call(boardApi.update, { params: { id: board.id }, body: { ...board, steps } })
    expect(answer).toMatchObject({
      version: 2,
      steps: [
        { id: third?.id, title: 'Zuerst', colour: '#80621f' },
        { title: 'Dazwischen', colour: '#5a5e64' },
        { id: first?.id },
      ],
    })
    expect(answer.steps.map((step) => step.id)).not.toContain(second?.id)
    const late = await admin.call(boardApi.update, { params: { id: board.id }, body: board })
    expect(late.problem).toMatchObject({ code: 'STALE_VERSION', current: { version: 2 } })
  })

  test('keep what their cards show in an update that omits it', async () => {
    const { cardShows, ...board } = await buildBoard()
    expect(cardShows).toContain('ARTICLES')
    const params = { id: board.id }
    const change = async (body: typeof board & { cardShows?: ['CRATES'] }) =>
      (await admin.call(boardApi.update, { params, body })).answer
    expect(await change({ ...board, cardShows: ['CRATES'] })).toMatchObject({ cardShows: ['CRATES'] })
    expect(await change({ ...board, version: 2 })).toMatchObject({ version: 3, cardShows: ['CRATES'] })
  })

  test('cannot be removed with cards on them unless their cards get another step', async () => {
    const board = await buildBoard()
    const [first, second, third] = board.steps
    await putCard(second?.id)
    await putCard(second?.id)
    const body = { ...board, steps: [first, third].filter((step) => step !== undefined) }
    const params = { id: board.id }
    const refused = await admin.call(boardApi.update, { params, body })
    expect(refused.problem).toMatchObject({
      code: 'IN_USE',
      usedPart: second?.id,
      usedBy: [{ what: 'card', count: 2 }],
    })
    const move = { stepRef: second?.id ?? '', toStepRef: third?.id ?? '' }
    const lost = await admin.call(boardApi.update, {
      params,
      body: { ...body, cardsMoveTo: [{ ...move, toStepRef: nowhere }] },
    })
    expect(lost.problem).toMatchObject({ code: 'VALIDATION', errors: [{ path: 'cardsMoveTo' }] })
    const moved = await admin.call(boardApi.update, { params, body: { ...body, cardsMoveTo: [move] } })
    expect(moved.answer.steps).toHaveLength(2)
    const { rows } = await database.pool.query('select step_id, version from card where step_id = $1', [third?.id])
    expect(rows).toMatchObject([{ version: 2 }, { version: 2 }])
    expect((await admin.call(boardApi.remove, { params })).problem.code).toBe('IN_USE')
    const change = { ...moved.answer, kind: 'PROJECT' as const }
    expect((await admin.call(boardApi.update, { params, body: change })).problem.code).toBe('IN_USE')
  })

  test('of another board, with an invalid colour or missing altogether are refused', async () => {
    const [board, other] = [await buildBoard(), await buildBoard()]
    const params = { id: board.id }
    const foreign = await admin.call(boardApi.update, { params, body: { ...board, steps: other.steps } })
    expect(foreign.problem.errors?.[0]).toMatchObject({ path: 'steps.0.title', code: 'unknownRef' })
    const colour = { ...board, steps: [{ title: 'Neu', colour: 'red' }] }
    expect((await admin.call(boardApi.update, { params, body: colour })).problem.errors).toMatchObject([
      { path: 'steps.0.colour', code: 'colour' },
    ])
    const none = await admin.call(boardApi.update, { params, body: { ...board, steps: [] } })
    expect(none.problem.errors).toMatchObject([{ path: 'steps' }])
  })
})

describe('the visibility of a board', () => {
  const titles = async (role: 'USER' | 'PROJECT_MANAGER' | 'ADMIN', call: typeof boardApi.listAll) =>
    (await as(role).call(call, {})).answer.map(({ title }) => title)

  test('is for everybody or for the named users and roles, and always for ADMIN', async () => {
    const users = (await admin.call(userApi.list, {})).answer
    const roles = (await admin.call(roleApi.list, {})).answer
    const user = users.find(({ username }) => username === 'USER')?.id
    const manager = roles.find(({ name }) => name === 'PROJECT_MANAGER')?.id
    await buildBoard({ title: 'Alle', kind: 'PROJECT' })
    await buildBoard({ title: 'Nur einer', kind: 'PROJECT', assignedUsers: [user] })
    const named = await buildBoard({ title: 'Nur Leitung', kind: 'PROJECT', assignedRoles: [manager] })
    expect(named.assignedRoles).toEqual([manager])
    expect(await titles('USER', boardApi.listProjectBoards)).toEqual(['Alle', 'Nur einer'])
    expect(await titles('PROJECT_MANAGER', boardApi.listProjectBoards)).toEqual(['Alle', 'Nur Leitung'])
    expect(await titles('ADMIN', boardApi.listProjectBoards)).toEqual(['Alle', 'Nur einer', 'Nur Leitung'])
    expect(await titles('ADMIN', boardApi.listAll)).toContain('Board 1')
    expect(await titles('ADMIN', boardApi.listAll)).toContain('Alle')
    const unknown = await admin.call(boardApi.add, {
      body: { title: 'Niemand', steps: [{ title: 'Neu' }], assignedUsers: [nowhere] },
    })
    expect(unknown.problem.errors).toMatchObject([{ path: 'assignedUsers' }])
  })

  test('keeps a named role from being removed', async () => {
    const role = (await admin.call(roleApi.add, { body: { name: 'MONTAGE', permissions: ['TASKBOARD_READ'] } })).answer
    const board = await buildBoard({ assignedRoles: [role.id] })
    expect((await admin.call(roleApi.remove, { params: { id: role.id } })).problem.code).toBe('IN_USE')
    expect((await admin.call(boardApi.remove, { params: { id: board.id } })).status).toBe(204)
    expect((await admin.call(roleApi.remove, { params: { id: role.id } })).status).toBe(204)
  })
})

test('flame boards can be filtered by a contact with open flames', async () => {
  const [board, other] = [await buildBoard({ title: 'Flammen A' }), await buildBoard({ title: 'Flammen B' })]
  const contactRef = (await admin.call(contactApi.add, { body: { surname: 'Neu' } })).answer.id
  const boards = async () => (await as('USER').call(boardApi.listFlameBoards, { query: { contactRef } })).answer
  expect(await boards()).toEqual([])
  const body = { contactRef, taskboardRef: board.id }
  const flame = (await admin.call(flameApi.add, { body })).answer
  await admin.call(flameApi.add, { body: { ...body, taskboardRef: other.id } })
  expect((await boards()).map(({ id }) => id)).toEqual([board.id, other.id])
  await admin.call(flameApi.archive, { params: { id: flame.id } })
  expect((await boards()).map(({ id }) => id)).toEqual([other.id])
})

test('a role that reads flames or projects reads their boards, and no others', async () => {
  const board = await buildBoard({ title: 'Werkstatt der Flammen' })
  const project = await buildBoard({ title: 'Werkstatt der Projekte', kind: 'PROJECT' })
  const idsFor = async (permission: Permission) => {
    const boards = (await (await holding(permission)).call(boardApi.listAll, {})).answer
    return [board.id, project.id].filter((id) => boards.some((one) => one.id === id))
  }
  expect(await idsFor('FLAME_READ')).toEqual([board.id])
  expect(await idsFor('PROJECT_READ')).toEqual([project.id])
  expect(await idsFor('TASKBOARD_READ')).toEqual([board.id, project.id])
  expect((await (await holding('PROJECT_READ')).call(boardApi.listFlameBoards, { query: {} })).status).toBe(403)
})

describe('two people who change a board at the same moment', () => {
  /** Keeps the board locked until each of the calls waits for it. */
  async function atOnce<T>(id: string, calls: () => Promise<T>[]): Promise<T[]> {
    const client = await database.pool.connect()
    await client.query('begin')
    await client.query('select from blackboard where id = $1 for update', [id])
    const answers = calls()
    const waiting = `select count(*)::int as count from pg_stat_activity
                      where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await database.pool.query(waiting)).rows[0].count).toBe(answers.length)
    await client.query('rollback')
    client.release()
    return Promise.all(answers)
  }

  test('get a conflict for the second update', async () => {
    const board = await buildBoard()
    const rename = (title: string) =>
      admin.call(boardApi.update, { params: { id: board.id }, body: { ...board, title } })
    const [one, other] = await atOnce(board.id, () => [rename('Verkauf'), rename('Einkauf')])
    const [saved, refused] = one?.status === 200 ? [one, other] : [other, one]
    expect(saved?.answer.version).toBe(2)
    expect(refused?.problem).toMatchObject({ code: 'STALE_VERSION', current: saved?.answer })
  })

  test('get NOT_FOUND for the second removal', async () => {
    const { id } = await buildBoard()
    const remove = () => admin.call(boardApi.remove, { params: { id } })
    const statuses = (await atOnce(id, () => [remove(), remove()])).map(({ status }) => status)
    expect(statuses.toSorted((one, other) => one - other)).toEqual([204, 404])
  })
})

test('a step keeps its requirements until these are changed', async () => {
  const board = await buildBoard({ steps: [{ title: 'Neu' }, { title: 'Bestellt', requires: ['SAP_NUMBER'] }] })
  expect(board.steps.map(({ requires }) => requires)).toEqual([[], ['SAP_NUMBER']])
  const [first, second] = board.steps.map(({ id, title }) => ({ id, title }))
  const save = async (steps: object[], version: number) =>
    (
      await admin.call(boardApi.update, {
        params: { id: board.id },
        body: { ...board, version, steps: steps as never },
      })
    ).answer.steps
  expect(await save([second, first] as object[], 1)).toMatchObject([{ requires: ['SAP_NUMBER'] }, { requires: [] }])
  expect(await save([{ ...second, requires: [] }, first] as object[], 2)).toMatchObject([{ requires: [] }, {}])
  const wrong = { title: 'Falsch', steps: [{ title: 'Neu', requires: ['NOTHING' as never] }] }
  expect((await admin.call(boardApi.add, { body: wrong })).problem.code).toBe('VALIDATION')
})

test('boards are changed by admins only and have unique titles', async () => {
  const board = await buildBoard()
  const user = as('USER')
  expect((await user.call(boardApi.add, { body: { title: 'X', steps: [{ title: 'Neu' }] } })).status).toBe(403)
  expect((await user.call(boardApi.update, { params: { id: board.id }, body: board })).status).toBe(403)
  expect((await user.call(boardApi.remove, { params: { id: board.id } })).status).toBe(403)
  expect((await as('TERMIN_USER').call(boardApi.listAll, {})).status).toBe(403)
  const twice = await admin.call(boardApi.add, {
    body: { title: board.title.toUpperCase(), steps: [{ title: 'Neu' }] },
  })
  expect(twice.problem.code).toBe('TITLE_EXIST')
})
