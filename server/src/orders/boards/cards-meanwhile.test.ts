import { expect, test } from 'vitest'
import { type Board, boardApi } from '#contract/orders/boards'
import { flameApi } from '#contract/orders/flames'
import { projectApi } from '#contract/work/projects'
import { testApp } from '../../../test/app.ts'
import { callAtOnce } from '../../../test/at-once.ts'
import { flameFactory } from '../../../test/flames.ts'
import { projectFactory } from '../../../test/projects.ts'

// Concurrency of adding a card and changing its board.

const { as, database } = await testApp()
const { buildBoard, buildContact, buildFlame } = flameFactory(as)
const projects = projectFactory(as)
const [admin, user] = [as('ADMIN'), as('USER')]
const contact = await buildContact()

const change = (board: Board, changes: object) => () =>
  admin.call(boardApi.update, { params: { id: board.id }, body: { ...board, ...changes } })
const addFlame = (board: Board) => () =>
  user.call(flameApi.add, { body: { contactRef: contact.id, taskboardRef: board.id } })
const addProject = (board: Board) => () =>
  user.call(projectApi.add, { body: { title: 'Messe', taskboardRef: board.id } })

test.each([
  ['flames', () => buildBoard(), addFlame, 'PROJECT'],
  ['projects', () => projects.buildBoard(), addProject, 'FLAME'],
] as const)('a board of %s either changes its kind or gets a card at the same moment', async (_, build, add, kind) => {
  const one = await build()
  const [added, refused] = await callAtOnce<{ status: number }, Awaited<ReturnType<ReturnType<typeof change>>>>(
    database,
    add(one),
    change(one, { kind }),
  )
  expect([added.status, refused.problem?.code]).toEqual([200, 'IN_USE'])
  const other = await build()
  const [changed, late] = await callAtOnce<{ status: number }, { status: number }>(
    database,
    change(other, { kind }),
    add(other),
  )
  expect([changed.status, late.status]).toEqual([200, 400])
})

test('a card moved to a step that is being removed goes where its cards go', async () => {
  const board = await buildBoard()
  const { id, version } = await buildFlame({ contactRef: contact.id, taskboardRef: board.id })
  const [, second, third] = board.steps.map((step) => step.id)
  const move = { version, taskboardRef: board.id, step: second ?? '' }
  const steps = board.steps.filter((step) => step.id !== second)
  const cardsMoveTo = [{ stepRef: second, toStepRef: third }]
  const [moved, changed] = await callAtOnce(
    database,
    () => user.call(flameApi.move, { params: { id }, body: move }),
    change(board, { steps, cardsMoveTo }),
  )
  expect([moved.status, changed.status]).toEqual([200, 200])
  expect((await user.call(flameApi.get, { params: { id } })).answer.step).toBe(third)
})
