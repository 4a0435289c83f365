import { describe, expect, test } from 'vitest'
import { telephonyApi } from '#contract/calls/telephony'
import { today } from '#contract/endpoint'
import { boardApi } from '#contract/orders/boards'
import { flameApi } from '#contract/orders/flames'
import { dashboardApi, dashboardSettingApi, type Tile } from '#contract/overview/dashboards'
import { demoApp } from '../../../test/demo.ts'
import { emailFactory } from '../../../test/emails.ts'
import { clockOf, dayOf, figureOf, median, rowsIn, time, weekdayOf } from '../../../test/figures.ts'

// Every figure is computed a second time, by plain loops over the rows of the demo.
const { appContext, database, as, holding } = await demoApp()
const rowsOf = async <Row>(table: string): Promise<Row[]> => (await database.pool.query(`select * from ${table}`)).rows

interface Flame {
  id: string
  step_id: string
  assignee_id: string | null
  reminder_at: string | null
  in_step_since: string
  created_at: string
  archived_at: string | null
  deleted_at: string | null
}
interface Dossier {
  flame_id: string
  contact_id: string
  pickup_date: string | null
  self_pickup_at: string | null
  delivery_date: string | null
  delivered: boolean
  billing_address_id: string | null
  delivery_address_id: string | null
}
interface Email {
  id: string
  direction: string
  state: string
  kind: string
  received_at: string
  answered_at: string | null
  deleted_at: string | null
}

const admin = as('ADMIN')
// The demo has no archived orders and no card that moved on.
const { answer: boards } = await admin.call(boardApi.listAll, {})
for (const { id } of (await rowsOf<Flame>('flame')).slice(0, 3)) {
  await admin.call(flameApi.archive, { params: { id }, query: {} })
}
// E-mails in two mailboxes, most of them answered.
const { buildMailbox, buildEmail } = emailFactory({ database, appContext })
const boxes = [await buildMailbox(), await buildMailbox()]
for (let number = 0; number < 20; number++) {
  const at = (hours: number) => new Date(Date.now() - (400 - number * 17.3 - hours) * 3_600_000).toISOString()
  const id = await buildEmail({ receivedAt: at(0), mailboxId: boxes[number % 3 === 0 ? 1 : 0] ?? '' })
  const answered = number % 4 === 0 ? null : at(1.7 * number)
  await database.pool.query('update email set answered_at = $2 where id = $1', [id, answered])
}
const whole = { from: `${Number(today().slice(0, 4)) - 2}-01-01`, to: today() }

const now = Date.now()
const read = async (name: keyof typeof dashboardApi, query = whole): Promise<Tile> =>
  (await admin.call(dashboardApi[name], { query })).answer
describe('the flames tile', () => {
  test('counts flames by step, those that are due, and the days in the step', async () => {
    const tile = await read('flames')
    const dossiers = new Map((await rowsOf<Dossier>('dossier')).map((dossier) => [dossier.flame_id, dossier]))
    const open = (await rowsOf<Flame>('flame')).filter((flame) => !flame.archived_at && !flame.deleted_at)
    const isDue = (flame: Flame) => {
      const dossier = dossiers.get(flame.id)
      const dates = [dossier?.pickup_date, dossier?.self_pickup_at, dossier?.delivery_date]
      return time(flame.reminder_at) <= now || (!dossier?.delivered && dates.some((date) => date && time(date) <= now))
    }
    expect(open.length).toBeGreaterThan(10)
    expect(figureOf(tile, 'openFlames')).toBe(open.length)
    expect(figureOf(tile, 'overdueFlames')).toBe(open.filter(isDue).length)
    expect(figureOf(tile, 'unassignedFlames')).toBe(open.filter(({ assignee_id }) => assignee_id === null).length)
    const bySteps = rowsIn(tile, 'flamesByStep')
    const stays = await staysByStep()
    for (const { kind, title, steps } of boards.filter((one) => one.kind === 'FLAME')) {
      for (const step of steps) {
        const there = open.filter(({ step_id }) => step_id === step.id)
        const [count, due, days] = bySteps[`${title} · ${step.title}`] ?? []
        expect([kind, count, due]).toEqual(['FLAME', there.length, there.filter(isDue).length])
        const stayed = stays.get(`${title} · ${step.title}`)
        if (stayed) expect(days).toBeCloseTo(median(stayed), 6)
        else expect(days).toBeNull()
      }
    }
    const longest = Object.values(rowsIn(tile, 'longestWaiting'))[0]?.[0]
    const days = open.map(({ in_step_since }) => Math.floor((now - time(in_step_since)) / 86_400_000))
    expect(longest).toBe(Math.max(...days))
  })

  test('links to the list of exactly the flames counted', async () => {
    const tile = await read('flames')
    const [row] =
      tile.tables.find(({ name }) => name === 'flamesByStep')?.rows.filter(({ values }) => values[0]?.value) ?? []
    const link = new URL(row?.values[0]?.link ?? '', 'http://glut.test')
    expect(link.pathname).toBe('/allOpenFlames')
    const body = { stepRef: link.searchParams.get('step') }
    const { answer } = await admin.call(flameApi.search, { body })
    expect(answer.flames.length).toBe(row?.values[0]?.value)
  })

  async function staysByStep(): Promise<Map<string, number[]>> {
    interface Change {
      flame_id: string
      at: string
      from_board: string | null
      from_step: string | null
    }
    const created = new Map((await rowsOf<Flame>('flame')).map(({ id, created_at }) => [id, time(created_at)]))
    const changes = (await rowsOf<Change>('flame_step_change')).toSorted((a, b) => time(a.at) - time(b.at))
    const last = new Map<string, number>()
    const stays = new Map<string, number[]>()
    for (const { flame_id, at, from_board, from_step } of changes) {
      const began = last.get(flame_id) ?? created.get(flame_id) ?? 0
      if (from_step) {
        const name = `${from_board} · ${from_step}`
        stays.set(name, [...(stays.get(name) ?? []), (time(at) - began) / 86_400_000])
      }
      last.set(flame_id, time(at))
    }
    return stays
  }
})

test('the inbox tile shows open e-mails and the median time to the first answer in working minutes', async () => {
  const tile = await read('inbox')
  const emails = (await rowsOf<Email>('email')).filter((email) => email.direction === 'INCOMING' && !email.deleted_at)
  const open = emails.filter(({ state }) => state === 'OPEN')
  expect(figureOf(tile, 'openEmails')).toBe(open.length)
  expect(figureOf(tile, 'emailsInProgress')).toBe(emails.filter(({ state }) => state === 'IN_PROGRESS').length)
  const oldest = Math.min(...open.map(({ received_at }) => time(received_at)))
  if (open.length > 0) expect(figureOf(tile, 'oldestEmail')).toBe(Math.floor((now - oldest) / 86_400_000))
  const written = emails.filter(({ kind, received_at }) => kind === 'NORMAL' && dayOf(time(received_at)) >= whole.from)
  const byWeekday = rowsIn(tile, 'answersByWeekday')
  for (let weekday = 1; weekday <= 7; weekday++) {
    const of = written.filter(({ received_at }) => weekdayOf(time(received_at)) === weekday)
    expect(byWeekday[weekday]?.[0] ?? 0).toBe(of.length)
  }
  const answered = written.filter(({ answered_at, received_at }) => answered_at && answered_at >= received_at)
  const minutes = answered.map(({ received_at, answered_at }) => workingMinutes(time(received_at), time(answered_at)))
  expect(minutes.length).toBeGreaterThan(10)
  expect(Math.abs(Number(figureOf(tile, 'firstAnswer')) - median(minutes))).toBeLessThan(2)
  interface Lying {
    mailbox_id: string
    email_id: string
  }
  const { rows: lying } = await database.pool.query<Lying>(
    'select distinct mailbox_id, email_id from mail_source s join mail_folder f on f.id = s.folder_id',
  )
  const byMailbox = rowsIn(tile, 'answersByMailbox')
  for (const { id, title } of await rowsOf<{ id: string; title: string }>('mailbox')) {
    const held = new Set(lying.filter(({ mailbox_id }) => mailbox_id === id).map(({ email_id }) => email_id))
    const of = answered.filter((email) => held.has(email.id))
    const [, received, first] = byMailbox[title] ?? []
    expect([title, received]).toEqual([title, written.filter((email) => held.has(email.id)).length])
    const own = of.map(({ received_at, answered_at }) => workingMinutes(time(received_at), time(answered_at)))
    if (own.length > 0) expect(Math.abs(Number(first) - median(own))).toBeLessThan(2)
    else expect(first).toBeNull()
  }
})

/** Counts working minutes by checking every minute. */
function workingMinutes(from: number, to: number): number {
  let minutes = 0
  for (let at = from; at < to; at += 60_000) {
    const hour = Number(clockOf(at).slice(11, 13))
    if (hour >= 8 && hour < 17 && weekdayOf(at) <= 5) minutes += 1
  }
  return minutes
}

test.each([
  ['within a day', '2026-11-23T07:30:00Z', '2026-11-23T09:30:00Z', 120],
  ['before the office opens', '2026-11-23T03:00:00Z', '2026-11-23T07:10:00Z', 10],
  ['over a weekend', '2026-11-20T15:30:00Z', '2026-11-23T07:30:00Z', 60],
  ['over the change of the clock', '2026-03-27T15:00:00Z', '2026-03-30T07:00:00Z', 120],
  ['two weeks', '2026-11-09T07:00:00Z', '2026-11-23T07:00:00Z', 10 * 540],
  ['at night', '2026-11-23T20:00:00Z', '2026-11-24T03:00:00Z', 0],
])('working minutes: %s', async (_, from, to, minutes) => {
  const { rows } = await database.pool.query(
    `select working_minutes_until($2::timestamptz at time zone 'Europe/Zurich')
            - working_minutes_until($1::timestamptz at time zone 'Europe/Zurich') as minutes`,
    [from, to],
  )
  expect(rows[0].minutes).toBe(minutes)
  expect(workingMinutes(Date.parse(from), Date.parse(to))).toBe(minutes)
})

test('the derived tables for the dashboards equal freshly built ones after any change', async () => {
  const kept = async () => [
    (await database.pool.query('select * from flame_order order by flame_id')).rows,
    (await database.pool.query('select * from email_arrival order by email_id, mailbox_id')).rows,
    (await database.pool.query('select * from flame_pickup order by flame_id, kind')).rows,
  ]
  const madeNow = async () => {
    await database.pool.query(`
      begin; delete from flame_order; delete from email_arrival; delete from flame_pickup;
      select refresh_flame_orders(array(select id from flame));
      select refresh_flame_pickups(id) from flame;
      insert into email_arrival select * from email_arrivals(array(select id from email)); commit`)
    return kept()
  }
  const [orders, arrivals, pickups] = await kept()
  expect([orders?.length, arrivals?.length].every((count = 0) => count > 2)).toBe(true)
  expect(await madeNow()).toEqual([orders, arrivals, pickups])

  const change = (text: string) => database.pool.query(text)
  const [one, other] = orders ?? []
  const of = (row: { flame_id: string } | undefined) => `flame_id = '${row?.flame_id}'`
  for (const text of [
    `insert into dossier_article (flame_id, order_key, product_id, product_name, quantity) select flame_id, 99, (select id from product limit 1), 'Schale', 3 from flame_order where ${of(one)}`,
    `update dossier set self_pickup_at = '2035-01-05T10:00:00Z' where flame_id = (select id from flame where archived_at is null and deleted_at is null order by id limit 1)`,
    `insert into dossier_package (flame_id, order_key, quantity, width_in_cm, depth_in_cm, height_in_cm, weight_in_kg) select flame_id, 99, 2, 80, 80, 60, 12.5 from flame_order where ${of(one)}`,
    `update contact set customer_type = 'SUPPLIER' where id in (select contact_id from dossier where ${of(one)})`,
    `with a as (insert into address (contact_id, address_type, country) select contact_id, 'BUSINESS', 'DE' from dossier where ${of(one)} returning id) update dossier set billing_address_id = a.id, delivery_address_id = null from a where ${of(one)}`,
    `update address set country = 'AT' where id in (select billing_address_id from dossier where ${of(one)})`,
    `update flame set archived_at = null where id = '${other?.flame_id}'`,
    `update flame set archived_at = now() - interval '40 days' where id = (select id from flame where archived_at is null and deleted_at is null order by id limit 1)`,
    `update flame set deleted_at = now() where id = (select flame_id from flame_order order by flame_id desc limit 1)`,
    `update email set state = 'CLOSED' where id = (select email_id from email_arrival where open order by 1 limit 1)`,
    `update email set deleted_at = now() where id = (select email_id from email_arrival order by 1 limit 1)`,
    `update email set answered_at = received_at + interval '3 days' where id = (select email_id from email_arrival order by 1 desc limit 1)`,
    `update mail_source set folder_id = (select id from mail_folder order by mailbox_id desc limit 1) where email_id = (select email_id from email_arrival order by 1 limit 1)`,
    `delete from mail_source where email_id = (select email_id from email_arrival order by 1 desc limit 1)`,
    `delete from email where id = (select email_id from email_arrival order by 1 offset 2 limit 1)`,
  ]) {
    expect((await change(text)).rowCount, text).toBeGreaterThan(0)
    expect([text, await kept()]).toEqual([text, await madeNow()])
  }
  const [ordersThen, arrivalsThen, pickupsThen] = await kept()
  expect(ordersThen).not.toEqual(orders)
  expect(arrivalsThen).not.toEqual(arrivals)
  expect(pickupsThen).not.toEqual(pickups)
})

test('the calls tile counts external calls, and its unreturned ones lead to the log', async () => {
  const at = (hour: number) => `2026-03-02T${String(hour).padStart(2, '0')}:00:00Z`
  // Number, direction, time, outcome, internal.
  const calls: [string, 'IN' | 'OUT', string, 'ENDED' | 'MISSED', boolean][] = [
    ['+41441110001', 'IN', at(8), 'MISSED', false],
    ['+41441110001', 'OUT', at(9), 'ENDED', false],
    ['+41441110002', 'IN', at(8), 'ENDED', false],
    ['+41441110002', 'IN', at(10), 'MISSED', false],
    ['+41441110003', 'IN', at(8), 'MISSED', true],
    ['+41441110004', 'OUT', at(8), 'MISSED', false],
    ['', 'IN', at(11), 'MISSED', false],
    ['+41441110005', 'IN', '2026-03-31T22:30:00Z', 'MISSED', false],
  ]
  for (const [index, [number, direction, heard, outcome, internal]] of calls.entries()) {
    await database.pool.query(
      `insert into phone_call (provider, external_id, direction, from_number, to_number, extensions, internal, started_at,
                               answered_at, ended_at, outcome, payload, created_at)
       values ('GENERIC', $1, $2, $3, $4, '{}', $5, $6, case $7 when 'ENDED' then $6::timestamptz end, $6, $7, '[]', $6)`,
      [
        `dashboard ${index}`,
        direction,
        direction === 'IN' ? number : '',
        direction === 'IN' ? '' : number,
        internal,
        heard,
        outcome,
      ],
    )
  }
  const march = { from: '2026-03-01', to: '2026-03-31' }
  const tile = await read('calls', march)
  const inMarch = calls.filter(([, direction, heard, , internal]) => {
    return direction === 'IN' && !internal && heard < '2026-03-31T22:00'
  })
  const missed = inMarch.filter(([, , , outcome]) => outcome === 'MISSED')
  const unreturned = missed.filter(([number, , heard]) => {
    return number && !calls.some((one) => one[0] === number && one[3] === 'ENDED' && one[2] > heard)
  })
  expect([inMarch.length, missed.length, unreturned.length]).toEqual([4, 3, 1])
  expect(figureOf(tile, 'incomingCalls')).toBe(inMarch.length)
  expect(figureOf(tile, 'missedCalls')).toBe(missed.length)
  expect(figureOf(tile, 'unreturnedCalls')).toBe(unreturned.length)
  expect(rowsIn(tile, 'callsByMonth')).toEqual({ '2026-03': [4, 3] })
  expect(rowsIn(tile, 'callsByWeekday')).toEqual({ 1: [4, 3] })
  const link = tile.figures.find(({ name }) => name === 'missedCalls')?.link
  expect(link).toBe('/telephony?calls=MISSED&since=2026-03-01&until=2026-03-31')
  const query = { calls: 'MISSED' as const, since: march.from, until: march.to }
  const { answer: log } = await admin.call(telephonyApi.log, { query })
  expect(log.map(({ call }) => call?.number)).toEqual(['', '+41441110002', '+41441110001'])
  const wrong = { query: { since: 'gestern' } }
  expect((await admin.call(telephonyApi.log, wrong)).status).toBe(400)
})

test('work is compared by person only after an admin allows it, for all users of the dashboards', async () => {
  const settings = async () => (await admin.call(dashboardSettingApi.settings, {})).answer
  const turn = (people: boolean, by = admin) => by.call(dashboardSettingApi.saveSettings, { body: { people } })
  expect(await settings()).toEqual({ people: false })
  expect(await read('people')).toEqual({ figures: [], tables: [] })
  expect((await turn(true, as('USER'))).status).toBe(403)
  expect((await turn(true)).status).toBe(204)
  const people = rowsIn(await read('people'), 'workByPerson')
  const flames = (await rowsOf<Flame>('flame')).filter(({ archived_at, deleted_at }) => !archived_at && !deleted_at)
  const names = new Map(
    (await rowsOf<{ id: string; username: string }>('app_user')).map((one) => [one.username, one.id]),
  )
  expect(Object.keys(people).length).toBeGreaterThan(0)
  for (const [name, [count]] of Object.entries(people)) {
    expect([name, count]).toEqual([name, flames.filter(({ assignee_id }) => assignee_id === names.get(name)).length])
  }
  await turn(false)
  expect(await read('people')).toEqual({ figures: [], tables: [] })
})

test('a period that ends before it begins or is too long is refused', async () => {
  for (const query of [
    { from: '2026-02-01', to: '2026-01-01' },
    { from: '2000-01-01', to: '2026-01-01' },
    { from: '2026-02-30', to: '2026-03-01' },
  ]) {
    expect((await admin.call(dashboardApi.flames, { query })).status).toBe(400)
  }
})

test('flames of a hidden board are counted only for users who may see it, and no tile is shown without the right', async () => {
  expect((await as('USER').call(dashboardApi.flames, { query: whole })).status).toBe(403)
  const viewer = await holding('VIEW_DASHBOARDS', 'FLAME_READ')
  const tileFor = async (who: Pick<typeof viewer, 'call'>) =>
    (await who.call(dashboardApi.flames, { query: whole })).answer
  const openFor = async (who: Pick<typeof viewer, 'call'>) => Number(figureOf(await tileFor(who), 'openFlames'))
  const before = [await openFor(admin), await openFor(viewer)]
  const [adminId = ''] = (await rowsOf<{ id: string; username: string }>('app_user'))
    .filter(({ username }) => username === 'ADMIN')
    .map(({ id }) => id)
  const secret = { title: 'Verborgen', steps: [{ title: 'Neu' }], assignedUsers: [adminId] }
  const { id: taskboardRef } = (await admin.call(boardApi.add, { body: secret })).answer
  const contactRef = (await rowsOf<Dossier>('dossier'))[0]?.contact_id ?? ''
  const { id } = (await admin.call(flameApi.add, { body: { contactRef, taskboardRef } })).answer
  await database.pool.query(`update flame set in_step_since = '2000-01-01' where id = $1`, [id])
  expect([await openFor(admin), await openFor(viewer)]).toEqual([Number(before[0]) + 1, before[1]])
  expect(JSON.stringify(await tileFor(admin)).split(id)).toHaveLength(2)
  expect(JSON.stringify(await tileFor(admin))).toContain('Verborgen · Neu')
  const seen = JSON.stringify(await tileFor(viewer))
  for (const part of [id, taskboardRef, 'Verborgen']) expect(seen).not.toContain(part)
})
