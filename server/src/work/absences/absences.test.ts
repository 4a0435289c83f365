import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { encounterApi } from '#contract/contacts/encounters'
import type { InputOf } from '#contract/endpoint'
import { flameApi } from '#contract/orders/flames'
import { commentApi } from '#contract/together/comments'
import { type NotificationType, notificationApi } from '#contract/together/notifications'
import { userApi } from '#contract/users/users'
import { absenceApi } from '#contract/work/absences'
import { projectApi } from '#contract/work/projects'
import { testApp } from '../../../test/app.ts'
import { flameEditor, flameFactory } from '../../../test/flames.ts'
import { projectFactory } from '../../../test/projects.ts'
import { toldDuring } from '../../../test/told.ts'
import { remindOfFlames } from '../../orders/flames/remind.ts'
import { noteAbsences } from './absences.ts'

const { app, as, database, appContext, sessionOf } = await testApp()
const { buildBoard, buildContact, buildFlame } = flameFactory(as)
const { save, get } = flameEditor(as)
const { buildBoard: buildProjectBoard, buildProject } = projectFactory(as)
const admin = as('ADMIN')
const db = database.kysely

const users = (await admin.call(userApi.list, {})).answer
const idOf = (name: string) => users.find(({ username }) => username === name)?.id ?? ''
const [user, boss] = [idOf('USER'), idOf('ADMIN')]
const minutes = (count: number) => new Date(Math.floor(Date.now() / 60_000 + count) * 60_000).toISOString()

let number = 0
/** Adds a new user with the permissions of USER. */
async function buildPerson(roles = ['USER']) {
  number += 1
  const username = `Person ${number}`
  const { answer } = await admin.call(userApi.add, { body: { username, password: 'geheim-123', roles } })
  return answer
}

type Body = Partial<InputOf<typeof absenceApi.add>['body']>
const now = { from: minutes(-60), until: minutes(60) }
const enter = (personRef: string, body: Body = {}, who = admin) =>
  who.call(absenceApi.add, { body: { ...now, ...body, personRef } })
async function away(personRef: string, body: Body = {}) {
  const { answer, status, problem } = await enter(personRef, body)
  expect(status, JSON.stringify(problem)).toBe(200)
  return answer
}
const end = (id: string) => admin.call(absenceApi.end, { params: { id } })
const refused = async (call: ReturnType<typeof enter>) =>
  (await call).problem?.errors?.map(({ path, code }) => [path, code])
const standIn = async (personRef: string) =>
  (await admin.call(absenceApi.away, {})).answer.find((one) => one.personRef === personRef)?.standIns.FLAME ?? null
const told = async (role: 'USER' | 'ADMIN', type: NotificationType) =>
  (await as(role).call(notificationApi.list, {})).answer
    .filter(({ notificationType }) => notificationType === type)
    .map(({ upstreamRef }) => upstreamRef)

describe('an absence', () => {
  test('needs a text when it has a subject', async () => {
    const person = await buildPerson()
    expect(await refused(enter(person.id, { subject: 'Ferien', text: ' ' }))).toEqual([['text', 'noText']])
    expect(await refused(enter(person.id, { text: 'Ohne Betreff' }))).toBeUndefined()
  })

  test('can be entered, changed, ended early and removed, and is in the history of its person', async () => {
    const person = await buildPerson()
    const absence = await away(person.id, { standInRef: user, subject: 'Ferien', text: 'Bis bald' })
    expect(absence).toMatchObject({
      version: 1,
      personRef: person.id,
      standInRef: user,
      subject: 'Ferien',
      unattended: [],
    })
    expect(absence.standIns).toEqual({ FLAME: user, PROJECT: user, TODO: user, MAIL: user })
    const body = { ...now, version: 1, standInRef: user, mailStandInRef: boss }
    const changed = await admin.call(absenceApi.update, { params: { id: absence.id }, body })
    expect(changed.answer).toMatchObject({ version: 2, standIns: { FLAME: user, MAIL: boss } })
    const stale = await admin.call(absenceApi.update, { params: { id: absence.id }, body })
    expect([stale.status, stale.problem?.code]).toEqual([409, 'STALE_VERSION'])
    const ended = (await end(absence.id)).answer
    expect(ended.until <= minutes(0)).toBe(true)
    expect((await end(absence.id)).answer).toEqual(ended)
    expect(await standIn(person.id)).toBe(null)
    expect((await admin.call(absenceApi.remove, { params: { id: absence.id } })).status).toBe(204)
    expect((await end(absence.id)).status).toBe(404)
    const { rows } = await sql`
      select action from history where entity = 'absence' and root_id = ${person.id} order by id`.execute(db)
    expect(rows).toEqual([{ action: 'CREATED' }, { action: 'CHANGED' }, { action: 'CHANGED' }, { action: 'REMOVED' }])
  })

  test('has whole minutes, ends after it begins, and cannot overlap another one of the person', async () => {
    const person = await buildPerson()
    expect(await refused(enter(person.id, { from: minutes(5), until: minutes(5) }))).toEqual([
      ['until', 'endBeforeStart'],
    ])
    expect(await refused(enter(person.id, { from: minutes(9), until: minutes(5) }))).toEqual([
      ['until', 'endBeforeStart'],
    ])
    const first = await away(person.id, { from: '2031-01-01T08:00:20Z', until: '2031-01-05T17:00:00Z' })
    expect(first.from).toBe('2031-01-01T08:00:00.000Z')
    const second = await enter(person.id, { from: '2031-01-05T16:59:00Z', until: '2031-01-06T00:00:00Z' })
    expect(second.problem?.errors).toEqual([
      {
        path: 'from',
        code: 'absenceOverlaps',
        detail: 'Vom 01.01.2031 09:00 bis 05.01.2031 18:00 ist schon eine Abwesenheit eingetragen',
      },
    ])
    const next = await away(person.id, { from: '2031-01-05T17:00:00Z', until: '2031-01-06T00:00:00Z' })
    // A refusal changes nothing and is in the language of the caller.
    const { id, version } = next
    const body = { version, from: '2031-01-04T00:00:00Z', until: next.until }
    const inWords = async (language: string) => {
      const headers = { cookie: await sessionOf('ADMIN'), 'accept-language': language }
      const { url, method } = { url: absenceApi.update.path.replace(':id', id), method: absenceApi.update.method }
      return (await app.inject({ method, url, headers, payload: body })).json().errors[0].detail
    }
    expect(await inWords('en')).toBe('There is an absence from 01.01.2031 09:00 until 05.01.2031 18:00 already')
    expect(await inWords('fr')).toBe('Une absence est déjà saisie du 01.01.2031 09:00 au 05.01.2031 18:00')
    expect((await admin.call(absenceApi.list, { query: { personRef: person.id } })).answer).toEqual([next, first])
  })

  test('can be entered for oneself, and for others by users who may change users', async () => {
    const own = await enter(user, { from: minutes(9000), until: minutes(9001), standInRef: boss }, as('USER'))
    expect(own.status).toBe(200)
    expect((await enter(boss, {}, as('USER'))).status).toBe(403)
    const list = (await as('USER').call(absenceApi.list, {})).answer
    expect(list.map(({ id }) => id)).toEqual([own.answer.id])
    expect((await as('USER').call(absenceApi.list, { query: { personRef: boss } })).status).toBe(403)
    expect((await admin.call(absenceApi.list, {})).answer.length).toBeGreaterThan(1)
    const termin = as('TERMIN_USER')
    const plain = await enter(idOf('TERMIN_USER'), { from: minutes(9000), until: minutes(9001) }, termin)
    expect(plain.status).toBe(200)
    // Callers without the permission for proxies of flames cannot name a stand-in for them.
    const naming = { from: minutes(9010), until: minutes(9011) }
    expect((await enter(idOf('TERMIN_USER'), { ...naming, standInRef: user }, termin)).status).toBe(403)
    expect((await enter(idOf('TERMIN_USER'), { ...naming, flameStandInRef: user }, termin)).status).toBe(403)
    expect((await termin.call(absenceApi.remove, { params: { id: own.answer.id } })).status).toBe(403)
    expect((await as('USER').call(absenceApi.remove, { params: { id: own.answer.id } })).status).toBe(204)
  })
})

describe('a stand-in', () => {
  test('must be able to sign in, be allowed to see the work, and be somebody else', async () => {
    const person = await buildPerson()
    const disabled = await buildPerson()
    const { avatarSmall: _, secondFactor: _f, locked: _l, lastLoginAtUtc: _a, userConfig: _c, id, ...rest } = disabled
    await admin.call(userApi.update, { params: { id }, body: { ...rest, disabled: true } })
    expect(await refused(enter(person.id, { standInRef: person.id }))).toEqual([['standInRef', 'sameEntry']])
    expect(await refused(enter(person.id, { standInRef: id }))).toEqual([['standInRef', 'mayNotStandIn']])
    const termin = idOf('TERMIN_USER')
    expect(await refused(enter(person.id, { flameStandInRef: termin }))).toEqual([['flameStandInRef', 'mayNotStandIn']])
  })

  test('is found along the chain of absent stand-ins, and circles are refused', async () => {
    const [one, two, three] = [await buildPerson(), await buildPerson(), await buildPerson()]
    await away(one.id, { standInRef: two.id })
    const second = await away(two.id, { standInRef: three.id })
    expect(await standIn(one.id)).toBe(three.id)
    const circle = await enter(three.id, { flameStandInRef: one.id })
    expect(circle.problem?.errors).toMatchObject([{ path: 'flameStandInRef', code: 'standInCircle' }])
    const names = [three, one, two, three].map(({ username }) => username).join(' → ')
    expect(circle.problem?.errors?.[0]?.detail).toContain(names)
    expect((await admin.call(absenceApi.list, { query: { personRef: three.id } })).answer).toEqual([])
    expect(await standIn(one.id)).toBe(three.id)
    // A circle counts only while all of them are away.
    await away(three.id, { from: minutes(60), until: minutes(90), standInRef: one.id })
    await end(second.id)
    expect(await standIn(one.id)).toBe(two.id)
  })

  test('is the next one or none once the chosen one cannot, and the absence says so', async () => {
    const [one, two, three] = [await buildPerson(), await buildPerson(), await buildPerson()]
    const absence = await away(one.id, { standInRef: three.id, flameStandInRef: two.id })
    expect(await standIn(one.id)).toBe(two.id)
    await sql`update app_user set disabled = true where id = ${two.id}`.execute(db)
    expect(await standIn(one.id)).toBe(three.id)
    await sql`delete from user_role where user_id = ${three.id}`.execute(db)
    expect(await standIn(one.id)).toBe(null)
    const [listed] = (await admin.call(absenceApi.list, { query: { personRef: one.id } })).answer
    expect(listed).toMatchObject({ id: absence.id, unattended: ['FLAME', 'PROJECT', 'TODO', 'MAIL'] })
  })
})

describe('during an absence', () => {
  test('the stand-in is proxy of the flames of the person, except where a proxy was set', async () => {
    const person = await buildPerson()
    const board = await buildBoard()
    const own = { taskboardRef: board.id, assigneeRef: person.id }
    const plain = await buildFlame(own)
    const byHand = await buildFlame({ ...own, proxyOwnerRef: boss })
    const past = minutes(-600)
    const longAgo = await buildFlame({ ...own, proxyOwnerRef: boss, proxyOwnerUntil: past })
    // A text that looks like fields of a card stays a text.
    const trap = '"proxyOwnerRef":null,"proxyOwnerFrom":null,"proxyOwnerUntil":null'
    await sql`update contact set surname = ${trap} where id = ${plain.dossier.contactRef}`.execute(db)
    const onBoard = async (id: string) => {
      const { answer } = await as('USER').call(flameApi.board, { params: { id: board.id } })
      return answer.flames.find((flame) => flame.id === id)
    }
    for (const { id } of [plain, longAgo]) expect(await onBoard(id)).not.toHaveProperty('proxyAbsenceRef')
    const absence = await away(person.id, { standInRef: user })
    for (const { id } of [plain, longAgo]) expect(await onBoard(id)).toMatchObject({ proxyAbsenceRef: absence.id })
    const fresh = await buildFlame(own)
    const proxy = {
      proxyOwnerRef: user,
      proxyOwnerFrom: absence.from,
      proxyOwnerUntil: absence.until,
      proxyAbsenceRef: absence.id,
    }
    expect(fresh).toMatchObject(proxy)
    for (const { id } of [plain, fresh, longAgo]) {
      expect(await get(id)).toMatchObject(proxy)
      expect(await onBoard(id)).toMatchObject(proxy)
    }
    expect((await onBoard(plain.id))?.contactName).toContain(trap)
    for (const shown of [await get(byHand.id), await onBoard(byHand.id)]) {
      expect(shown).toMatchObject({ proxyOwnerRef: boss, proxyOwnerFrom: null })
      expect(shown).not.toHaveProperty('proxyAbsenceRef')
    }
    // A caller who changes something else sends back the stand-in unchanged.
    const { proxyOwnerRef, proxyOwnerFrom, proxyOwnerUntil, version } = await get(plain.id)
    const sent = { proxyOwnerRef, proxyOwnerFrom, proxyOwnerUntil, dossier: { notes: 'neu' } }
    expect((await save({ id: plain.id, version }, sent)).answer).toMatchObject(proxy)
    const empty = { proxyOwnerRef: null, proxyOwnerFrom: null, proxyOwnerUntil: null }
    expect((await save(await get(longAgo.id), { ...empty, dossier: { notes: 'alt' } })).answer).toMatchObject(proxy)
    await end(absence.id)
    expect(await get(plain.id)).toMatchObject({ proxyOwnerRef: null, proxyOwnerFrom: null, dossier: { notes: 'neu' } })
    expect(await onBoard(fresh.id)).toMatchObject({ proxyOwnerRef: null, version: fresh.version })
    expect(await get(byHand.id)).toMatchObject({ proxyOwnerRef: boss })
    expect(await get(longAgo.id)).toMatchObject({ proxyOwnerRef: boss, proxyOwnerUntil: past })
  })

  test('the stand-in is proxy of the projects of the person, except where a proxy was set', async () => {
    const person = await buildPerson()
    const board = await buildProjectBoard()
    const due = async () => (await as('USER').call(projectApi.countOwnDue, {})).answer.count
    const before = await due()
    const own = { taskboardRef: board.id, assigneeRef: person.id, finished: minutes(-30) }
    const trap = '"proxyOwnerRef":null,"proxyOwnerFrom":null,"proxyOwnerUntil":null'
    const plain = await buildProject({ ...own, title: trap })
    const byHand = await buildProject({ ...own, proxyOwnerRef: boss })
    const past = minutes(-600)
    const longAgo = await buildProject({ ...own, proxyOwnerRef: boss, proxyOwnerUntil: past })
    const absence = await away(person.id, { projectStandInRef: user })
    const proxy = {
      proxyOwnerRef: user,
      proxyOwnerFrom: absence.from,
      proxyOwnerUntil: absence.until,
      proxyAbsenceRef: absence.id,
    }
    const got = async (id: string) => (await as('USER').call(projectApi.get, { params: { id } })).answer
    const onBoard = async (id: string) =>
      (await as('USER').call(projectApi.board, { params: { id: board.id } })).answer.find((card) => card.id === id)
    const body = { own: true, due: true, taskboardRef: board.id }
    const listed = async (id: string) =>
      (await as('USER').call(projectApi.search, { body })).answer.projects.find((card) => card.id === id)
    for (const { id } of [plain, longAgo])
      for (const read of [got, onBoard, listed]) expect(await read(id)).toMatchObject(proxy)
    expect((await onBoard(plain.id))?.title).toBe(trap)
    for (const shown of [await got(byHand.id), await onBoard(byHand.id)]) {
      expect(shown).toMatchObject({ proxyOwnerRef: boss })
      expect(shown).not.toHaveProperty('proxyAbsenceRef')
    }
    expect(await listed(byHand.id)).toBe(undefined)
    expect(await due()).toBe(before + 2)
    // The stand-in receives the person's notifications about projects.
    const contact = await buildContact()
    const newOne = { taskboardRef: board.id, title: 'Neu', assigneeRef: person.id, contactRefs: [contact.id] }
    const given = (await admin.call(projectApi.add, { body: newOne })).answer
    expect(await told('USER', 'CHECK_PROJECT')).toContain(given.id)
    await admin.call(commentApi.add, { params: { id: given.id }, body: { text: 'Bitte ansehen' } })
    expect(await told('USER', 'COMMENT')).toContain(given.id)
    const called = { encounterType: 'TELEPHONE' as const, description: 'Anruf' }
    const encounter = await admin.call(encounterApi.add, { params: { id: contact.id }, body: called })
    expect(await told('USER', 'INTERESTING_ENCOUNTER')).toContain(encounter.answer.id)
    // A form sends back the stand-in, or nothing if it shows only entered proxies.
    const shown = { proxyOwnerRef: user, proxyOwnerFrom: absence.from, proxyOwnerUntil: absence.until }
    const empty = { proxyOwnerRef: null, proxyOwnerFrom: null, proxyOwnerUntil: null }
    let { version } = longAgo
    for (const sent of [shown, empty]) {
      const call = { params: { id: longAgo.id }, body: { version, title: `Neu ${version}`, ...sent } }
      const saved = await as('USER').call(projectApi.update, call)
      expect(saved.answer).toMatchObject(proxy)
      version = saved.answer.version
    }
    await end(absence.id)
    expect(await got(longAgo.id)).toMatchObject({ proxyOwnerRef: boss, proxyOwnerUntil: past })
    expect(await onBoard(plain.id)).toMatchObject({ proxyOwnerRef: null, version: plain.version })
    expect(await due()).toBe(before)
  })

  test('due flames and reminders reach person and stand-in, also for an absent proxy', async () => {
    const person = await buildPerson()
    const board = await buildBoard()
    const due = async () => (await as('USER').call(flameApi.countOwnDue, {})).answer.count
    const before = await due()
    const flame = await buildFlame({ taskboardRef: board.id, assigneeRef: person.id, reminderAtUtc: minutes(-1) })
    const ofProxy = await buildFlame({
      taskboardRef: board.id,
      assigneeRef: boss,
      proxyOwnerRef: person.id,
      reminderAtUtc: minutes(-1),
    })
    expect(await due()).toBe(before)
    await remindOfFlames(appContext)
    expect(await told('USER', 'TASK_REMINDER')).toEqual([])
    const absence = await away(person.id, { standInRef: user })
    await Promise.all([remindOfFlames(appContext), remindOfFlames(appContext)])
    await remindOfFlames(appContext)
    expect(await due()).toBe(before + 2)
    expect(new Set(await told('USER', 'TASK_REMINDER'))).toEqual(new Set([flame.id, ofProxy.id]))
    const search = { own: true, due: true, taskboardRef: board.id }
    expect((await as('USER').call(flameApi.search, { body: search })).answer.total).toBe(2)
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from notification where user_id = ${person.id} and notification_type = 'TASK_REMINDER'`.execute(
      db,
    )
    expect(rows[0]?.count).toBe(2)
    // Assigned during the absence.
    const { version } = await buildFlame({ taskboardRef: board.id })
    expect(version).toBe(1)
    const given = await admin.call(flameApi.add, {
      body: { contactRef: flame.dossier.contactRef, taskboardRef: board.id, assigneeRef: person.id },
    })
    expect(await told('USER', 'CHECK_FLAME')).toEqual([given.answer.id])
    const settled = async () =>
      (await as('USER').call(notificationApi.list, {})).answer.find(({ upstreamRef }) => upstreamRef === flame.id)
        ?.settled
    expect(await settled()).toBe(null)
    await end(absence.id)
    expect(await due()).toBe(before)
    expect(await settled()).toBe('REASSIGNED')
  })

  const standInFields = [
    'standInRef',
    'flameStandInRef',
    'projectStandInRef',
    'todoStandInRef',
    'mailStandInRef',
  ] as const
  test.each(standInFields)('when it is removed, the former %s hears of it', async (field) => {
    const [person, deputy] = [await buildPerson(), await buildPerson()]
    const { id } = await away(person.id, { [field]: deputy.id })
    const remove = () => admin.call(absenceApi.remove, { params: { id } })
    expect((await toldDuring(database, remove)).told.join()).toContain(`notification user=${deputy.id}`)
  })
})

test('due flames skip a stand-in who cannot sign in', async () => {
  const [disabled, board] = [await buildPerson(), await buildBoard()]
  const absence = await away(boss, { standInRef: user, flameStandInRef: disabled.id })
  await sql`update app_user set disabled = true where id = ${disabled.id}`.execute(db)
  const due = async (role: 'ADMIN' | 'USER') => (await as(role).call(flameApi.countOwnDue, {})).answer.count
  const before = { ADMIN: await due('ADMIN'), USER: await due('USER') }
  const flame = await buildFlame({ taskboardRef: board.id, assigneeRef: boss, reminderAtUtc: minutes(-1) })
  await remindOfFlames(appContext)
  const body = { own: true, due: true, taskboardRef: board.id }
  for (const role of ['ADMIN', 'USER'] as const) {
    expect((await as(role).call(flameApi.search, { body })).answer.flames).toMatchObject([{ id: flame.id }])
    expect(await due(role)).toBe(before[role] + 1)
    expect(await told(role, 'TASK_REMINDER')).toContain(flame.id)
  }
  const { rows } = await sql`select from notification where user_id = ${disabled.id}`.execute(db)
  expect(rows).toEqual([])
  await end(absence.id)
  expect([await due('ADMIN'), await due('USER')]).toEqual([before.ADMIN + 1, before.USER])
})

test('the start and end of an absence are told once at their minute, by any number of processes', async () => {
  const person = await buildPerson()
  const { id } = await away(person.id)
  const phase = async () =>
    (await sql<{ phase: string; version: number }>`select phase, version from absence where id = ${id}`.execute(db))
      .rows[0]
  const told: string[] = []
  await new Promise<void>((resolve) =>
    database.listener.on('changes', { notified: (text) => void told.push(text), connected: () => resolve() }),
  )
  const heard = async () => {
    await sql`select pg_notify('changes', 'end')`.execute(db)
    await expect.poll(() => told.at(-1)).toBe('end')
    return told.splice(0).filter((text) => text === `absence absence=${id}`).length
  }
  await noteAbsences(appContext)
  await heard()
  await sql`update absence set from_at = now() + interval '1 minute', phase = 'PLANNED' where id = ${id}`.execute(db)
  await heard()
  await noteAbsences(appContext)
  expect(await phase()).toEqual({ phase: 'PLANNED', version: 1 })
  await sql`update absence set from_at = date_trunc('minute', now()) - interval '1 hour' where id = ${id}`.execute(db)
  await heard()
  await Promise.all([noteAbsences(appContext), noteAbsences(appContext), noteAbsences(appContext)])
  expect(await phase()).toEqual({ phase: 'RUNNING', version: 1 })
  expect(await heard()).toBe(1)
  await sql`update absence set until_at = date_trunc('minute', now()) where id = ${id}`.execute(db)
  await heard()
  await Promise.all([noteAbsences(appContext), noteAbsences(appContext)])
  expect([await phase(), await heard()]).toEqual([{ phase: 'OVER', version: 1 }, 1])
})
