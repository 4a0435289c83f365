import { expect, test } from 'vitest'
import { encounterApi } from '#contract/contacts/encounters'
import { emailApi } from '#contract/mail/inbox'
import { flameApi } from '#contract/orders/flames'
import { userApi } from '#contract/users/users'
import { projectApi } from '#contract/work/projects'
import { todoApi } from '#contract/work/todos'
import { testApp } from '../../test/app.ts'
import { emailFactory } from '../../test/emails.ts'
import { flameFactory } from '../../test/flames.ts'
import { projectFactory } from '../../test/projects.ts'

const { as, database, appContext } = await testApp()
const { buildFlame, buildBoard } = flameFactory(as)
const { buildProject, buildBoard: buildProjectBoard } = projectFactory(as)
const { buildEmail } = emailFactory({ database, appContext })
const user = as('USER')
const idOf = async (username: string) =>
  (await database.kysely.selectFrom('app_user').select('id').where('username', '=', username).executeTakeFirstOrThrow())
    .id

test('no call assigns work to a user who may not see it', async () => {
  const [nobody, manager, reception] = [
    await idOf('TERMIN_API'),
    await idOf('PROJECT_MANAGER'),
    await idOf('TERMIN_USER'),
  ]
  const flame = await buildFlame()
  const project = await buildProject()
  const { contactRef, blackBoardRef } = flame.dossier
  const { id, version, step } = flame
  const email = await buildEmail()
  const place = { taskboardRef: blackBoardRef, step, version }
  const todo = { title: 'Anrufen', ref: id, type: 'FLAME' as const }
  const made = (await user.call(todoApi.add, { body: todo })).answer
  const calls = [
    () => user.call(flameApi.add, { body: { contactRef, taskboardRef: blackBoardRef, assigneeRef: manager } }),
    () => user.call(flameApi.update, { params: { id }, body: { version, assigneeRef: reception } }),
    () => user.call(flameApi.update, { params: { id }, body: { version, proxyOwnerRef: nobody } }),
    () => user.call(flameApi.move, { params: { id }, body: { ...place, assigneeRef: nobody } }),
    () =>
      user.call(projectApi.add, { body: { title: 'X', taskboardRef: project.taskboardRef, assigneeRef: reception } }),
    () => user.call(projectApi.update, { params: project, body: { version: project.version, assigneeRef: nobody } }),
    () => user.call(todoApi.add, { body: { ...todo, assigneeRef: manager } }),
    () => user.call(todoApi.update, { params: made, body: { version: made.version, assigneeRef: reception } }),
    () => user.call(todoApi.update, { params: made, body: { version: made.version, assigneeRef: manager } }),
    () => user.call(todoApi.batch, { body: [{ id: made.id, version: made.version, assigneeRef: manager }] }),
    () => user.call(emailApi.setInProgress, { params: { id: email }, query: { userId: manager } }),
    () =>
      user.call(encounterApi.add, {
        params: { id: contactRef },
        body: { encounterType: 'POST', assigneeRef: manager },
      }),
  ]
  for (const [at, call] of calls.entries()) {
    const { problem } = await call()
    expect(problem.errors?.[0], `call ${at}`).toMatchObject({ code: 'mayNotSee' })
  }
  const given = await user.call(projectApi.update, {
    params: project,
    body: { version: project.version, assigneeRef: manager },
  })
  expect(given.answer.assigneeRef).toBe(manager)
  const batch = await user.call(todoApi.batch, {
    body: [{ title: 'Planen', ref: project.id, type: 'PROJECT', assigneeRef: manager }],
  })
  expect(batch.answer[0]?.assigneeRef).toBe(manager)
})

test('an assignee who lost the right keeps the work until it is reassigned', async () => {
  const flame = await buildFlame()
  const reception = await idOf('TERMIN_USER')
  await database.kysely.updateTable('flame').set({ assignee_id: reception }).where('id', '=', flame.id).execute()
  const kept = (await user.call(flameApi.get, { params: flame })).answer
  const saved = await user.call(flameApi.update, {
    params: flame,
    body: { version: kept.version, assigneeRef: reception, dossier: { notes: 'neu' } },
  })
  expect(saved.answer).toMatchObject({ assigneeRef: reception, dossier: { notes: 'neu' } })
  const { taskboardRef, step } = flame
  const copy = await user.call(flameApi.duplicate, { params: flame, body: { taskboardRef, step } })
  expect(copy.answer.assigneeRef).toBe(await idOf('USER'))
})

test('no call assigns work on a board to a user who does not see the board', async () => {
  const [board, projects] = [await buildBoard(), await buildProjectBoard()]
  const flame = await buildFlame({ taskboardRef: board.id })
  const project = await buildProject({ taskboardRef: projects.id })
  const account = { username: 'AUSSEN', password: 'Lange-genug-1', roles: ['USER'] }
  const outsider = (await as('ADMIN').call(userApi.add, { body: account })).answer.id
  const copied = await buildFlame({ assigneeRef: outsider })
  for (const one of [board, projects]) {
    await database.kysely
      .insertInto('blackboard_user')
      .values({ owner_id: one.id, user_id: await idOf('USER') })
      .execute()
  }
  const { contactRef } = flame.dossier
  const place = { taskboardRef: board.id, step: flame.step, version: flame.version }
  const todo = { title: 'Anrufen', assigneeRef: outsider }
  const made = (await user.call(todoApi.add, { body: { title: 'Da', ref: flame.id, type: 'FLAME' } })).answer
  const calls = [
    () => user.call(flameApi.add, { body: { contactRef, taskboardRef: board.id, assigneeRef: outsider } }),
    () => user.call(flameApi.update, { params: flame, body: { version: flame.version, assigneeRef: outsider } }),
    () => user.call(flameApi.move, { params: flame, body: { ...place, assigneeRef: outsider } }),
    () => user.call(projectApi.add, { body: { title: 'X', taskboardRef: projects.id, assigneeRef: outsider } }),
    () => user.call(projectApi.update, { params: project, body: { version: project.version, assigneeRef: outsider } }),
    () => user.call(todoApi.add, { body: { ...todo, ref: flame.id, type: 'FLAME' } }),
    () => user.call(todoApi.update, { params: made, body: { version: made.version, assigneeRef: outsider } }),
    () => user.call(todoApi.batch, { body: [{ ...todo, ref: project.id, type: 'PROJECT' }] }),
  ]
  for (const [at, call] of calls.entries()) {
    const { problem } = await call()
    expect(problem?.errors?.[0], `call ${at}`).toMatchObject({ code: 'mayNotSee' })
  }
  const { answer } = await user.call(flameApi.duplicate, {
    params: copied,
    body: { taskboardRef: board.id, step: flame.step },
  })
  expect(answer.assigneeRef).toBe(await idOf('USER'))
})
