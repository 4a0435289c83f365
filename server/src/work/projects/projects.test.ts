import { describe, expect, test } from 'vitest'
import { contactApi } from '#contract/contacts/contacts'
import { mergeApi } from '#contract/contacts/merges'
import type { BodyOf } from '#contract/endpoint'
import { userApi } from '#contract/users/users'
import { projectApi } from '#contract/work/projects'
import { testApp } from '../../../test/app.ts'
import { contactFactory } from '../../../test/contacts.ts'
import { projectFactory } from '../../../test/projects.ts'

const { as } = await testApp()
const { buildBoard, buildProject } = projectFactory(as)
const buildContact = contactFactory(as)
const [admin, user, manager] = [as('ADMIN'), as('USER'), as('PROJECT_MANAGER')]
const nowhere = '01900000-0000-7000-8000-000000000000'

type State = { id: string; version: number }
const save = ({ id, version }: State, change: Partial<BodyOf<typeof projectApi.update>>, who = user) =>
  who.call(projectApi.update, { params: { id }, body: { version, ...change } })
const get = async (id: string) => (await user.call(projectApi.get, { params: { id } })).answer
const onBoard = async (id: string, query = {}) =>
  (await user.call(projectApi.board, { params: { id }, query })).answer.map((card) => card.id)
const users = (await admin.call(userApi.list, {})).answer
const idOf = (role: string) => users.find(({ username }) => username === role)?.id ?? ''

describe('a project', () => {
  test('keeps its fields, with a sanitised description', async () => {
    const board = await buildBoard()
    const contact = await buildContact({ surname: 'Grill' })
    const entered = {
      description: '<p>Am <b>Ofen</b><script>alert(1)</script></p>',
      start: '2030-03-01T08:00:00.000Z',
      finished: '2030-03-31T17:00:00.000Z',
      reminderAtUtc: '2030-03-15T08:00:00.000Z',
      proxyOwnerRef: idOf('PROJECT_MANAGER'),
      proxyOwnerFrom: '2030-03-01T00:00:00.000Z',
      proxyOwnerUntil: '2030-03-08T00:00:00.000Z',
    }
    const project = await buildProject({
      title: 'Messe',
      taskboardRef: board.id,
      contactRefs: [contact.id],
      ...entered,
    })
    const name = (await user.call(contactApi.get, { params: { id: contact.id } })).answer.fullName
    expect(project).toMatchObject({
      ...entered,
      title: 'Messe',
      version: 1,
      description: '<p>Am <b>Ofen</b></p>',
      taskboardRef: board.id,
      blackBoardRef: board.id,
      step: board.steps[0]?.id,
      assigneeRef: idOf('USER'),
      contacts: [{ id: contact.id, name }],
      archivedUtc: null,
      deletedUtc: null,
    })
    expect(await get(project.id)).toEqual(project)
    const [card] = (await user.call(projectApi.board, { params: { id: board.id } })).answer
    const { description: _, ...shown } = project
    expect(card).toEqual(shown)
  })

  test('needs valid dates, known people and a project board', async () => {
    const { problem } = await user.call(projectApi.add, {
      body: {
        taskboardRef: nowhere,
        title: 'X',
        start: '2030-01-02T00:00:00Z',
        finished: '2030-01-01T00:00:00Z',
      },
    })
    expect(problem.errors).toMatchObject([{ path: 'finished' }])
    const flames = await buildBoard({ kind: 'FLAME' })
    const project = await buildProject({ finished: '2030-01-01T00:00:00Z' })
    const wrong = [
      [await save(project, { start: '2030-01-02T00:00:00Z' }), 'finished'],
      [await save(project, { assigneeRef: nowhere }), 'assigneeRef'],
      [await save(project, { contactRefs: [nowhere] }), 'contactRefs'],
      [
        await save(project, { proxyOwnerFrom: '2030-01-02T00:00:00Z', proxyOwnerUntil: '2030-01-01T00:00:00Z' }),
        'proxyOwnerUntil',
      ],
      [await user.call(projectApi.add, { body: { taskboardRef: flames.id, title: 'X' } }), 'taskboardRef'],
      [
        await user.call(projectApi.add, { body: { taskboardRef: project.taskboardRef, title: 'X', step: nowhere } }),
        'step',
      ],
    ] as const
    for (const [reply, path] of wrong) expect([reply.status, reply.problem.errors?.[0]?.path]).toEqual([400, path])
    expect((await user.call(projectApi.get, { params: { id: nowhere } })).status).toBe(404)
  })

  test('can get contacts only from users who may read contacts, and lose them by everybody', async () => {
    const contact = await buildContact()
    const project = await buildProject({ contactRefs: [contact.id] })
    const other = await buildContact()
    const refused = await save(project, { contactRefs: [contact.id, other.id] }, manager)
    expect(refused.problem.errors).toMatchObject([{ path: 'contactRefs' }])
    const kept = await save(project, { contactRefs: [contact.id], title: 'Anders' }, manager)
    expect(kept.answer).toMatchObject({ title: 'Anders', contacts: [{ id: contact.id }] })
    expect(await onBoard(project.taskboardRef, { contactRef: contact.id })).toEqual([project.id])
    expect(await onBoard(project.taskboardRef, { contactRef: other.id })).toEqual([])
    expect((await save(kept.answer, { contactRefs: [] }, manager)).answer.contacts).toEqual([])
    const binned = await buildContact()
    await user.call(contactApi.remove, { params: { id: binned.id } })
    expect((await save({ ...project, version: 3 }, { contactRefs: [binned.id] })).status).toBe(400)
  })

  test('shows the present name of a contact', async () => {
    const contact = await buildContact({ surname: 'Alt' })
    const project = await buildProject({ contactRefs: [contact.id] })
    await user.call(contactApi.update, {
      params: { id: contact.id },
      body: { ...contact, version: contact.version, surname: 'Jung' } as never,
    })
    expect((await get(project.id)).contacts[0]?.name).toContain('Jung')
  })

  test('can get a proxy only from users who may set one', async () => {
    const role = as('ADMIN')
    const project = await buildProject()
    expect((await save(project, { proxyOwnerRef: idOf('ADMIN') }, manager)).problem.code).toBe('FORBIDDEN')
    expect((await save(project, { proxyOwnerRef: idOf('USER') }, role)).answer.proxyOwnerRef).toBe(idOf('USER'))
  })
})

describe('two people editing a project', () => {
  test('both keep changes in different fields', async () => {
    const contacts = [await buildContact(), await buildContact()]
    const [one, other] = contacts.map(({ id }) => id).toSorted()
    const project = await buildProject({ contactRefs: [one ?? '', other ?? ''] })
    await save(project, { title: 'Neu' })
    const merged = await save(project, {
      title: project.title,
      description: '<p>Mehr</p>',
      contactRefs: [other ?? '', one ?? ''],
    })
    expect(merged.answer).toMatchObject({ version: 3, title: 'Neu', description: '<p>Mehr</p>' })
  })

  test('get a conflict for the same field', async () => {
    const project = await buildProject()
    await save(project, { title: 'Neu', contactRefs: [(await buildContact()).id] })
    const late = await save(project, { title: 'Anders', contactRefs: [(await buildContact()).id] })
    expect(late.problem).toMatchObject({
      code: 'STALE_VERSION',
      current: { title: 'Neu', version: 2 },
      collisions: ['title', 'contactRefs'],
    })
  })

  test('have no conflict with a move of the project', async () => {
    const project = await buildProject()
    const board = project.taskboardRef
    const steps = (await onBoard(board)).length
    expect(steps).toBe(1)
    const place = { taskboardRef: board, step: project.step, assigneeRef: idOf('ADMIN') }
    const moved = await user.call(projectApi.move, {
      params: { id: project.id },
      body: { version: project.version, ...place },
    })
    expect(moved.answer).toMatchObject({ assigneeRef: idOf('ADMIN'), version: 2 })
    expect((await save(project, { title: 'Neu' })).answer).toMatchObject({ assigneeRef: idOf('ADMIN'), title: 'Neu' })
    expect((await save(project, { assigneeRef: null })).problem.collisions).toEqual(['assigneeRef'])
  })
})

describe('projects on a board', () => {
  test('are moved between steps and boards in order', async () => {
    const [board, other] = [await buildBoard(), await buildBoard()]
    const c = await buildProject({ taskboardRef: board.id })
    const b = await buildProject({ taskboardRef: board.id })
    const a = await buildProject({ taskboardRef: board.id })
    const [first = '', second = ''] = board.steps.map(({ id }) => id)
    const move = (card: State, change: object, version = card.version) =>
      user.call(projectApi.move, {
        params: { id: card.id },
        body: { version, taskboardRef: board.id, step: first, ...change },
      })
    expect(await onBoard(board.id)).toEqual([a.id, b.id, c.id])
    await move(c, { beforeRef: b.id })
    expect(await onBoard(board.id)).toEqual([a.id, c.id, b.id])
    const moved = await move(a, { step: second })
    expect(moved.answer).toMatchObject({ step: second, version: 2 })
    expect(Date.parse(moved.answer.inStepSinceUtc)).toBeGreaterThan(Date.parse(a.inStepSinceUtc))
    expect(await onBoard(board.id)).toEqual([c.id, b.id, a.id])
    expect((await move(a, { step: first })).problem).toMatchObject({ code: 'STALE_VERSION', current: { version: 2 } })
    await move(b, { taskboardRef: other.id, step: other.steps[0]?.id })
    expect([await onBoard(board.id), await onBoard(other.id)]).toEqual([[c.id, a.id], [b.id]])
    const wrong = await move(c, { taskboardRef: other.id, step: first }, 2)
    expect(wrong.problem.errors).toMatchObject([{ path: 'step' }])
  })

  test('hidden from the user are NOT_FOUND', async () => {
    const board = await buildBoard({ assignedUsers: [idOf('PROJECT_MANAGER')] })
    const project = (await manager.call(projectApi.add, { body: { taskboardRef: board.id, title: 'Geheim' } })).answer
    const params = { id: project.id }
    for (const { status } of [
      await user.call(projectApi.board, { params: { id: board.id } }),
      await user.call(projectApi.get, { params }),
      await user.call(projectApi.history, { params }),
      await user.call(projectApi.archive, { params }),
      await user.call(projectApi.remove, { params }),
      await save(project, { title: 'Mein' }),
    ]) {
      expect(status).toBe(404)
    }
    const search = { body: { text: 'Geheim' } }
    expect((await user.call(projectApi.search, search)).answer.total).toBe(0)
    expect((await manager.call(projectApi.search, search)).answer.total).toBe(1)
    expect((await as('TERMIN_USER').call(projectApi.get, { params })).status).toBe(403)
  })
})

describe('the archive and the bin of projects', () => {
  test('take a project and restore it', async () => {
    const project = await buildProject()
    const params = { id: project.id }
    const board = { id: project.taskboardRef }
    const binned = async () =>
      (await user.call(projectApi.bin, { params: board })).answer.map(({ id, deletedBy }) => [id, deletedBy])
    const archived = await user.call(projectApi.archive, { params })
    expect(archived.answer.archivedUtc).toEqual(expect.any(String))
    expect(await onBoard(board.id)).toEqual([])
    expect((await user.call(projectApi.archive, { params })).problem.code).toBe('ARCHIVED')
    expect((await save(archived.answer, { title: 'X' })).problem.code).toBe('ARCHIVED')
    const found = (await user.call(projectApi.search, { body: { archived: true, taskboardRef: board.id } })).answer
    expect(found.projects.map(({ id }) => id)).toEqual([project.id])
    expect((await user.call(projectApi.revertArchived, { params })).answer).toMatchObject({ archivedUtc: null })
    expect(await onBoard(board.id)).toEqual([project.id])

    expect((await user.call(projectApi.removeForGood, { params })).problem.code).toBe('NOT_IN_BIN')
    expect((await user.call(projectApi.remove, { params })).status).toBe(204)
    expect([await onBoard(board.id), await binned()]).toEqual([[], [[project.id, 'USER']]])
    expect((await user.call(projectApi.remove, { params })).problem.code).toBe('IN_BIN')
    expect((await user.call(projectApi.revertDeleted, { params })).answer.deletedUtc).toBeNull()
    await user.call(projectApi.remove, { params })
    expect((await user.call(projectApi.removeForGood, { params })).status).toBe(204)
    expect((await user.call(projectApi.get, { params })).status).toBe(404)
    expect(await binned()).toEqual([])
  })

  test('changes of a project are in its history', async () => {
    const contact = await buildContact()
    const project = await buildProject({ title: 'Alt' })
    await save(project, { title: 'Neu', contactRefs: [contact.id] })
    const { entries, names } = (await user.call(projectApi.history, { params: { id: project.id } })).answer
    expect(entries.map(({ entity, action }) => [entity, action])).toEqual([
      ['project', 'CHANGED'],
      ['project_contact', 'CREATED'],
      ['project', 'CREATED'],
    ])
    expect(entries[0]?.changes).toEqual([{ field: 'title', before: 'Alt', after: 'Neu' }])
    expect(names[contact.id]).toEqual(expect.any(String))
  })
})

describe('the search for projects', () => {
  test('finds words of title, description and contacts, and what is due to the caller', async () => {
    const contact = await buildContact({ surname: 'Zwetschge' })
    const board = await buildBoard()
    const build = (overrides: object) => buildProject({ taskboardRef: board.id, ...overrides })
    const one = await build({ title: 'Müllerhaus', description: '<p>Feuerschale im <b>Garten</b></p>' })
    const two = await build({ title: 'Anderes', contactRefs: [contact.id], finished: '2020-01-01T00:00:00Z' })
    const three = await build({ title: 'Später', reminderAtUtc: '2099-01-01T00:00:00Z', assigneeRef: null })
    const found = async (body: object) =>
      (
        await user.call(projectApi.search, {
          body: { taskboardRef: board.id, sort: 'TITLE', descending: false, ...body },
        })
      ).answer.projects.map(({ id }) => id)
    expect(await found({})).toEqual([two.id, one.id, three.id])
    expect(await found({ text: 'mueller garten' })).toEqual([one.id])
    expect(await found({ text: 'zwetschge' })).toEqual([two.id])
    expect(await found({ contactRef: contact.id })).toEqual([two.id])
    expect(await found({ due: true, own: true })).toEqual([two.id])
    expect(await found({ own: true })).toEqual([two.id, one.id])
    const due = async (who: typeof user) => (await who.call(projectApi.countOwnDue, {})).answer.count
    expect([await due(user), await due(manager)]).toEqual([1, 0])
    const proxy = { proxyOwnerRef: idOf('PROJECT_MANAGER'), proxyOwnerUntil: '2099-01-01T00:00:00Z' }
    const period = await save(two, proxy)
    expect([await due(user), await due(manager)]).toEqual([1, 1])
    await save(period.answer, { proxyOwnerFrom: '2098-01-01T00:00:00Z' })
    expect([await due(user), await due(manager)]).toEqual([1, 0])
    const page = (await user.call(projectApi.search, { body: { taskboardRef: board.id, pageSize: 2 } })).answer
    expect([page.projects.length, page.total, page.more]).toEqual([2, 3, true])
  })
})

test('a merge moves the projects of a contact to the surviving one, once each', async () => {
  const [survivor, gone] = [await buildContact(), await buildContact()]
  const both = await buildProject({ contactRefs: [survivor.id, gone.id] })
  const one = await buildProject({ contactRefs: [gone.id] })
  const contacts = [survivor, gone].map(({ id, version }) => ({ contactRef: id, version }))
  const merged = await admin.call(mergeApi.merge, { body: { survivorRef: survivor.id, contacts } })
  expect(merged.status, JSON.stringify(merged.problem)).toBe(200)
  for (const { id } of [both, one]) expect((await get(id)).contacts.map((contact) => contact.id)).toEqual([survivor.id])

  // A user who has not seen the merge adds another contact, and one who has removes it.
  const other = await buildContact()
  const unseen = await save(one, { contactRefs: [gone.id, other.id] })
  expect(unseen.answer?.contacts.map((contact) => contact.id)).toEqual([survivor.id, other.id])
  expect((await save(both, { contactRefs: [] })).answer?.contacts).toEqual([])
})

test('a project saved while its contacts were merged can get both after the undoing', async () => {
  const [survivor, gone] = [await buildContact(), await buildContact()]
  const project = await buildProject({ contactRefs: [gone.id] })
  const contacts = [survivor, gone].map(({ id, version }) => ({ contactRef: id, version }))
  const { mergeRef } = (await admin.call(mergeApi.merge, { body: { survivorRef: survivor.id, contacts } })).answer
  const { answer: asOne } = await save(project, { title: 'Als eine' })
  expect((await admin.call(mergeApi.undo, { params: { id: mergeRef } })).status).toBe(204)
  const parted = await get(project.id)
  const both = await save(parted, { contactRefs: [gone.id, survivor.id] })
  expect(both.answer?.contacts.map(({ id }) => id).sort()).toEqual([gone.id, survivor.id].sort())
  // who opened it while they were one is told who it is about by now
  const stale = await save(asOne, { contactRefs: [] })
  expect(stale.problem).toMatchObject({ code: 'STALE_VERSION', current: { contacts: both.answer?.contacts } })
})
