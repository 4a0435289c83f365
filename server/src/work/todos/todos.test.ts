import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { InputOf } from '#contract/endpoint'
import { toldHeader } from '#contract/live'
import { flameApi } from '#contract/orders/flames'
import { notificationApi } from '#contract/together/notifications'
import { userApi } from '#contract/users/users'
import { todoApi } from '#contract/work/todos'
import { testApp } from '../../../test/app.ts'
import { callAtOnce } from '../../../test/at-once.ts'
import { flameFactory } from '../../../test/flames.ts'
import { toldDuring } from '../../../test/told.ts'
import { remindOfTodos } from './remind.ts'
import { emptyTodoBin } from './todos.ts'

const { as, holding, appContext, database } = await testApp()
const db = database.kysely
const { buildBoard, buildFlame } = flameFactory(as)
const [admin, user] = [as('ADMIN'), as('USER')]
const idOf = async (name: string) =>
  (await admin.call(userApi.list, {})).answer.find(({ username }) => username === name)?.id ?? ''
const [userId, adminId] = [await idOf('USER'), await idOf('ADMIN')]
const inDays = (days: number) => new Date(Math.round(Date.now() / 60_000 + days * 1440) * 60_000).toISOString()

type Body = InputOf<typeof todoApi.add>['body']
type Search = InputOf<typeof todoApi.search>['body']
async function add(ref: string, todo: Partial<Body> = {}, who = user) {
  const { status, answer, problem } = await who.call(todoApi.add, {
    body: { type: 'FLAME', ref, title: 'Anrufen', ...todo },
  })
  expect(status, JSON.stringify(problem)).toBe(200)
  return answer
}
const listed = async (ref: string) =>
  (await user.call(todoApi.ofRef, { params: { ref } })).answer.map(({ title }) => title)
const set = (id: string, version: number, change: object, who = user) =>
  who.call(todoApi.update, { params: { id }, body: { version, ...change } })

describe('a to-do', () => {
  test('is assigned to its creator, open, last of its flame and counted on its card', async () => {
    const { id: ref, taskboardRef } = await buildFlame()
    const first = await add(ref, { title: 'Erstes', due: inDays(3) })
    await add(ref, { title: 'Zweites', assigneeRef: null, start: inDays(1) })
    expect(first).toMatchObject({
      state: 'OPEN',
      assigneeRef: userId,
      createdBy: userId,
      ref,
      blackBoardRef: taskboardRef,
    })
    expect(await listed(ref)).toEqual(['Erstes', 'Zweites'])
    await set(first.id, 1, { state: 'DONE' })
    const [card] = (await user.call(flameApi.board, { params: { id: taskboardRef }, query: {} })).answer.flames
    expect(card?.todos).toMatchObject({ all: 2, done: 1, nextTitle: 'Zweites' })
  })

  test('changes between open and waiting and to done, but from done only to open', async () => {
    const { id } = await add((await buildFlame()).id)
    const waits = (await set(id, 1, { state: 'WAITING' })).answer
    const done = (await set(id, 2, { state: 'DONE' })).answer
    expect([waits.finished, done.finished === null]).toEqual([null, false])
    const refused = await set(id, 3, { state: 'WAITING' })
    expect(refused.problem.errors).toMatchObject([{ path: 'state', code: 'openFirst' }])
    expect((await set(id, 3, { state: 'OPEN' })).answer).toMatchObject({ state: 'OPEN', finished: null })
    expect((await set(id, 3, { title: 'Anders' })).problem).toMatchObject({
      code: 'STALE_VERSION',
      current: { version: 4 },
    })
  })

  test('can be moved above and below others any number of times', async () => {
    const { id: ref } = await buildFlame()
    const [a, b, c] = [await add(ref, { title: 'a' }), await add(ref, { title: 'b' }), await add(ref, { title: 'c' })]
    await set(c.id, 1, { beforeRef: a.id })
    expect(await listed(ref)).toEqual(['c', 'a', 'b'])
    for (let turn = 0; turn < 40; turn++) {
      const [moved, other] = turn % 2 ? [b, c] : [c, b]
      const { version } = (await user.call(todoApi.get, { params: { id: moved.id } })).answer
      await set(moved.id, version, { afterRef: a.id })
      expect(await listed(ref)).toEqual(['a', moved.title, other.title])
    }
    await add(ref, { title: 'dazwischen', beforeRef: a.id })
    expect(await listed(ref)).toEqual(['dazwischen', 'a', 'b', 'c'])
  })

  test('cannot be changed while its flame is archived or deleted, nor end before it starts', async () => {
    const { id: ref } = await buildFlame()
    const { id } = await add(ref)
    const refused = await set(id, 1, { start: inDays(3), due: inDays(1) })
    expect(refused.problem.errors).toMatchObject([{ path: 'due', code: 'endBeforeStart' }])
    expect((await set(id, 1, { assigneeRef: ref })).problem.errors).toMatchObject([{ path: 'assigneeRef' }])
    await user.call(flameApi.archive, { params: { id: ref }, query: {} })
    expect((await set(id, 1, { title: 'Anders' })).problem.code).toBe('ARCHIVED')
    await user.call(flameApi.revertArchived, { params: { id: ref } })
    await user.call(flameApi.remove, { params: { id: ref } })
    expect((await set(id, 1, { title: 'Anders' })).problem.code).toBe('IN_BIN')
    expect((await user.call(todoApi.remove, { params: { id } })).problem.code).toBe('IN_BIN')
  })

  test('keeps an assignee who cannot sign in any more, but cannot be newly assigned to one', async () => {
    const { id: ref } = await buildFlame()
    const leaving = await idOf((await holding('FLAME_READ', 'TODO_READ')).name)
    const { id } = await add(ref, { assigneeRef: leaving })
    const other = await add(ref, { title: 'Schreiben' })
    await sql`update app_user set disabled = true where id = ${leaving}`.execute(db)
    const given = { title: 'Zurückrufen', assigneeRef: leaving }
    expect((await set(id, 1, given)).answer).toMatchObject(given)
    const batch = await user.call(todoApi.batch, { body: [{ id, version: 2, ...given }] })
    expect(batch.answer).toMatchObject([given])
    expect((await set(other.id, 1, given)).problem.errors).toMatchObject([{ path: 'assigneeRef', code: 'unknownRef' }])
  })

  test('can be removed and restored with its place, author and date', async () => {
    const { id: ref, taskboardRef } = await buildFlame()
    await add(ref, { title: 'oben' })
    const other = await holding('FLAME_READ', 'TODO_READ')
    const assigneeRef = await idOf(other.name)
    const removed = await add(ref, { title: 'mitten', due: inDays(-1), assigneeRef })
    await add(ref, { title: 'unten' })
    const params = { id: removed.id }
    const due = async () => (await other.call(todoApi.countOwnDue, {})).answer.count
    expect(await due()).toBe(1)
    expect((await user.call(todoApi.restore, { params })).problem.code).toBe('NOT_FOUND')
    const gone = await user.call(todoApi.remove, { params })
    expect(String(gone.response.headers[toldHeader])).toContain(`todo ref=${ref} assignee=${assigneeRef}`)
    expect(await listed(ref)).toEqual(['oben', 'unten'])
    expect((await user.call(todoApi.get, { params })).problem.code).toBe('NOT_FOUND')
    expect((await user.call(todoApi.remove, { params })).problem.code).toBe('NOT_FOUND')
    expect(await due()).toBe(0)
    const card = async () =>
      (await user.call(flameApi.board, { params: { id: taskboardRef }, query: {} })).answer.flames.find(
        ({ id }) => id === ref,
      )
    expect((await card())?.todos).toMatchObject({ all: 2, nextTitle: 'oben' })
    const hidden = await holding('TODO_READ', 'TODO_DELETE')
    expect((await hidden.call(todoApi.restore, { params })).problem.code).toBe('NOT_FOUND')
    expect((await admin.call(todoApi.restore, { params })).answer).toEqual({
      ...removed,
      version: 3,
      updatedUtc: expect.any(String),
    })
    expect(await listed(ref)).toEqual(['oben', 'mitten', 'unten'])
    expect((await card())?.todos).toMatchObject({ all: 3, nextTitle: 'mitten' })

    const history = (await user.call(flameApi.history, { params: { id: ref }, query: {} })).answer
    expect(history.names[removed.id]).toBe('mitten')

    await user.call(todoApi.remove, { params })
    await sql`update todo set deleted_at = deleted_at - interval '31 days' where id = ${removed.id}`.execute(db)
    await emptyTodoBin(appContext)
    expect((await user.call(todoApi.restore, { params })).problem.code).toBe('NOT_FOUND')
  })

  test('is visible to users who see its flame and may read to-dos', async () => {
    const { id: taskboardRef } = await buildBoard({ assignedUsers: [adminId] })
    const { answer: flame } = await admin.call(flameApi.add, {
      body: { contactRef: (await buildFlame()).dossier.contactRef, taskboardRef },
    })
    const { id } = await add(flame.id, {}, admin)
    for (const params of [{ id }, { id: flame.id }])
      expect((await user.call(todoApi.get, { params })).problem.code).toBe('NOT_FOUND')
    expect((await user.call(todoApi.ofRef, { params: { ref: flame.id } })).problem.code).toBe('NOT_FOUND')
    expect((await set(id, 1, { title: 'x' })).problem.code).toBe('NOT_FOUND')
    const without = await holding('TODO_READ', 'TODO_CREATE')
    const own = await buildFlame()
    expect((await without.call(todoApi.ofRef, { params: { ref: own.id } })).problem.code).toBe('NOT_FOUND')
    expect((await without.call(todoApi.search, { body: {} })).answer.todos).toEqual([])
  })

  test('in a batch of a thousand with one invalid entry is not written, nor are the others', async () => {
    const { id: ref } = await buildFlame()
    const kept = await add(ref, { title: 'steht' })
    const batch = Array.from({ length: 1000 }, (_, index) => ({ type: 'FLAME' as const, ref, title: `Nr. ${index}` }))
    const wrong = (at: number, instead: object) =>
      batch.map((todo, index) => (index === at ? { ...todo, ...instead } : todo))
    const send = (body: object[]) => user.call(todoApi.batch, { body } as InputOf<typeof todoApi.batch>)
    expect((await send(wrong(700, { title: ' ' }))).problem.errors).toMatchObject([{ path: '700.title' }])
    expect((await send(wrong(701, { assigneeRef: ref }))).problem.errors).toMatchObject([{ path: '701.assigneeRef' }])
    expect((await send(wrong(702, { ref: userId }))).problem).toMatchObject({
      code: 'NOT_FOUND',
      errors: [{ path: '702.ref', code: 'NOT_FOUND', detail: 'Der Eintrag wurde nicht gefunden.' }],
    })
    const tooSoon = { start: inDays(3), due: inDays(1) }
    expect((await send(wrong(703, tooSoon))).problem.errors).toMatchObject([{ path: '703.due' }])
    const change = { id: kept.id, version: 1, ...tooSoon }
    expect((await send(wrong(704, change))).problem.errors).toMatchObject([{ path: '704.due' }])
    const stale = (await send(wrong(999, { id: kept.id, version: 7 }))).problem
    expect(stale).toMatchObject({ code: 'STALE_VERSION', errors: [{ path: '999.id' }] })
    const binned = await buildFlame()
    const other = await add(binned.id)
    await user.call(flameApi.remove, { params: { id: binned.id } })
    const inBin = (await send(wrong(705, { ref: binned.id }))).problem
    expect(inBin).toMatchObject({ code: 'IN_BIN', errors: [{ path: '705.ref' }] })
    const changed = (await send(wrong(706, { id: other.id, version: 1 }))).problem
    expect(changed).toMatchObject({ code: 'IN_BIN', errors: [{ path: '706.id' }] })
    expect(await listed(ref)).toEqual(['steht'])
    const { answer } = await send([...batch.slice(0, 2), { id: kept.id, version: 1, title: 'anders' }])
    expect(answer.map(({ title }) => title)).toEqual(['Nr. 0', 'Nr. 1', 'anders'])
    expect(await listed(ref)).toEqual(['anders', 'Nr. 0', 'Nr. 1'])
  })
})

describe('the lists of to-dos', () => {
  test('show to-dos of open flames by due date, with waiting ones last, page by page', async () => {
    const { id: ref } = await buildFlame()
    const assigneeRef = (await holding('FLAME_READ', 'TODO_READ')).name
    const own = await idOf(assigneeRef)
    const build = (title: string, todo: Partial<Body>) => add(ref, { title, assigneeRef: own, ...todo })
    await build('wartet', { state: 'WAITING', due: inDays(-9) })
    await build('ohne Tag', {})
    await build('bald', { due: inDays(2) })
    await build('fällig', { start: inDays(-1) })
    await build('erledigt', { state: 'DONE' })
    const put = await buildFlame()
    await add(put.id, { title: 'weg', assigneeRef: own })
    await user.call(flameApi.remove, { params: { id: put.id } })
    const find = async (body: object) =>
      (await admin.call(todoApi.search, { body: { assigneeRef: own, ...body } })).answer
    const found = async (body: object) => (await find(body)).todos.map(({ title }) => title)
    expect(await found({})).toEqual(['fällig', 'bald', 'ohne Tag', 'wartet'])
    expect(await found({ dueOnly: true })).toEqual(['fällig'])
    expect(await found({ descending: true })).toEqual(['bald', 'fällig', 'ohne Tag', 'wartet'])
    expect(await found({ states: ['DONE'] })).toEqual(['erledigt'])
    expect(await found({ text: 'fallig' })).toEqual(['fällig'])
    expect(await found({ page: 2, pageSize: 3 })).toEqual(['wartet'])
    expect(await find({ pageSize: 3 })).toMatchObject({ total: 4, more: true })
  })

  test('of all users are sorted by assignee, with unassigned ones last', async () => {
    const { id: ref } = await buildFlame()
    await add(ref, { title: 'Reihe niemand', assigneeRef: null, due: inDays(-9) })
    await add(ref, { title: 'Reihe später', assigneeRef: userId, due: inDays(5) })
    await add(ref, { title: 'Reihe früher', assigneeRef: userId, due: inDays(4) })
    await add(ref, { title: 'Reihe Admin', assigneeRef: adminId })
    const find = async (body: object) => {
      const { answer } = await admin.call(todoApi.search, { body: { text: 'reihe', sort: 'ASSIGNEE', ...body } })
      return answer.todos.map(({ title }) => title)
    }
    expect(await find({})).toEqual(['Reihe Admin', 'Reihe früher', 'Reihe später', 'Reihe niemand'])
    expect(await find({ descending: true, pageSize: 3 })).toEqual(['Reihe früher', 'Reihe später', 'Reihe Admin'])
    expect(await find({ page: 2, pageSize: 3 })).toEqual(['Reihe niemand'])
    // Pages of any filtered list are in order as well.
    for (const order of [
      { sort: 'ASSIGNEE' },
      { sort: 'ASSIGNEE', descending: true },
      { sort: 'DUE', descending: true },
    ]) {
      const page = async (body: object) =>
        (await admin.call(todoApi.search, { body: { ...order, ...body } as Search })).answer
      const all = (await page({ pageSize: 1000 })).todos.map(({ id }) => id)
      const pages = []
      for (let at = 1; at <= Math.ceil(all.length / 3); at++)
        pages.push(...(await page({ page: at, pageSize: 3 })).todos)
      expect(pages.map(({ id }) => id)).toEqual(all)
      const flames = (await page({ pageSize: 1000, type: 'FLAME' })).todos.map(({ id }) => id)
      expect(flames).toEqual(all)
    }
  })
})

describe('notifications about to-dos', () => {
  const told = async (who: typeof user, type: string) =>
    (await who.call(notificationApi.list, {})).answer.filter(({ notificationType }) => notificationType === type)

  test('TODO_FINISHED goes to the author, unless that person finished it', async () => {
    const { id: ref, taskboardRef } = await buildFlame()
    const foreign = await add(ref, { title: 'Offerte schreiben', assigneeRef: adminId })
    const own = await add(ref, { title: 'Selbst' })
    await set(foreign.id, 1, { state: 'DONE' }, admin)
    await set(own.id, 1, { state: 'DONE' })
    expect(await told(user, 'TODO_FINISHED')).toMatchObject([
      { content: 'Offerte schreiben', upstreamRef: ref, blackBoardRef: taskboardRef, settled: null },
    ])
    expect(await told(admin, 'TODO_FINISHED')).toEqual([])
    await set(foreign.id, 2, { state: 'OPEN' }, admin)
    expect(await told(user, 'TODO_FINISHED')).toHaveLength(1)
    const remove = () => admin.call(todoApi.remove, { params: { id: foreign.id } })
    expect((await toldDuring(database, remove)).told.join()).toContain(`notification user=${userId}`)
    expect(await told(user, 'TODO_FINISHED')).toMatchObject([{ settled: 'DELETED' }])
  })

  test('COMPLETE_TODO reports the number of due to-dos once to their assignee', async () => {
    const { id: ref } = await buildFlame()
    const reader = await holding('FLAME_READ', 'TODO_READ')
    const assigneeRef = await idOf(reader.name)
    const count = async () => (await told(reader as never, 'COMPLETE_TODO')).map(({ content }) => content)
    await add(ref, { assigneeRef, due: inDays(-1) })
    await add(ref, { assigneeRef, start: inDays(-2) })
    await add(ref, { assigneeRef, due: inDays(1) })
    const waiting = await add(ref, { assigneeRef, state: 'WAITING', due: inDays(-1) })
    await Promise.all([remindOfTodos(appContext), remindOfTodos(appContext), remindOfTodos(appContext)])
    expect(await count()).toEqual(['2'])
    expect((await reader.call(todoApi.countOwnDue, {})).answer.count).toBe(2)
    const [notice] = await told(reader as never, 'COMPLETE_TODO')
    await reader.call(notificationApi.markRead, { params: { id: notice?.id ?? '' } })
    await remindOfTodos(appContext)
    expect(await count()).toEqual([])
    await set(waiting.id, 1, { state: 'OPEN' })
    await remindOfTodos(appContext)
    expect(await count()).toEqual(['3'])
    expect((await told(admin, 'COMPLETE_TODO')).length).toBe(0)
  })

  test('COMPLETE_TODO is updated to the number still due and settled at zero', async () => {
    const { id: ref } = await buildFlame()
    const reader = await holding('FLAME_READ', 'TODO_READ', 'TODO_MODIFY')
    const assigneeRef = await idOf(reader.name)
    const notice = async () => (await told(reader as never, 'COMPLETE_TODO')).map((one) => [one.content, one.settled])
    const [first, second] = [
      await add(ref, { assigneeRef, due: inDays(-1) }),
      await add(ref, { assigneeRef, due: inDays(-1) }),
    ]
    await remindOfTodos(appContext)
    expect(await notice()).toEqual([['2', null]])
    const done = await toldDuring(database, () => set(first.id, 1, { state: 'DONE' }))
    expect(done.told.join()).toContain(`notification user=${assigneeRef}`)
    expect(await notice()).toEqual([['1', null]])
    await set(second.id, 1, { due: inDays(3) })
    expect(await notice()).toEqual([['0', 'DONE']])
  })

  test('COMPLETE_TODO is not sent to users who may not see the due to-dos', async () => {
    const reader = await holding('FLAME_READ', 'TODO_READ')
    const other = await holding('TODO_READ')
    const { id: taskboardRef } = await buildBoard({ assignedUsers: [adminId] })
    const { contactRef } = (await buildFlame()).dossier
    const { answer: hidden } = await admin.call(flameApi.add, { body: { contactRef, taskboardRef } })
    const { id: shown } = await buildFlame()
    // These users could see the board, or flames, once.
    const saw = async ({ name }: { name: string }) =>
      sql`update todo set assignee_id = ${await idOf(name)} where assignee_id is null and flame_id in (${hidden.id}, ${shown})`.execute(
        database.kysely,
      )
    await add(hidden.id, { assigneeRef: null, due: inDays(-1) }, admin)
    await saw(reader)
    await add(hidden.id, { assigneeRef: null, due: inDays(-1) }, admin)
    await add(shown, { assigneeRef: null, due: inDays(-1) })
    await saw(other)
    await remindOfTodos(appContext)
    for (const one of [reader, other]) expect(await told(one as never, 'COMPLETE_TODO')).toEqual([])
    await add(shown, { assigneeRef: await idOf(reader.name), due: inDays(-1) })
    await remindOfTodos(appContext)
    expect(await told(reader as never, 'COMPLETE_TODO')).toMatchObject([{ content: '1' }])
  })
})

test('a to-do added to a card that is moved at the same moment is counted on the moved card', async () => {
  const board = await buildBoard()
  const { id, version } = await buildFlame({ taskboardRef: board.id })
  const move = { version, taskboardRef: board.id, step: board.steps[1]?.id ?? '' }
  const [moved, added] = await callAtOnce(
    database,
    () => user.call(flameApi.move, { params: { id }, body: move }),
    () => user.call(todoApi.add, { body: { type: 'FLAME', ref: id, title: 'Anrufen' } }),
  )
  expect([moved.status, added.status]).toEqual([200, 200])
  const { flames } = (await user.call(flameApi.board, { params: { id: board.id }, query: {} })).answer
  expect(flames).toMatchObject([{ id, step: move.step, todos: { all: 1, done: 0, nextTitle: 'Anrufen' } }])
})

test.each<Search>([
  { assigneeRef: userId },
  { assigneeRef: userId, descending: true },
  { descending: true },
  { sort: 'ASSIGNEE' },
])('a state given twice finds each to-do once: %j', async (search) => {
  const flame = await buildFlame()
  await add(flame.id, { assigneeRef: userId })
  const found = async (states: ('OPEN' | 'WAITING')[]) => {
    const { answer } = await admin.call(todoApi.search, { body: { ...search, states } })
    return [answer.total, answer.todos.map(({ id }) => id)]
  }
  expect(await found(['OPEN', 'OPEN'])).toEqual(await found(['OPEN']))
})
