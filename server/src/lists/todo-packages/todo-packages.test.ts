import { expect, test } from 'vitest'
import { todoPackageApi } from '#contract/lists/todo-packages'
import { testApp } from '../../../test/app.ts'

const { as } = await testApp()
const admin = as('ADMIN')

test('a package keeps the order of its to-dos', async () => {
  const todos = [
    { title: 'Offerte nachfassen', startFrom: 'CURRENT_DATE' as const, startDays: 7 },
    { title: 'Abholung bestätigen', activities: 'Anrufen', startFrom: 'DOSSIER_PICKUP' as const, startDays: 2 },
  ]
  const { answer } = await admin.call(todoPackageApi.add, { body: { title: 'Verkauf', todos } })
  expect(answer.todos).toMatchObject(todos)
  expect(answer.todos[0]).toMatchObject({ startOperator: 'ADD_DAYS', activities: '', feedback: '' })
  const params = { id: answer.id }
  const change = { ...answer, todos: answer.todos.toReversed() }
  const changed = (await admin.call(todoPackageApi.update, { params, body: change })).answer
  expect(changed.todos.map(({ title }) => title)).toEqual(['Abholung bestätigen', 'Offerte nachfassen'])
  const late = await admin.call(todoPackageApi.update, { params, body: change })
  expect(late.problem).toMatchObject({ code: 'STALE_VERSION', current: { version: 2 } })
  expect((await as('USER').call(todoPackageApi.list, {})).answer).toEqual([changed])
  expect((await admin.call(todoPackageApi.remove, { params })).status).toBe(204)
})

test('an invalid to-do of a package is reported with its position', async () => {
  const todos = [{ title: 'Gut' }, { title: 'Schlecht', startDays: -1 }]
  const { problem } = await admin.call(todoPackageApi.add, { body: { title: 'Falsch', todos } })
  expect(problem.errors).toMatchObject([{ path: 'todos.1.startDays' }])
  expect((await as('USER').call(todoPackageApi.add, { body: { title: 'X', todos: [{ title: 'Y' }] } })).status).toBe(
    403,
  )
})
