import { expect, test } from 'vitest'
import { holidayApi } from '#contract/calendars/holidays'
import { pickupDayApi } from '#contract/calendars/pickups'
import { lockedPickupDateApi, masterData } from '#contract/lists/master-data'
import { flameApi } from '#contract/orders/flames'
import { userApi } from '#contract/users/users'
import { testApp } from '../../../test/app.ts'
import { flameFactory } from '../../../test/flames.ts'

const { app, as, sessionOf } = await testApp()
const { buildFlame, buildBoard, buildContact } = flameFactory(as)
const [admin, user] = [as('ADMIN'), as('USER')]

const noon = (day: string) => `${day}T11:00:00.000Z`
const crates = (quantity: number, weightInKg = '100') => [
  { quantity, widthInCm: '80', depthInCm: '80', heightInCm: '60', weightInKg },
]
const daysIn = async (start: string, end = start) =>
  (await user.call(pickupDayApi.list, { query: { start, end } })).answer
const nextFree = async (after: string, flameRef?: string) =>
  (await user.call(pickupDayApi.nextFree, { query: { after, ...(flameRef ? { flameRef } : {}) } })).answer.day

const isAdmin = ({ username }: { username: string }) => username === 'ADMIN'
const agency = (await admin.call(masterData.forwardingAgencies.add, { body: { title: 'Camion AG' } })).answer.id

test('an entry of the pickup calendar shows order number, agency, crates, weight and what the flame lacks', async () => {
  const flame = await buildFlame({
    dossier: {
      pickupDate: noon('2034-03-06'),
      forwardingAgencyRef: agency,
      sapOrdernumber: '4711',
      packageInfos: [...crates(2, '50.5'), ...crates(1, '20')],
    },
  })
  const { answer } = await user.call(flameApi.pickups, { query: { start: '2034-03-06', end: '2034-03-06' } })
  expect(answer).toMatchObject([
    {
      flameRef: flame.id,
      kind: 'PICKUP',
      sapOrdernumber: '4711',
      forwardingAgencyRef: agency,
      forwardingAgency: 'Camion AG',
      crates: 3,
      weightInKg: 121,
      lacks: flame.lacks,
    },
  ])
  expect(flame.lacks).toContain('AVIS_PHONE')
})

test('pickup days show locks, holidays by region, and the load of all boards beside its limits', async () => {
  await admin.call(lockedPickupDateApi.add, { body: { lockedAt: '2034-05-02' } })
  await admin.call(masterData.holidayRegions.add, { body: { region: 'CH_ZH', closesYard: true } })
  await admin.call(masterData.pickupLimits.add, { body: { maxCrates: 4, maxWeightInKg: '1000.5' } })
  await admin.call(masterData.pickupLimits.add, { body: { forwardingAgencyId: agency, maxCrates: 2 } })
  const [{ id: adminRef } = { id: '' }] = (await admin.call(userApi.list, {})).answer.filter(isAdmin)
  const hidden = await buildBoard({ assignedUsers: [adminRef] })
  const dossier = { pickupDate: noon('2034-05-03'), packageInfos: crates(1) }
  await buildFlame({ dossier: { ...dossier, forwardingAgencyRef: agency, selfPickupAt: noon('2034-05-03') } })
  const body = {
    contactRef: (await buildContact()).id,
    taskboardRef: hidden.id,
    dossier: { selfPickupAt: noon('2034-05-03'), packageInfos: crates(3) },
  }
  expect((await admin.call(flameApi.add, { body })).status).toBe(200)
  const archived = await buildFlame({ dossier })
  await user.call(flameApi.archive, { params: { id: archived.id } })
  await buildFlame({ dossier: { deliveryDate: noon('2034-05-04'), packageInfos: crates(9) } })

  const ofAll = { forwardingAgencyRef: null, forwardingAgency: '', maxCrates: 4, maxWeightInKg: 1000.5 }
  const ofAgency = { forwardingAgencyRef: agency, forwardingAgency: 'Camion AG', maxCrates: 2, maxWeightInKg: null }
  const none = { crates: 0, weightInKg: 0 }
  const nothing = [
    { ...ofAll, ...none },
    { ...ofAgency, ...none },
  ]
  expect(await daysIn('2034-05-01', '2034-05-04')).toEqual([
    {
      day: '2034-05-01',
      locked: false,
      holidays: [{ name: 'Tag der Arbeit', regions: ['CH_ZH', 'AT', 'DE'], closesYard: true }],
      loads: nothing,
    },
    { day: '2034-05-02', locked: true, holidays: [], loads: nothing },
    {
      day: '2034-05-03',
      locked: false,
      holidays: [],
      loads: [
        { ...ofAll, crates: 4, weightInKg: 400 },
        { ...ofAgency, crates: 1, weightInKg: 100 },
      ],
    },
    { day: '2034-05-04', locked: false, holidays: [], loads: nothing },
  ])
})

test('the next free pickup day is an open working day with room for the load of the flame', async () => {
  const one = await buildFlame({ dossier: { packageInfos: crates(1) } })
  const two = await buildFlame({ dossier: { packageInfos: crates(2), forwardingAgencyRef: agency } })
  // 30 April is a Sunday; then come a holiday, a locked day and a full one
  expect(await nextFree('2034-04-28')).toBe('2034-05-03')
  expect(await nextFree('2034-04-28', one.id)).toBe('2034-05-04')
  expect(await nextFree('2034-05-04', two.id)).toBe('2034-05-05')
  expect(await nextFree('2034-05-05')).toBe('2034-05-08')
  const huge = await buildFlame({ dossier: { packageInfos: crates(5) } })
  expect(await nextFree('2034-05-04', huge.id)).toBeNull()
  // a flame that leaves on the day already needs no more room there
  const { version } = (await user.call(flameApi.get, { params: { id: one.id } })).answer
  const body = { version, dossier: { pickupDate: noon('2034-05-08') } }
  await user.call(flameApi.update, { params: { id: one.id }, body })
  expect(await nextFree('2034-05-05', one.id)).toBe('2034-05-08')
  expect(await nextFree('2499-12-29')).toBe('2499-12-30')
  expect(await nextFree('2499-12-31')).toBeNull()
  const unseen = await admin.call(flameApi.get, { params: { id: huge.id } })
  expect(unseen.status).toBe(200)
  expect((await as('TERMIN_USER').call(pickupDayApi.nextFree, { query: { after: '2034-05-05' } })).status).toBe(403)
})

test('a pickup cannot be moved to a locked day', async () => {
  await admin.call(lockedPickupDateApi.add, { body: { lockedAt: '2034-07-04' } })
  const flame = await buildFlame({ dossier: { pickupDate: noon('2034-07-03') } })
  const move = (day: string) =>
    user.call(flameApi.update, {
      params: { id: flame.id },
      body: { version: flame.version, dossier: { pickupDate: noon(day) } },
    })
  expect((await move('2034-07-04')).problem.errors).toMatchObject([
    { path: 'dossier.pickupDate', detail: 'Datum ist als Abholtermin blockiert' },
  ])
  expect((await move('2034-07-05')).status).toBe(200)
  expect((await move('2034-07-06')).problem.code).toBe('STALE_VERSION')
})

test('the holidays of a day and the regions of each country are sorted by name', async () => {
  const [day] = await daysIn('2008-05-01')
  const names = day?.holidays.map(({ name }) => name)
  expect(names).toContain('Auffahrt')
  expect(names).toEqual(names?.toSorted((a, b) => a.localeCompare(b, 'de')))
  const regions = (await user.call(holidayApi.regions, {})).answer.map(({ name }) => name)
  expect(regions.slice(0, 3)).toEqual(['Schweiz', 'Schweiz, Kanton Aargau', 'Schweiz, Kanton Appenzell Ausserrhoden'])
  const others = regions.filter((name) => !name.startsWith('Schweiz'))
  expect(others.slice(0, 3)).toEqual(['Deutschland', 'Deutschland, Baden-Württemberg', 'Deutschland, Bayern'])
})

test('every holiday region has a name in the language of the person', async () => {
  const { answer } = await user.call(holidayApi.regions, {})
  const named = new Map(answer.map(({ region, name }) => [region, name]))
  expect(named.get('CH')).toBe('Schweiz')
  expect(named.get('CH_ZH')).toBe('Schweiz, Kanton Zürich')
  expect(named.get('AT_9')).toBe('Österreich, Wien')
  expect(answer).toHaveLength(54)
  const french = await app.inject({
    url: holidayApi.regions.path,
    headers: { cookie: await sessionOf('USER'), 'accept-language': 'fr' },
  })
  const inFrench = new Map((french.json() as typeof answer).map(({ region, name }) => [region, name]))
  expect((['CH', 'CH_ZH', 'AT_9'] as const).map((region) => inFrench.get(region))).toEqual([
    'Suisse',
    'Suisse, Canton de Zurich',
    'Autriche, Wien',
  ])
  expect(inFrench.size).toBe(54)
})
