import { expect, test } from 'vitest'
import { todoPackageApi } from '#contract/lists/todo-packages'
import { notificationApi } from '#contract/together/notifications'
import { userApi } from '#contract/users/users'
import { absenceApi } from '#contract/work/absences'
import { projectApi } from '#contract/work/projects'
import { todoApi } from '#contract/work/todos'
import { testApp } from '../../../test/app.ts'
import { flameFactory } from '../../../test/flames.ts'
import { projectFactory } from '../../../test/projects.ts'
import { remindOfTodos } from './remind.ts'

const { as, holding, appContext } = await testApp()
const { buildFlame } = flameFactory(as)
const { buildProject, buildBoard } = projectFactory(as)
const [admin, user] = [as('ADMIN'), as('USER')]
const users = (await admin.call(userApi.list, {})).answer
const idOf = (name: string) => users.find(({ username }) => username === name)?.id ?? ''
const inHours = (hours: number) => new Date(Math.round(Date.now() / 60_000 + hours * 60) * 60_000).toISOString()
const winter = (day: string) => new Date(`${day}T00:00:00+01:00`).toISOString()
const same = (at: string | null | undefined) => (at ? new Date(at).toISOString() : null)

async function add(ref: string, todo: object = {}, who = user) {
  const body = { type: 'PROJECT' as const, ref, title: 'Stand buchen', ...todo }
  const { answer, status, problem } = await who.call(todoApi.add, { body })
  expect(status, JSON.stringify(problem)).toBe(200)
  return answer
}

test('a to-do of a project is counted on its card and named in lists', async () => {
  const { id: ref, taskboardRef, title } = await buildProject()
  const first = await add(ref, { due: inHours(-2) })
  await add(ref, { title: 'Prospekte', beforeRef: first.id })
  expect(first).toMatchObject({ type: 'PROJECT', ref, blackBoardRef: taskboardRef, refTitle: title })
  const { answer } = await user.call(todoApi.ofRef, { params: { ref } })
  expect(answer.map((todo) => todo.title)).toEqual(['Prospekte', 'Stand buchen'])
  await user.call(todoApi.update, { params: { id: first.id }, body: { version: 1, state: 'DONE' } })
  const [card] = (await user.call(projectApi.board, { params: { id: taskboardRef }, query: {} })).answer
  expect(card?.todos).toEqual({ all: 2, done: 1, nextUtc: null, nextTitle: 'Prospekte' })
  expect((await user.call(projectApi.get, { params: { id: ref } })).answer.todos).toEqual(card?.todos)
  const found = async (body: object) =>
    (await user.call(todoApi.search, { body: { text: 'prospekte', ...body } })).answer.todos.map((todo) => todo.ref)
  expect(await found({})).toEqual([ref])
  expect(await found({ type: 'PROJECT' })).toEqual([ref])
  expect(await found({ type: 'FLAME' })).toEqual([])
})

test('a to-do needs a record of its declared type', async () => {
  const { id: flame } = await buildFlame()
  const { id: project } = await buildProject()
  for (const [type, ref] of [
    ['PROJECT', flame],
    ['FLAME', project],
    ['PROJECT', idOf('USER')],
  ] as const) {
    expect((await user.call(todoApi.add, { body: { type, ref, title: 'x' } })).problem.code).toBe('NOT_FOUND')
  }
  const batch = [
    { type: 'PROJECT' as const, ref: project, title: 'a' },
    { type: 'PROJECT' as const, ref: flame, title: 'b' },
  ]
  expect((await user.call(todoApi.batch, { body: batch })).problem.code).toBe('NOT_FOUND')
  expect((await user.call(todoApi.ofRef, { params: { ref: project } })).answer).toEqual([])
})

test('to-dos of a project in the bin cannot be changed and are neither listed nor told', async () => {
  const { id: ref } = await buildProject()
  const reader = await holding('PROJECT_READ', 'TODO_READ')
  const assigneeRef =
    (await admin.call(userApi.list, {})).answer.find(({ username }) => username === reader.name)?.id ?? ''
  const { id } = await add(ref, { assigneeRef, due: inHours(-1) })
  const due = async () => (await reader.call(todoApi.countOwnDue, {})).answer.count
  expect(await due()).toBe(1)
  await admin.call(projectApi.remove, { params: { id: ref } })
  expect(await due()).toBe(0)
  expect((await user.call(todoApi.update, { params: { id }, body: { version: 1, title: 'x' } })).problem.code).toBe(
    'IN_BIN',
  )
  expect((await user.call(todoApi.add, { body: { type: 'PROJECT', ref, title: 'x' } })).problem.code).toBe('IN_BIN')
  await remindOfTodos(appContext)
  expect((await reader.call(notificationApi.list, {})).answer).toEqual([])
  await admin.call(projectApi.revertDeleted, { params: { id: ref } })
  await remindOfTodos(appContext)
  expect((await reader.call(notificationApi.list, {})).answer).toMatchObject([
    { notificationType: 'COMPLETE_TODO', content: '1' },
  ])
  await admin.call(projectApi.archive, { params: { id: ref } })
  expect((await user.call(todoApi.remove, { params: { id } })).problem).toMatchObject({
    code: 'ARCHIVED',
    detail: 'Der Eintrag ist archiviert. Bitte holen Sie ihn zuerst aus dem Archiv zurück.',
  })
  await admin.call(projectApi.remove, { params: { id: ref } })
  await admin.call(projectApi.removeForGood, { params: { id: ref } })
  expect((await user.call(todoApi.get, { params: { id } })).problem.code).toBe('NOT_FOUND')
})

test('to-dos of a project are hidden from users who do not see the project', async () => {
  const { id: taskboardRef } = await buildBoard({ assignedUsers: [idOf('ADMIN')] })
  const { answer } = await admin.call(projectApi.add, { body: { taskboardRef, title: 'Geheim' } })
  const { id } = await add(answer.id, {}, admin)
  expect((await user.call(todoApi.get, { params: { id } })).problem.code).toBe('NOT_FOUND')
  expect((await user.call(todoApi.ofRef, { params: { ref: answer.id } })).problem.code).toBe('NOT_FOUND')
  const open = await add((await buildProject()).id)
  const flamesOnly = await holding('FLAME_READ', 'TODO_READ')
  expect((await flamesOnly.call(todoApi.get, { params: { id: open.id } })).problem.code).toBe('NOT_FOUND')
  const projectsOnly = await holding('PROJECT_READ', 'TODO_READ')
  expect((await projectsOnly.call(todoApi.get, { params: { id: open.id } })).status).toBe(200)
})

test('a package counts from the dates of a project, and its to-dos follow on request', async () => {
  const project = await buildProject({ start: winter('2033-12-05'), finished: winter('2033-12-19') })
  const { answer: made } = await admin.call(todoPackageApi.add, {
    body: {
      title: 'Messe',
      todos: [
        {
          title: 'Aufbauen bis {{projectStart}}',
          startFrom: 'PROJECT_START',
          startOperator: 'SUBTRACT_DAYS',
          startDays: 3,
        },
        { title: 'Abrechnen', startFrom: 'PROJECT_END', startDays: 7, activities: '{{projectEnd|addDays:1}}' },
        { title: 'Avisieren', startFrom: 'DOSSIER_PICKUP' },
      ],
    },
  })
  const params = { ref: project.id, packageId: made.id }
  const planned = (await user.call(todoApi.planPackage, { params })).answer
  expect(planned.map(({ title, activities, start, problem }) => [title, activities, same(start), problem])).toEqual([
    ['Aufbauen bis 05.12.2033', '', winter('2033-12-02'), null],
    ['Abrechnen', '20.12.2033', winter('2033-12-26'), null],
    ['Avisieren', '', null, 'OTHER_KIND'],
  ])
  await user.call(todoApi.applyPackage, { params })
  const moved = async () => (await user.call(todoApi.moved, { params: { ref: project.id } })).answer
  expect(await moved()).toEqual([])
  const { version } = (await user.call(projectApi.get, { params: { id: project.id } })).answer
  const change = { version, start: winter('2033-12-07') }
  expect((await user.call(projectApi.update, { params: { id: project.id }, body: change })).status).toBe(200)
  const offered = await moved()
  expect(offered.map(({ before, start }) => [same(before), same(start)])).toEqual([
    [winter('2033-12-02'), winter('2033-12-04')],
  ])
  const todos = offered.map((todo) => ({ id: todo.id, version: todo.version }))
  await user.call(todoApi.follow, { params: { ref: project.id }, body: { todos, move: true } })
  expect(same((await user.call(todoApi.get, { params: { id: offered[0]?.id ?? '' } })).answer.start)).toBe(
    winter('2033-12-04'),
  )
  expect(await moved()).toEqual([])
})

test('during an absence the stand-in has the to-dos as well, and both are told', async () => {
  const [away, standIn] = [
    await holding('PROJECT_READ', 'TODO_READ'),
    await holding('PROJECT_READ', 'TODO_READ', 'TODO_MODIFY'),
  ]
  const all = (await admin.call(userApi.list, {})).answer
  const [personRef = '', standInRef = ''] = [away, standIn].map(
    ({ name }) => all.find(({ username }) => username === name)?.id,
  )
  const { id } = await add((await buildProject()).id, { assigneeRef: personRef, due: inHours(-1), title: 'Vertreten' })
  const count = async (who: typeof away) => (await who.call(todoApi.countOwnDue, {})).answer.count
  const own = async (who: typeof away) =>
    (await who.call(todoApi.search, { body: { own: true } })).answer.todos.map(({ title }) => title)
  expect([await count(away), await count(standIn)]).toEqual([1, 0])
  const { status } = await admin.call(absenceApi.add, {
    body: { personRef, standInRef, from: inHours(-1), until: inHours(24) },
  })
  expect(status).toBe(200)
  expect([await count(away), await count(standIn)]).toEqual([1, 1])
  expect(await own(standIn)).toEqual(['Vertreten'])
  await Promise.all([remindOfTodos(appContext), remindOfTodos(appContext)])
  const told = async (who: typeof away, type: string) =>
    (await who.call(notificationApi.list, {})).answer.filter(({ notificationType }) => notificationType === type)
  expect([await told(away, 'COMPLETE_TODO'), await told(standIn, 'COMPLETE_TODO')]).toMatchObject([
    [{ content: '1' }],
    [{ content: '1' }],
  ])
  await standIn.call(todoApi.update, { params: { id }, body: { version: 1, state: 'DONE' } })
  expect(await told(user as never, 'TODO_FINISHED')).toMatchObject([
    { content: 'Vertreten', projectRef: expect.any(String) },
  ])
})
