import { describe, expect, test } from 'vitest'
import type { BodyOf } from '#contract/endpoint'
import { flameApi } from '#contract/orders/flames'
import { testApp } from '../../../test/app.ts'
import { flameEditor, flameFactory } from '../../../test/flames.ts'

const { as } = await testApp()
const { buildBoard, buildContact, buildFlame } = flameFactory(as)
const { saved } = flameEditor(as)
const [admin, user] = [as('ADMIN'), as('USER')]

type Placed = { id: string; version: number; taskboardRef: string; step: string }
const move = (flame: Placed, change: Partial<BodyOf<typeof flameApi.move>>, who = user) =>
  who.call(flameApi.move, {
    params: { id: flame.id },
    body: { version: flame.version, taskboardRef: flame.taskboardRef, step: flame.step, ...change },
  })

/** Builds a board: «Auftrag» requires an order number, «Bereit» also a pickup date, «Geliefert» nothing. */
async function gated() {
  const { id, steps } = await buildBoard({
    steps: [
      { title: 'Anfrage' },
      { title: 'Auftrag', requires: ['SAP_NUMBER'] },
      { title: 'Bereit', requires: ['PICKUP_DATE', 'SAP_NUMBER'] },
      { title: 'Geliefert' },
    ],
  })
  const [asked = '', ordered = '', ready = '', delivered = ''] = steps.map((step) => step.id)
  const refusal = (...named: ('ordered' | 'ready')[]) => ({
    code: 'STEP_REQUIRES',
    steps: [
      ...(named.includes('ordered') ? [{ id: ordered, title: 'Auftrag', missing: ['SAP_NUMBER'] }] : []),
      ...(named.includes('ready') ? [{ id: ready, title: 'Bereit', missing: ['PICKUP_DATE', 'SAP_NUMBER'] }] : []),
    ],
  })
  return { board: id, asked, ordered, ready, delivered, refusal }
}

const complete = { sapOrdernumber: '4711', pickupDate: '2031-03-04T08:00:00Z' }

describe('the requirements of the steps on the way', () => {
  test('are all checked, and each step is named with what is missing', async () => {
    const { board, asked, delivered, refusal } = await gated()
    const flame = await buildFlame({ taskboardRef: board })
    const { problem } = await move(flame, { step: delivered })
    expect(problem).toMatchObject({
      ...refusal('ordered', 'ready'),
      missing: ['PICKUP_DATE', 'SAP_NUMBER'],
      detail:
        'Auf dem Weg in diesen Schritt fehlt im Dossier für «Auftrag»: SAP-Auftragsnummer; «Bereit»: Abholtermin, SAP-Auftragsnummer.',
    })
    const params = { id: flame.id }
    expect((await user.call(flameApi.get, { params })).answer).toMatchObject({ step: asked, version: 1 })
    const filled = await saved(flame, { dossier: complete })
    expect((await move(filled, { step: delivered })).status).toBe(200)
  })

  test('do not name a step whose requirements are met', async () => {
    const { board, delivered } = await gated()
    const flame = await buildFlame({ taskboardRef: board, dossier: { sapOrdernumber: '1' } })
    const { problem } = await move(flame, { step: delivered })
    expect(problem.steps).toMatchObject([{ title: 'Bereit', missing: ['PICKUP_DATE'] }])
  })

  test('are not checked backwards, and forwards from the present step only', async () => {
    const { board, ordered, ready, delivered, refusal } = await gated()
    const flame = await buildFlame({ taskboardRef: board, step: delivered, dossier: complete })
    const emptied = await saved(flame, { dossier: { sapOrdernumber: '', pickupDate: null } })
    const back = (await move(emptied, { step: ready })).answer
    const further = (await move(back, { step: ordered })).answer
    expect(further.step).toBe(ordered)
    expect((await move(further, { step: delivered })).problem).toMatchObject(refusal('ready'))
    expect((await user.call(flameApi.prioritize, { params: { id: flame.id } })).status).toBe(200)
  })

  test('are checked from the first step for a new flame and a copy', async () => {
    const { board, ordered, ready, delivered, refusal } = await gated()
    const contactRef = (await buildContact()).id
    const add = (step: string, dossier = {}) =>
      user.call(flameApi.add, { body: { contactRef, taskboardRef: board, step, dossier } })
    expect((await add(delivered)).problem).toMatchObject(refusal('ordered', 'ready'))
    expect((await add(ordered)).problem).toMatchObject(refusal('ordered'))
    expect((await add(delivered, complete)).status).toBe(200)
    const flame = await buildFlame({ taskboardRef: board, contactRef })
    const copy = (step: string) =>
      user.call(flameApi.duplicate, { params: { id: flame.id }, body: { taskboardRef: board, step } })
    expect((await copy(delivered)).problem).toMatchObject(refusal('ordered', 'ready'))
    expect((await copy(ready)).problem).toMatchObject(refusal('ordered', 'ready'))
  })

  test('are checked from the first step of another board', async () => {
    const { board, delivered, refusal } = await gated()
    const other = await buildBoard()
    const flame = await buildFlame({ taskboardRef: other.id, step: other.steps[2]?.id ?? '' })
    expect((await move(flame, { taskboardRef: board, step: delivered })).problem).toMatchObject(
      refusal('ordered', 'ready'),
    )
    const away = await move(await buildFlame({ taskboardRef: board }), {
      taskboardRef: other.id,
      step: other.steps[2]?.id ?? '',
    })
    expect((await move(away.answer, { taskboardRef: board, step: delivered })).problem.code).toBe('STEP_REQUIRES')
  })

  test('are not checked for a flame restored to its step from the archive or the bin', async () => {
    const { board, delivered } = await gated()
    const flame = await buildFlame({ taskboardRef: board, step: delivered, dossier: complete })
    await saved(flame, { dossier: { sapOrdernumber: '' } })
    const params = { id: flame.id }
    await user.call(flameApi.archive, { params })
    expect((await user.call(flameApi.revertArchived, { params })).answer.step).toBe(delivered)
    await user.call(flameApi.remove, { params })
    expect((await user.call(flameApi.revertDeleted, { params })).answer.step).toBe(delivered)
  })

  test('are all overridden by one reason of an admin', async () => {
    const { board, delivered } = await gated()
    const flame = await buildFlame({ taskboardRef: board })
    const overrideReason = 'Barverkauf'
    expect((await move(flame, { step: delivered, overrideReason }, admin)).status).toBe(200)
    const [change] = (await user.call(flameApi.stepChanges, { params: { id: flame.id } })).answer
    expect(change).toMatchObject({ missing: ['PICKUP_DATE', 'SAP_NUMBER'], overrideReason })
  })
})
