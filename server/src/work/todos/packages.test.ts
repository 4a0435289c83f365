import { expect, test } from 'vitest'
import type { InputOf } from '#contract/endpoint'
import { lockedPickupDateApi } from '#contract/lists/master-data'
import { templateApi } from '#contract/lists/templates'
import { type StartDate, startDates, todoPackageApi } from '#contract/lists/todo-packages'
import { flameApi } from '#contract/orders/flames'
import { type Todo, todoApi } from '#contract/work/todos'
import { testApp } from '../../../test/app.ts'
import { flameFactory } from '../../../test/flames.ts'

const { as } = await testApp()
const { buildFlame } = flameFactory(as)
const [admin, user] = [as('ADMIN'), as('USER')]

let number = 0
async function buildPackage(...todos: object[]) {
  number += 1
  const body = { title: `Paket ${number}`, todos: todos.map((todo) => ({ title: 'Anrufen', ...todo })) }
  const { answer, status, problem } = await admin.call(todoPackageApi.add, { body })
  expect(status, JSON.stringify(problem)).toBe(200)
  return answer.id
}
const plan = async (ref: string, packageId: string) =>
  (await user.call(todoApi.planPackage, { params: { ref, packageId } })).answer
const apply = (ref: string, packageId: string) => user.call(todoApi.applyPackage, { params: { ref, packageId } })
const moved = async (ref: string) => (await user.call(todoApi.moved, { params: { ref } })).answer

async function setDossier(id: string, dossier: object) {
  const { version } = (await user.call(flameApi.get, { params: { id } })).answer
  const { status } = await user.call(flameApi.update, { params: { id }, body: { version, dossier } })
  expect(status).toBe(200)
}

/** Returns midnight in Zurich. */
const winter = (day: string) => new Date(`${day}T00:00:00+01:00`).toISOString()
const same = (one: string | null | undefined) => (one ? new Date(one).toISOString() : null)

test('the preview of a package shows each start with its reason, locked days and weekends', async () => {
  const flame = await buildFlame({ dossier: { certificateName: 'Kunde', pickupDate: winter('2033-12-14') } })
  await admin.call(lockedPickupDateApi.add, { body: { lockedAt: '2033-12-12' } })
  const packageId = await buildPackage(
    { title: 'Avis', startFrom: 'DOSSIER_PICKUP', startOperator: 'SUBTRACT_DAYS', startDays: 2 },
    {
      title: 'Nachfassen {{dossierPickup|addDays:1}}',
      startFrom: 'DOSSIER_PICKUP',
      startDays: 3,
      activities: '{{todoTitle}}, {{todoStart}}',
    },
    { title: 'Mahnen', startFrom: 'DOSSIER_PAYMENT_PERIOD', startDays: 1 },
    { title: 'Ohne', feedback: '{{contactFullName|setText:Guten Tag}}' },
  )
  const planned = await plan(flame.id, packageId)
  expect(planned.map(({ title, activities, feedback }) => [title, activities, feedback])).toEqual([
    ['Avis', '', ''],
    ['Nachfassen 15.12.2033', 'Nachfassen 15.12.2033, 17.12.2033', ''],
    ['Mahnen', '', ''],
    ['Ohne', '', 'Guten Tag'],
  ])
  expect(planned.map(({ start, locked, weekend, problem }) => [same(start), locked, weekend, problem])).toEqual([
    [winter('2033-12-12'), true, false, null],
    [winter('2033-12-17'), false, true, null],
    [null, false, false, 'NO_DATE'],
    [null, false, false, null],
  ])
  expect((await user.call(todoApi.ofRef, { params: { ref: flame.id } })).answer).toEqual([])
  const { answer } = await apply(flame.id, packageId)
  expect(answer.map(({ title, start }) => [title, same(start)])).toEqual(
    planned.map(({ title, start }) => [title, same(start)]),
  )
})

test('a title that would become empty keeps its placeholder', async () => {
  const flame = await buildFlame()
  const packageId = await buildPackage({ title: '{{contactCompany}}' })
  expect((await plan(flame.id, packageId)).map(({ title }) => title)).toEqual(['{{contactCompany}}'])
  expect((await apply(flame.id, packageId)).answer.map(({ title }) => title)).toEqual(['{{contactCompany}}'])
})

test('a start date of the other kind of record is reported and not waited for', async () => {
  const flame = await buildFlame()
  const packageId = await buildPackage({ startFrom: 'PROJECT_END', startDays: 2 }, { startFrom: 'DOSSIER_PICKUP' })
  expect((await plan(flame.id, packageId)).map(({ problem }) => problem)).toEqual(['OTHER_KIND', 'NO_DATE'])
  expect((await apply(flame.id, packageId)).answer.map(({ startFrom }) => startFrom)).toEqual([null, 'DOSSIER_PICKUP'])
})

test('to-dos of a package keep their order after existing ones, even with equal starts', async () => {
  const flame = await buildFlame({ dossier: { pickupDate: winter('2033-12-14') } })
  const titles = Array.from({ length: 12 }, (_, at) => `Schritt ${at}`)
  const plain = titles.map((title) => ({ title, startFrom: 'DOSSIER_PICKUP' }))
  const [asItStands, toFill] = [await buildPackage(...plain), await buildPackage(...plain, { title: '{{todoTitle}}' })]
  const made = async (packageId: string) => (await apply(flame.id, packageId)).answer
  const [once, filled, again] = [await made(asItStands), await made(toFill), await made(asItStands)]
  expect(once.map(({ title }) => title)).toEqual(titles)
  expect(filled.slice(0, -1).map(withoutOwn)).toEqual(once.map(withoutOwn))
  const all = [...once, ...filled, ...again].map(({ id }) => id)
  expect((await user.call(todoApi.ofRef, { params: { ref: flame.id } })).answer.map(({ id }) => id)).toEqual(all)
  const { todos } = (await user.call(todoApi.search, { body: { own: true, pageSize: 1000 } })).answer
  const listed = todos.filter(({ ref, start }) => ref === flame.id && start).map(({ id }) => id)
  expect(listed).toEqual(all.filter((id) => id !== filled.at(-1)?.id))
})

/** Drops the fields that differ for each to-do. */
const withoutOwn = ({ id: _id, orderKey: _orderKey, createdUtc: _created, updatedUtc: _updated, ...todo }: Todo) => todo

test('a start on a public holiday of the chosen regions names the holiday once', async () => {
  const flame = await buildFlame({ dossier: { pickupDate: winter('2033-12-25') } })
  const packageId = await buildPackage(
    { startFrom: 'DOSSIER_PICKUP' },
    { startFrom: 'DOSSIER_PICKUP', startDays: 8 },
    { startFrom: 'DOSSIER_PICKUP', startDays: 1 },
  )
  const named = async () => (await plan(flame.id, packageId)).map(({ holidays }) => holidays)
  // A holiday of all regions is named as in those where the yard is closed on it.
  expect(await named()).toEqual([['Weihnachtstag'], [], ['Stephanstag']])
  expect((await user.call(todoApi.moved, { params: { ref: flame.id } })).answer).toEqual([])
})

test('starts can be counted from every date of a dossier, keeping the time of day across clock changes', async () => {
  const dossier = {
    selfPickupAt: '2033-10-28T06:00:00.000Z',
    pickupDate: '2033-10-27T22:00:00.000Z',
    deliveryDate: '2033-10-27T22:00:00.000Z',
    purchasePickupDate: '2033-10-27T22:00:00.000Z',
    paymentPeriod: '2033-10-27T22:00:00.000Z',
  }
  const flame = await buildFlame({ dossier })
  const packageId = await buildPackage(...startDates.map((startFrom) => ({ startFrom, startDays: 7 })))
  const starts = new Map((await plan(flame.id, packageId)).map(({ startFrom, start }) => [startFrom, same(start)]))
  const midnight = '2033-11-03T23:00:00.000Z'
  const expected: Partial<Record<StartDate, string | null>> = {
    DOSSIER_SELF_PICKUP: '2033-11-04T07:00:00.000Z',
    DOSSIER_PICKUP: midnight,
    DOSSIER_DELIVERY: midnight,
    DOSSIER_PURCHASING_PICKUP: midnight,
    DOSSIER_PAYMENT_PERIOD: midnight,
    PROJECT_START: null,
    PROJECT_END: null,
  }
  const { CURRENT_DATE: today, ...others } = Object.fromEntries(starts)
  expect(others).toEqual(expected)
  expect(new Date(today ?? 0).getTime()).toBeGreaterThan(Date.now() + 5 * 86_400_000)
})

test('a start before 1800 is shown in the preview, and the package is refused as a whole', async () => {
  const flame = await buildFlame({ dossier: { deliveryDate: '1801-01-05T00:00:00Z' } })
  const packageId = await buildPackage(
    { title: 'Anrufen' },
    { title: 'Zu früh', startFrom: 'DOSSIER_DELIVERY', startOperator: 'SUBTRACT_DAYS', startDays: 3649 },
  )
  expect((await plan(flame.id, packageId))[1]).toMatchObject({
    start: null,
    locked: false,
    weekend: false,
    problem: 'OUT_OF_RANGE',
  })
  const refused = await apply(flame.id, packageId)
  expect(refused.problem).toMatchObject({
    code: 'VALIDATION',
    errors: [{ path: '1.start', detail: '«Zu früh» läge vor 1800 oder nach 2499' }],
  })
  expect((await user.call(todoApi.ofRef, { params: { ref: flame.id } })).answer).toEqual([])
  await user.call(flameApi.remove, { params: { id: flame.id } })
  expect((await apply(flame.id, packageId)).problem.code).toBe('IN_BIN')
  expect((await apply(packageId, packageId)).problem.code).toBe('NOT_FOUND')
})

test('when a date moves, its open to-dos are offered to follow and do not move by themselves', async () => {
  const flame = await buildFlame({ dossier: { pickupDate: winter('2033-12-14') } })
  const ref = flame.id
  const before3 = { startFrom: 'DOSSIER_PICKUP', startOperator: 'SUBTRACT_DAYS', startDays: 3 }
  const packageId = await buildPackage(
    { title: 'folgt', ...before3 },
    { title: 'bleibt', ...before3 },
    { title: 'erledigt', ...before3 },
    { title: 'von Hand', ...before3 },
    { title: 'wartet auf den Tag', startFrom: 'DOSSIER_DELIVERY' },
  )
  const [, , done, byHand] = (await apply(ref, packageId)).answer
  const set = (id: string, change: object) =>
    user.call(todoApi.update, { params: { id }, body: { version: 1, ...change } })
  await set(done?.id ?? '', { state: 'DONE' })
  await set(byHand?.id ?? '', { start: winter('2033-12-01') })
  expect(await moved(ref)).toEqual([])

  await setDossier(ref, { pickupDate: winter('2033-12-21'), deliveryDate: winter('2033-12-22') })
  const offered = await moved(ref)
  expect(offered.map(({ title, before, start }) => [title, same(before), same(start)])).toEqual([
    ['folgt', winter('2033-12-11'), winter('2033-12-18')],
    ['bleibt', winter('2033-12-11'), winter('2033-12-18')],
    ['wartet auf den Tag', null, winter('2033-12-22')],
  ])
  const [follows, stays, waits] = offered
  const follow = (todos: InputOf<typeof todoApi.follow>['body']['todos'], move: boolean) =>
    user.call(todoApi.follow, { params: { ref }, body: { todos, move } })
  const named = (todo = follows) => ({ id: todo?.id ?? '', version: todo?.version ?? 1 })
  expect((await follow([named(), { ...named(stays), version: 9 }], true)).problem.code).toBe('STALE_VERSION')
  expect(await moved(ref)).toHaveLength(3)
  const { answer } = await follow([named(), named(waits)], true)
  expect(answer.map(({ start }) => same(start))).toEqual([winter('2033-12-18'), winter('2033-12-22')])
  await follow([named(stays)], false)
  expect(await moved(ref)).toEqual([])
  // Undone to-dos get their former dates, still depend on the date, and are offered again.
  const takeBack = (todos: readonly { id: string; version: number; before: string | null }[]) =>
    user.call(todoApi.unfollow, {
      params: { ref },
      body: { todos: todos.map(({ id, version, before }) => ({ id, version, start: before, due: null })) },
    })
  const decided = [follows, stays].flatMap((todo) => (todo ? [{ ...todo, version: todo.version + 1 }] : []))
  expect((await takeBack(decided.map((todo, at) => ({ ...todo, version: todo.version + at })))).problem.code).toBe(
    'STALE_VERSION',
  )
  expect(await moved(ref)).toEqual([])
  expect((await takeBack(decided)).status).toBe(200)
  const again = await moved(ref)
  expect(again.map(({ title, before, start }) => [title, same(before), same(start)])).toEqual(
    offered.slice(0, 2).map(({ title, before, start }) => [title, same(before), same(start)]),
  )
  await follow([named(again[0])], true)
  await follow([named(again[1])], false)
  expect(await moved(ref)).toEqual([])
  // A to-do that is removed and restored still depends on its date.
  for (const call of [todoApi.remove, todoApi.restore] as const)
    expect((await user.call(call, { params: { id: follows?.id ?? '' } })).status).toBeLessThan(300)
  await setDossier(ref, { pickupDate: winter('2033-12-28') })
  expect((await moved(ref)).map(({ title, before }) => [title, same(before)])).toEqual([
    ['folgt', winter('2033-12-18')],
    ['bleibt', winter('2033-12-11')],
  ])
})

test('the end of a to-do that follows is shown before and keeps its time of day across clock changes', async () => {
  const flame = await buildFlame({ dossier: { pickupDate: '2033-10-20T22:00:00Z' } })
  const ref = flame.id
  const packageId = await buildPackage({ startFrom: 'DOSSIER_PICKUP' })
  const [{ id } = { id: '' }] = (await apply(ref, packageId)).answer
  const [dueBefore, due] = ['2033-10-28T22:00:00.000Z', '2033-10-30T23:00:00.000Z']
  await user.call(todoApi.update, { params: { id }, body: { version: 1, due: dueBefore } })
  await setDossier(ref, { pickupDate: '2033-10-22T22:00:00Z' })
  expect(await moved(ref)).toMatchObject([{ id, dueBefore, due }])
  const body = { todos: [{ id, version: 2 }], move: true }
  expect((await user.call(todoApi.follow, { params: { ref }, body })).answer).toMatchObject([{ due }])
})

test('placeholders of to-dos in a template use the first open to-do of the flame', async () => {
  const flame = await buildFlame()
  const add = (body: object) =>
    user.call(todoApi.add, { body: { type: 'FLAME', ref: flame.id, ...body } } as InputOf<typeof todoApi.add>)
  const subject = 'Zu {{todoActivities}}'
  const content = '<p>{{todoTitle}}, {{todoActivities}}, {{todoStart|addDays:1}}, {{projectStart}}</p>'
  const { id } = (await admin.call(templateApi.add, { body: { title: 'Nächstes', subject, content } })).answer
  const body = { contactRef: flame.dossier.contactRef, flameRef: flame.id }
  const begun = async () => (await user.call(templateApi.fill, { params: { id }, body })).answer
  const filled = async () => (await begun()).content
  expect(await filled()).toBe(content)
  await add({ title: 'Später' })
  await add({ title: 'Zuerst', activities: 'Montage\nAbnahme', start: winter('2033-12-14') })
  await add({ title: 'Getan', state: 'DONE', start: winter('2033-12-01') })
  expect(await filled()).toBe('<p>Zuerst, Montage<br>Abnahme, 15.12.2033, {{projectStart}}</p>')
  expect((await begun()).subject).toBe('Zu Montage Abnahme')
})

test('the to-dos of a package can be removed all together or not at all', async () => {
  const { id: ref } = await buildFlame()
  const packageId = await buildPackage({}, {}, {})
  const titles = async () => (await user.call(todoApi.ofRef, { params: { ref } })).answer.map(({ title }) => title)
  const takeBack = (todos: readonly Pick<Todo, 'id' | 'version'>[], by = admin, at = ref) =>
    by.call(todoApi.takeBackPackage, {
      params: { ref: at },
      body: { todos: todos.map(({ id, version }) => ({ id, version })) },
    })
  const made = (await apply(ref, packageId)).answer
  const [first] = made
  if (!first) throw new Error('nothing was added')

  // A to-do that somebody has changed, or that belongs to another flame, prevents the removal of all.
  await user.call(todoApi.update, { params: { id: first.id }, body: { version: 1, feedback: 'schon begonnen' } })
  const { status, problem } = await takeBack(made)
  expect([status, problem]).toMatchObject([409, { code: 'STALE_VERSION', current: { feedback: 'schon begonnen' } }])
  const present = [{ ...first, version: 2 }, ...made.slice(1)]
  const other = await buildFlame()
  expect((await takeBack(present, admin, other.id)).problem.code).toBe('STALE_VERSION')
  expect((await takeBack(present, admin, packageId)).problem.code).toBe('NOT_FOUND')
  expect(await titles()).toHaveLength(3)

  // Of two concurrent calls one succeeds, and the other learns that the to-dos are gone.
  const both = await Promise.all([takeBack(present), takeBack(present.toReversed())])
  expect(both.map((one) => one.status).toSorted((one, other) => one - other)).toEqual([204, 409])
  expect(both.find((one) => one.status === 409)?.problem).toMatchObject({ code: 'STALE_VERSION', current: null })
  expect(await titles()).toEqual([])
  expect((await admin.call(todoApi.restore, { params: { id: first.id } })).answer).toMatchObject({ version: 4 })

  await admin.call(flameApi.archive, { params: { id: ref } })
  expect((await takeBack([{ ...first, version: 4 }])).problem.code).toBe('ARCHIVED')
})
