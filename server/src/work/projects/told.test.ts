import { describe, expect, test } from 'vitest'
import { encounterApi } from '#contract/contacts/encounters'
import { commentApi } from '#contract/together/comments'
import { notificationApi } from '#contract/together/notifications'
import { userApi } from '#contract/users/users'
import { projectApi } from '#contract/work/projects'
import { testApp } from '../../../test/app.ts'
import { contactFactory } from '../../../test/contacts.ts'
import { projectFactory } from '../../../test/projects.ts'
import { remindOfProjects } from './remind.ts'

const { as, appContext } = await testApp()
const { buildBoard, buildProject } = projectFactory(as)
const buildContact = contactFactory(as)
const [admin, user, manager] = [as('ADMIN'), as('USER'), as('PROJECT_MANAGER')]
const users = (await admin.call(userApi.list, {})).answer
const idOf = (role: string) => users.find(({ username }) => username === role)?.id ?? ''

/** Returns what a user is notified of about one record. */
const toldTo = async (who: typeof user, upstreamRef: string) =>
  (await who.call(notificationApi.list, {})).answer
    .filter((told) => told.upstreamRef === upstreamRef)
    .map(({ notificationType, reason, content, settled }) => ({ notificationType, reason, content, settled }))
const past = { reminderAtUtc: '2026-01-01T08:00:00Z', finished: '2026-02-01T08:00:00Z' }

describe('the assignee of a project', () => {
  test('is told of the assignment and of a later reassignment', async () => {
    const project = await buildProject({ title: 'Messe', assigneeRef: idOf('PROJECT_MANAGER') })
    const told = { notificationType: 'CHECK_PROJECT', reason: 'ASSIGNED', content: 'Messe' }
    expect(await toldTo(manager, project.id)).toEqual([{ ...told, settled: null }])
    const [one] = (await manager.call(notificationApi.list, {})).answer
    expect(one).toMatchObject({ blackBoardRef: project.taskboardRef, upstreamRef: project.id })
    await user.call(projectApi.update, {
      params: { id: project.id },
      body: { version: project.version, assigneeRef: idOf('ADMIN') },
    })
    expect(await toldTo(manager, project.id)).toEqual([{ ...told, settled: 'REASSIGNED' }])
    expect(await toldTo(admin, project.id)).toEqual([{ ...told, settled: null }])
    await user.call(projectApi.remove, { params: { id: project.id } })
    expect(await toldTo(admin, project.id)).toEqual([{ ...told, settled: 'DELETED' }])
  })

  test('is reminded once, together with the proxy during the proxy period', async () => {
    const now = Date.now()
    const days = (count: number) => new Date(now + count * 86_400_000).toISOString()
    const due = { title: 'Fällig', reminderAtUtc: days(-2), finished: days(-1), proxyOwnerRef: idOf('PROJECT_MANAGER') }
    const project = await buildProject({ ...due, proxyOwnerUntil: days(2) })
    const later = await buildProject({ ...due, proxyOwnerFrom: days(2) })
    const archived = await buildProject(due)
    await user.call(projectApi.archive, { params: { id: archived.id } })
    await Promise.all([remindOfProjects(appContext), remindOfProjects(appContext)])
    await remindOfProjects(appContext)
    const kinds = async (who: typeof user, id: string) =>
      (await toldTo(who, id)).map(({ notificationType, reason }) => `${notificationType} ${reason}`).toSorted()
    const both = ['CHECK_PROJECT OVERDUE', 'PROJECT_REMINDER null']
    expect(await kinds(user, project.id)).toEqual(both)
    expect(await kinds(manager, project.id)).toEqual(both)
    expect(await kinds(user, later.id)).toEqual(both)
    expect([await kinds(manager, later.id), await kinds(user, archived.id)]).toEqual([[], []])
    await user.call(projectApi.update, {
      params: { id: project.id },
      body: { version: project.version, finished: days(-0.5) },
    })
    await remindOfProjects(appContext)
    expect(await kinds(user, project.id)).toEqual([both[0], ...both])
  })

  test('is told of an encounter with a contact of the project', async () => {
    const contact = await buildContact()
    await buildProject({ contactRefs: [contact.id], assigneeRef: idOf('PROJECT_MANAGER'), ...past })
    const body = { encounterType: 'TELEPHONE' as const, description: 'Ruft zurück' }
    const encounter = await admin.call(encounterApi.add, { params: { id: contact.id }, body })
    expect(encounter.status).toBe(200)
    const { rows } = await appContext.database.pool.query(
      `select u.username from notification n join app_user u on u.id = n.user_id where n.encounter_id = $1`,
      [encounter.answer.id],
    )
    expect(rows).toEqual([{ username: 'PROJECT_MANAGER' }])
  })
})

test('a comment on a project needs access to it and is told to the assignee', async () => {
  const board = await buildBoard({ assignedUsers: [idOf('PROJECT_MANAGER')] })
  const project = (await manager.call(projectApi.add, { body: { taskboardRef: board.id, title: 'Intern' } })).answer
  const params = { id: project.id }
  const add = (who: typeof user) => who.call(commentApi.add, { params, body: { text: 'Läuft das?' } })
  expect((await add(user)).status).toBe(404)
  const comment = (await add(admin)).answer
  expect(comment).toMatchObject({ commentFor: 'PROJECT', upstreamRef: project.id })
  const told = (await manager.call(notificationApi.list, {})).answer.find(({ commentRef }) => commentRef === comment.id)
  expect(told?.projectTitle).toBe(project.title)
  expect(told).toMatchObject({
    notificationType: 'COMMENT',
    reason: 'ASSIGNED',
    upstreamRef: project.id,
    blackBoardRef: board.id,
  })
  expect((await user.call(commentApi.list, { params })).status).toBe(404)
  const { entries } = (await manager.call(projectApi.history, { params })).answer
  expect(entries[0]).toMatchObject({ entity: 'comment', action: 'CREATED' })
  await manager.call(projectApi.remove, { params })
  expect((await add(admin)).problem.code).toBe('IN_BIN')
  expect((await manager.call(commentApi.list, { params })).answer).toHaveLength(1)
  await manager.call(projectApi.removeForGood, { params })
  expect((await admin.call(commentApi.get, { params: { id: comment.id } })).status).toBe(404)
})
