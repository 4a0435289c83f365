import { describe, expect, test } from 'vitest'
import type { BodyOf } from '#contract/endpoint'
import { boardApi } from '#contract/orders/boards'
import { flameApi } from '#contract/orders/flames'
import { testApp } from '../../../test/app.ts'
import { flameFactory } from '../../../test/flames.ts'

const { as, database } = await testApp()
const { buildBoard, buildContact, buildFlame } = flameFactory(as)
const [admin, user] = [as('ADMIN'), as('USER')]

type Placed = { id: string; version: number; taskboardRef: string; step: string }
const move = (flame: Placed, change: Partial<BodyOf<typeof flameApi.move>> = {}, who = user) =>
  who.call(flameApi.move, {
    params: { id: flame.id },
    body: { version: flame.version, taskboardRef: flame.taskboardRef, step: flame.step, ...change },
  })
const order = async (board: { id: string }) =>
  (await user.call(flameApi.board, { params: { id: board.id } })).answer.flames.map(({ id }) => id)

/** Builds a board whose first step holds this many flames, listed from top to bottom. */
async function boardWith(count: number) {
  const board = await buildBoard()
  const contactRef = (await buildContact()).id
  const flames = []
  for (let at = 0; at < count; at++) flames.unshift(await buildFlame({ taskboardRef: board.id, contactRef }))
  const [first, second, third] = board.steps.map(({ id }) => id)
  return { board, flames, steps: [first ?? '', second ?? '', third ?? ''] as const }
}

describe('a moved card', () => {
  test('goes above or below another, to the top of another step, and back', async () => {
    const { board, flames, steps } = await boardWith(4)
    const [a, b, c, d] = flames
    if (!a || !b || !c || !d) throw new Error('four flames')
    await move(d, { beforeRef: b.id })
    expect(await order(board)).toEqual([a.id, d.id, b.id, c.id])
    await move(a, { afterRef: c.id })
    expect(await order(board)).toEqual([d.id, b.id, c.id, a.id])
    const moved = await move(b, { step: steps[1] })
    await move(c, { step: steps[1] })
    expect(await order(board)).toEqual([d.id, a.id, c.id, b.id])
    expect(Date.parse(moved.answer.inStepSinceUtc)).toBeGreaterThan(Date.parse(b.inStepSinceUtc))
    const back = await move(moved.answer, { step: steps[0], beforeRef: a.id, afterRef: d.id })
    expect(await order(board)).toEqual([d.id, b.id, a.id, c.id])
    expect(back.answer).toMatchObject({ version: 3, step: steps[0] })
    const changes = (await user.call(flameApi.stepChanges, { params: { id: b.id } })).answer
    expect(changes).toMatchObject([
      { username: 'USER', fromStep: 'Offerte', toStep: 'Neu', overrideReason: '' },
      { fromBoard: board.title, fromStep: 'Neu', toBoard: board.title, toStep: 'Offerte', missing: [] },
      { fromBoard: null, fromStep: null, toStep: 'Neu' },
    ])
  })

  test('keeps its place when its named neighbours are not in the step', async () => {
    const { board, flames, steps } = await boardWith(3)
    const [a, b, c] = flames
    if (!a || !b || !c) throw new Error('three flames')
    await move(c, { step: steps[1] })
    const stayed = await move(b, { beforeRef: c.id, assigneeRef: null })
    expect(stayed.answer.assigneeRef).toBeNull()
    expect(stayed.answer.inStepSinceUtc).toBe(b.inStepSinceUtc)
    expect(await order(board)).toEqual([a.id, b.id, c.id])
    expect((await move(stayed.answer, { beforeRef: c.id, afterRef: b.id })).status).toBe(200)
    expect(await order(board)).toEqual([a.id, b.id, c.id])
  })

  test('always fits between two others', async () => {
    const { board, flames } = await boardWith(3)
    const [top, ...others] = flames
    if (!top) throw new Error('a flame on top')
    let below = others
    for (let round = 0; round < 40; round++) {
      const [next, last] = below
      if (!next || !last) throw new Error('two flames below')
      const { answer, status } = await move(last, { afterRef: top.id })
      expect(status).toBe(200)
      below = [{ ...last, version: answer.version }, next]
      expect(await order(board)).toEqual([top.id, last.id, next.id])
    }
  })

  test('fits between two cards at the same place without moving distant cards', async () => {
    const { board, flames } = await boardWith(45)
    const [moved, same] = [flames[44], flames[21]]
    if (!moved || !same) throw new Error('45 flames')
    await database.pool.query('update flame set place = (select place from flame where id = $2) where id = $1', [
      same.id,
      flames[22]?.id,
    ])
    const before = (await user.call(flameApi.board, { params: { id: board.id } })).answer.flames
    const [above, below] = before.slice(21, 23)
    expect(above?.order).toBe(below?.order)
    expect((await move(moved, { afterRef: above?.id ?? null })).status).toBe(200)
    const after = (await user.call(flameApi.board, { params: { id: board.id } })).answer.flames
    const ids = before.map(({ id }) => id).filter((id) => id !== moved.id)
    expect(after.map(({ id }) => id)).toEqual([...ids.slice(0, 22), moved.id, ...ids.slice(22)])
    const kept = after.filter(({ id, order }) => before.some((card) => card.id === id && card.order === order))
    expect(kept.map(({ id }) => id)).toEqual(expect.arrayContaining([...ids.slice(0, 7), ...ids.slice(38)]))
  })

  test('that is prioritised goes to the top', async () => {
    const { board, flames } = await boardWith(3)
    const [a, b, c] = flames
    const { answer } = await user.call(flameApi.prioritize, { params: { id: c?.id ?? '' } })
    expect(answer.version).toBe(2)
    expect(await order(board)).toEqual([c?.id, a?.id, b?.id])
  })

  test('can go to another board', async () => {
    const { flames } = await boardWith(1)
    const [flame] = flames
    const other = await buildBoard()
    const step = other.steps[2]?.id ?? ''
    if (!flame) throw new Error('a flame')
    expect((await move(flame, { taskboardRef: other.id })).problem.errors).toMatchObject([{ path: 'step' }])
    const { answer } = await move(flame, { taskboardRef: other.id, step })
    expect(answer).toMatchObject({ taskboardRef: other.id, blackBoardRef: other.id, step })
    expect(await order(other)).toEqual([flame.id])
  })
})

describe('two people moving one card', () => {
  test('get a conflict for the second move, and ARCHIVED after archiving', async () => {
    const { board, flames, steps } = await boardWith(1)
    const [flame] = flames
    if (!flame) throw new Error('a flame')
    await move(flame, { step: steps[1] }, admin)
    const late = await move(flame, { step: steps[2] })
    expect(late.problem).toMatchObject({ code: 'STALE_VERSION', status: 409, current: { step: steps[1], version: 2 } })
    await user.call(flameApi.archive, { params: { id: flame.id } })
    expect((await move(flame, { step: steps[2] })).problem).toMatchObject({ code: 'ARCHIVED', status: 409 })
    expect(await order(board)).toEqual([])
  })

  test('at the same moment: one succeeds', async () => {
    const { flames, steps } = await boardWith(1)
    const [flame] = flames
    if (!flame) throw new Error('a flame')
    const replies = await Promise.all([move(flame, { step: steps[1] }), move(flame, { step: steps[2] }, admin)])
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 409]))
  })

  test('many cards moved into one step at once all end up there', async () => {
    const { board, flames, steps } = await boardWith(12)
    const replies = await Promise.all(flames.map((flame) => move(flame, { step: steps[1] })))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    const [first, second, ...others] = await order(board)
    expect(others).toHaveLength(10)
    const last = replies.find(({ answer }) => answer.id === others[9])?.answer
    if (!last) throw new Error('a last card')
    expect((await move(last, { beforeRef: second ?? null })).status).toBe(200)
    expect((await order(board)).slice(0, 3)).toEqual([first, last.id, second])
  })
})

describe('a step with requirements', () => {
  const requires = ['PICKUP_DATE', 'SAP_NUMBER', 'UID_VERIFIED_IF_TAX_FREE'] as const
  const gated = () => buildBoard({ steps: [{ title: 'Neu' }, { title: 'Bestellt', requires: [...requires] }] })

  test('refuses a flame whose dossier lacks them, and names these', async () => {
    const board = await gated()
    const step = board.steps[1]?.id ?? ''
    const flame = await buildFlame({ taskboardRef: board.id, dossier: { oss: true } })
    const refused = await move(flame, { step })
    expect(refused.problem).toMatchObject({
      code: 'STEP_REQUIRES',
      status: 409,
      missing: ['PICKUP_DATE', 'UID_VERIFIED_IF_TAX_FREE', 'SAP_NUMBER'],
      detail:
        'Auf dem Weg in diesen Schritt fehlt im Dossier für «Bestellt»: Abholtermin, geprüfte UID für die steuerfreie Lieferung oder OSS, SAP-Auftragsnummer.',
    })
    const { contactRef } = flame.dossier
    const straight = { contactRef, taskboardRef: board.id, step }
    expect((await user.call(flameApi.add, { body: straight })).problem.missing).toEqual(['PICKUP_DATE', 'SAP_NUMBER'])
    const copied = await user.call(flameApi.duplicate, {
      params: { id: flame.id },
      body: { taskboardRef: board.id, step },
    })
    expect(copied.problem.code).toBe('STEP_REQUIRES')
    const dossier = { pickupDate: '2031-03-04T08:00:00Z', sapOrdernumber: '4711', oss: false }
    const done = await user.call(flameApi.update, { params: { id: flame.id }, body: { version: 1, dossier } })
    const moved = await move(done.answer, { step })
    expect(moved.status).toBe(200)
    const emptied = await user.call(flameApi.update, {
      params: { id: flame.id },
      body: { version: 3, dossier: { sapOrdernumber: '' } },
    })
    const within = await move({ ...moved.answer, version: emptied.answer.version })
    expect(within.status).toBe(200)
  })

  test('accepts a flame from an admin with a reason, which is kept', async () => {
    const board = await gated()
    const step = board.steps[1]?.id ?? ''
    const flame = await buildFlame({ taskboardRef: board.id })
    const overrideReason = 'Abholung mündlich vereinbart'
    expect((await move(flame, { step, overrideReason })).problem.code).toBe('STEP_REQUIRES')
    expect((await move(flame, { step, overrideReason: ' ' }, admin)).problem.code).toBe('VALIDATION')
    expect((await move(flame, { step, overrideReason }, admin)).status).toBe(200)
    const params = { id: flame.id }
    const [change] = (await user.call(flameApi.stepChanges, { params })).answer
    expect(change).toMatchObject({ username: 'ADMIN', missing: ['PICKUP_DATE', 'SAP_NUMBER'], overrideReason })
    const { entries } = (await user.call(flameApi.history, { params })).answer
    const noted = entries.flatMap(({ changes }) => changes).find(({ field }) => field === 'overrideReason')
    expect(noted?.after).toBe(overrideReason)
  })
})

test('a removed step passes on its flames, including archived ones', async () => {
  const { board, flames, steps } = await boardWith(2)
  const [a, b] = flames
  if (!a || !b) throw new Error('two flames')
  await user.call(flameApi.archive, { params: { id: b.id } })
  const body = { ...board, steps: board.steps.slice(1) }
  const params = { id: board.id }
  const refused = await admin.call(boardApi.update, { params, body })
  expect(refused.problem).toMatchObject({ code: 'IN_USE', usedBy: [{ what: 'flame', count: 2 }] })
  const cardsMoveTo = [{ stepRef: steps[0], toStepRef: steps[2] }]
  expect((await admin.call(boardApi.update, { params, body: { ...body, cardsMoveTo } })).status).toBe(200)
  expect((await user.call(flameApi.get, { params: { id: a.id } })).answer).toMatchObject({ step: steps[2], version: 2 })
  const [change] = (await user.call(flameApi.stepChanges, { params: { id: a.id } })).answer
  expect(change).toMatchObject({ username: 'ADMIN', fromStep: 'Neu', toStep: 'Bestellt' })
  expect((await user.call(flameApi.revertArchived, { params: { id: b.id } })).answer.step).toBe(steps[2])
  expect((await admin.call(boardApi.remove, { params })).problem.code).toBe('IN_USE')
  const { rows } = await database.pool.query(
    'select count(distinct place)::int as places from flame where step_id = $1',
    [steps[2]],
  )
  expect(rows[0].places).toBe(2)
})
