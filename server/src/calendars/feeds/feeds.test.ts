import ical, { type VEvent } from 'node-ical'
import { expect, test } from 'vitest'
import { appointmentApi } from '#contract/calendars/appointments'
import { calendarFeedApi, type FeedSource, feedLimits, feedSources } from '#contract/calendars/feeds'
import type { RoleName } from '#contract/permissions'
import { userApi } from '#contract/users/users'
import { todoApi } from '#contract/work/todos'
import { testApp } from '../../../test/app.ts'
import { contactFactory } from '../../../test/contacts.ts'
import { flameFactory } from '../../../test/flames.ts'
import { projectFactory } from '../../../test/projects.ts'

const { app, as, database, holding } = await testApp({ publicUrl: new URL('https://crm.example.test') })
const buildContact = contactFactory(as)
const { buildBoard, buildFlame } = flameFactory(as)
const { buildBoard: buildProjectBoard, buildProject } = projectFactory(as)
const users = (await as('ADMIN').call(userApi.list, {})).answer
const idOf = (name: string) => users.find(({ username }) => username === name)?.id ?? ''

/** `hh:mm` in UTC, that many days from now. */
const at = (days: number, time: string) =>
  `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T${time}:00.000Z`

const madeAt = async (role: RoleName) => (await as(role).call(calendarFeedApi.get, {})).answer.feed?.createdUtc ?? null
const make = async (sources: readonly FeedSource[] = feedSources, role: RoleName = 'USER') =>
  (await as(role).call(calendarFeedApi.make, { body: { sources: [...sources], replaces: await madeAt(role) } })).answer
    .path
const read = (url: string, headers: Record<string, string> = {}) => app.inject({ method: 'GET', url, headers })
async function eventsOf(path: string): Promise<VEvent[]> {
  const { statusCode, body } = await read(path)
  expect(statusCode).toBe(200)
  return Object.values(ical.sync.parseICS(body)).filter((one): one is VEvent => one?.type === 'VEVENT')
}
const titlesOf = (events: readonly VEvent[]) =>
  events.map(({ summary }) => (typeof summary === 'string' ? summary : '')).sort(compareText)
const compareText = (a: string, b: string) => a.localeCompare(b, 'de')
const titled = (events: readonly VEvent[], title: string) => events.find(({ summary }) => summary === title)

test('a feed holds the appointments, pickups, flames, projects and to-dos of its owner only', async () => {
  const contact = await buildContact({ surname: 'Glut', givenName: 'Anna' })
  const times = { startUtc: at(3, '08:00'), endUtc: at(3, '09:15') }
  const meet = {
    contactRef: contact.id,
    ...times,
    title: 'Beratung',
    place: 'Ausstellung',
    participantRefs: [idOf('USER')],
  }
  const { id } = (await as('USER').call(appointmentApi.add, { body: meet })).answer
  await as('USER').call(appointmentApi.add, { body: { ...meet, title: 'Fremd', participantRefs: [idOf('ADMIN')] } })
  const called = await as('USER').call(appointmentApi.add, { body: { ...meet, title: 'Abgesagt' } })
  await as('USER').call(appointmentApi.cancel, { params: { id: called.answer.id }, query: {} })

  // midnight in Zurich stands for the whole day
  const { rows } = await database.pool.query(`
    select day::text, iso(day::timestamp at time zone 'Europe/Zurich') as midnight from (select current_date + 5 as day) as own`)
  const [{ day, midnight }] = rows
  const dossier = { pickupDate: midnight, selfPickupAt: at(6, '13:30') }
  const flame = await buildFlame({
    contactRef: contact.id,
    assigneeRef: idOf('USER'),
    dossier,
    reminderAtUtc: at(4, '07:00'),
  })
  await buildFlame({ assigneeRef: idOf('ADMIN'), dossier, reminderAtUtc: at(4, '07:00') })
  const hidden = await buildBoard()
  await buildFlame({ taskboardRef: hidden.id, assigneeRef: idOf('USER'), dossier })
  await database.pool.query('insert into blackboard_user (owner_id, user_id) values ($1, $2)', [
    hidden.id,
    idOf('ADMIN'),
  ])
  const project = await buildProject({
    title: 'Messe',
    assigneeRef: idOf('USER'),
    finished: at(9, '10:00'),
    reminderAtUtc: at(7, '10:00'),
  })
  const todo = { type: 'FLAME' as const, ref: flame.id, title: 'Nachfassen', due: at(2, '11:00') }
  await as('USER').call(todoApi.add, { body: todo })
  await as('USER').call(todoApi.add, { body: { ...todo, title: 'Sache anderer', assigneeRef: idOf('ADMIN') } })

  const path = await make()
  const events = await eventsOf(path)
  expect(titlesOf(events)).toEqual([
    'Abholung: Anna Glut',
    'Beratung, Anna Glut',
    'Flamme: Anna Glut',
    'Projekt endet: Messe',
    'Projekt: Messe',
    'Selbstabholung: Anna Glut',
    'To-do: Nachfassen, Anna Glut',
  ])
  const meeting = titled(events, 'Beratung, Anna Glut')
  expect(meeting).toMatchObject({ uid: `${id}-appointment@crm.example.test`, location: 'Ausstellung', sequence: 0 })
  expect([meeting?.start.toISOString(), meeting?.end?.toISOString()]).toEqual([times.startUtc, times.endUtc])
  expect(meeting?.url).toBe(`https://crm.example.test/appointmentcalendar?id=${id}`)
  const pickup = titled(events, 'Abholung: Anna Glut')
  expect(pickup?.datetype).toBe('date')
  expect(pickup?.start.toLocaleDateString('sv-SE')).toBe(day)
  expect(titled(events, 'Selbstabholung: Anna Glut')?.start.toISOString()).toBe(dossier.selfPickupAt)
  expect(titled(events, 'Projekt endet: Messe')?.url).toContain(`/projects/${project.id}/`)

  // a source that is switched off disappears, at the same address
  await as('USER').call(calendarFeedApi.change, { body: { sources: ['PROJECTS'] } })
  expect(titlesOf(await eventsOf(path))).toEqual(['Projekt endet: Messe', 'Projekt: Messe'])
})

test('titles in a feed contain no phone numbers and no e-mail addresses', async () => {
  const contact = await buildContact({ surname: '+41 44 555 01 02 (unbekannt)' })
  const times = { startUtc: at(20, '08:00'), endUtc: at(20, '09:00') }
  const title = 'Rückruf 079 555 01 02 oder anna@example.org, Auftrag 2026-11'
  const body = { contactRef: contact.id, ...times, title, participantRefs: [idOf('TERMIN_USER')] }
  await as('TERMIN_USER').call(appointmentApi.add, { body })
  const [event] = await eventsOf(await make(['APPOINTMENTS'], 'TERMIN_USER'))
  expect(event?.summary).toBe('Rückruf … oder …, Auftrag 2026-11, Anna … (unbekannt)')
})

test('lines of a feed are folded at 75 octets without splitting a character', async () => {
  const contact = await buildContact({ surname: '🔥'.repeat(30) })
  const times = { startUtc: at(30, '08:00'), endUtc: at(30, '09:00') }
  const body = {
    contactRef: contact.id,
    ...times,
    title: `ab${'🔥'.repeat(60)} ${'e'.repeat(150)}`,
    place: 'ü'.repeat(90),
  }
  await as('TERMIN_USER').call(appointmentApi.add, { body: { ...body, participantRefs: [idOf('TERMIN_USER')] } })
  const { rawPayload } = await read(await make(['APPOINTMENTS'], 'TERMIN_USER'))
  const lines = rawPayload.toString('latin1').split('\r\n')
  expect(Math.max(...lines.map((line) => line.length))).toBe(75)
  const whole = lines.map((line) => Buffer.from(line, 'latin1').toString()).join('\n')
  expect(whole).not.toContain('\ufffd')
  expect(whole.replaceAll('\n ', '')).toContain(`SUMMARY:${body.title}\\, Anna ${'🔥'.repeat(30)}\n`)
})

test('a feed holds entries from some months back to a year ahead', async () => {
  const board = await buildProjectBoard()
  const project = (title: string, days: number) =>
    buildProject({ title, taskboardRef: board.id, assigneeRef: idOf('ADMIN'), finished: at(days, '10:00') })
  await project('zu lange her', -feedLimits.daysBack - 2)
  await project('war eben', -feedLimits.daysBack + 2)
  await project('wird noch', feedLimits.daysAhead - 2)
  await project('zu weit weg', feedLimits.daysAhead + 2)
  const events = await eventsOf(await make(['PROJECTS'], 'ADMIN'))
  expect(events.map(({ summary }) => summary)).toEqual(['Projekt endet: war eben', 'Projekt endet: wird noch'])
})

test('a feed is read without a session, supports ETags and limits the number of reads', async () => {
  const path = await make(['TODOS'], 'PROJECT_MANAGER')
  const first = await read(path)
  expect(first.headers['content-type']).toBe('text/calendar; charset=utf-8')
  expect(first.headers['cache-control']).toBe('private, no-cache')
  const tag = String(first.headers.etag)
  const head = await app.inject({ method: 'HEAD', url: path })
  expect([head.statusCode, head.headers.etag, head.body]).toEqual([200, tag, ''])
  expect(head.headers['content-length']).toBe(String(Buffer.byteLength(first.body)))
  expect((await read(path, { 'if-none-match': tag })).statusCode).toBe(304)
  expect((await read(path, { 'if-none-match': `"x", W/${tag}` })).statusCode).toBe(304)
  const { id: ref } = await buildProject({ assigneeRef: idOf('PROJECT_MANAGER') })
  const todo = {
    type: 'PROJECT' as const,
    ref,
    title: 'Neu',
    due: at(1, '09:00'),
    assigneeRef: idOf('PROJECT_MANAGER'),
  }
  await as('PROJECT_MANAGER').call(todoApi.add, { body: todo })
  const changed = await read(path, { 'if-none-match': tag })
  expect([changed.statusCode, changed.body]).toEqual([200, expect.stringContaining('SUMMARY:To-do: Neu')])
  const feed = async () => (await as('PROJECT_MANAGER').call(calendarFeedApi.get, {})).answer.feed
  expect(await feed()).toMatchObject({ sources: ['TODOS'], lastReadUtc: expect.any(String) })
  const statuses: number[] = []
  for (let calls = 0; calls < 130; calls++) statuses.push((await read('/api/calendar-feeds/nothing.ics')).statusCode)
  expect([statuses[0], statuses.at(-1)]).toEqual([404, 429])
})

test('only the latest address of a feed works, until its owner or an admin revokes it', async () => {
  // from another address, because reads are counted by address
  const from = (url: string) => app.inject({ method: 'GET', url, remoteAddress: '198.51.100.7' })
  const status = async (path: string) => (await from(path)).statusCode
  const manager = as('PROJECT_MANAGER')
  const first = await make(['TODOS'], 'PROJECT_MANAGER')
  const second = await make(['TODOS'], 'PROJECT_MANAGER')
  expect([await status(first), await status(second)]).toEqual([404, 200])
  const { rows } = await database.pool.query('select f::text as row from calendar_feed f')
  expect(JSON.stringify(rows)).not.toContain(second.split('/').at(-1)?.replace('.ics', ''))
  expect((await manager.call(calendarFeedApi.revoke, {})).status).toBe(204)
  expect(await status(second)).toBe(404)
  expect((await manager.call(calendarFeedApi.change, { body: { sources: ['TODOS'] } })).problem.code).toBe('NOT_FOUND')
  expect((await manager.call(calendarFeedApi.make, { body: { sources: [], replaces: null } })).problem.code).toBe(
    'VALIDATION',
  )
  expect((await as(null).call(calendarFeedApi.get, {})).status).toBe(401)

  const third = await make(['TODOS'], 'PROJECT_MANAGER')
  const params = { id: idOf('PROJECT_MANAGER') }
  expect((await as('USER').call(calendarFeedApi.revokeOf, { params })).status).toBe(403)
  expect((await as('ADMIN').call(calendarFeedApi.revokeOf, { params })).status).toBe(204)
  expect(await status(third)).toBe(404)
  const deputy = await holding('USER_MODIFY')
  expect((await deputy.call(calendarFeedApi.revokeOf, { params: { id: idOf('ADMIN') } })).problem.code).toBe(
    'USER_HOLDS_MORE',
  )
  const nowhere = { id: '019a0000-0000-7000-8000-000000000000' }
  expect((await as('ADMIN').call(calendarFeedApi.revokeOf, { params: nowhere })).problem.code).toBe('NOT_FOUND')
})

test.each(['none', 'one'])('of two windows that make an address at once from %s, one is told', async (before) => {
  const owner = await holding('TODO_READ')
  const makeFrom = (replaces: string | null) =>
    owner.call(calendarFeedApi.make, { body: { sources: ['TODOS'], replaces } })
  const replaces = before === 'one' ? (await makeFrom(null)).answer.feed.createdUtc : null
  const replies = await Promise.all([makeFrom(replaces), makeFrom(replaces)])
  const made = replies.filter(({ status }) => status === 200)
  const told = replies.filter(({ status }) => status === 409)
  expect([made.length, told.length]).toEqual([1, 1])
  expect(told[0]?.problem).toMatchObject({ code: 'STALE_VERSION', current: made[0]?.answer.feed })
  const url = made[0]?.answer.path ?? ''
  expect((await app.inject({ method: 'GET', url, remoteAddress: '198.51.100.9' })).statusCode).toBe(200)
})

test('a feed is empty once its owner loses the permission, and gone once the owner is disabled', async () => {
  const from = (url: string) => app.inject({ method: 'GET', url, remoteAddress: '198.51.100.8' })
  const somebody = await holding('PROJECT_READ')
  const { answer } = await somebody.call(calendarFeedApi.make, {
    body: { sources: ['PROJECTS', 'FLAMES'], replaces: null },
  })
  const own = (await as('ADMIN').call(userApi.list, {})).answer.find(({ username }) => username === somebody.name)
  await buildProject({ title: 'Geheim', assigneeRef: own?.id ?? null, finished: at(1, '10:00') })
  expect((await from(answer.path)).body).toContain('Geheim')
  await database.pool.query("update role set permissions = '{}' where name = $1", [somebody.name])
  const bare = await from(answer.path)
  expect([bare.statusCode, bare.body.includes('Geheim')]).toEqual([200, false])
  await database.pool.query('update app_user set disabled = true where id = $1', [own?.id])
  expect((await from(answer.path)).statusCode).toBe(404)
})
