import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { contactApi } from '#contract/contacts/contacts'
import { encounterApi } from '#contract/contacts/encounters'
import { toldHeader } from '#contract/live'
import { emailApi } from '#contract/mail/inbox'
import { boardApi } from '#contract/orders/boards'
import { flameApi } from '#contract/orders/flames'
import { commentApi } from '#contract/together/comments'
import {
  deliveredWays,
  type NotificationType,
  notificationApi,
  notificationTypes,
} from '#contract/together/notifications'
import { authApi, userApi } from '#contract/users/users'
import { testApp } from '../../../test/app.ts'
import { duplicateFinder } from '../../../test/duplicates.ts'
import { emailFactory } from '../../../test/emails.ts'
import { flameEditor, flameFactory } from '../../../test/flames.ts'
import { toldDuring } from '../../../test/told.ts'
import { tryLock } from '../../db/locks.ts'
import { remindOfFlames } from '../../orders/flames/remind.ts'
import { forgetReadNotifications, notify } from './notifications.ts'

const app = await testApp()
const { as, database, appContext, signIn, withCookie } = app
const { buildContact, buildBoard, buildFlame } = flameFactory(as)
const { saved } = flameEditor(as)
const { buildEmail } = emailFactory(app)
const { search } = duplicateFinder(app)
const users = (await as('ADMIN').call(userApi.list, {})).answer
const idOf = (name: string) => users.find(({ username }) => username === name)?.id ?? ''

type Role = Parameters<typeof as>[0]
const told = async (role: Role, type?: NotificationType) =>
  (await as(role).call(notificationApi.list, {})).answer.filter(
    ({ notificationType }) => notificationType === (type ?? notificationType),
  )
const readAll = () => sql`update notification set read_at = now() where read_at is null`.execute(database.kysely)
const comment = async (id: string, text: string, role: Role = 'USER') =>
  (await as(role).call(commentApi.add, { params: { id }, body: { text } })).answer
const minutes = (count: number) => new Date(Math.floor(Date.now() / 60_000 + count) * 60_000).toISOString()

describe('the notification about a comment', () => {
  test('goes once to mentioned users and the assignee of the e-mail, not to its author', async () => {
    await readAll()
    const email = await buildEmail({ assigneeId: idOf('ADMIN') })
    const { id, version } = await comment(email, '@ADMIN und @USER: bitte antworten')
    expect(await told('ADMIN')).toMatchObject([
      {
        notificationType: 'COMMENT',
        content: '@ADMIN und @USER: bitte antworten',
        reason: 'MENTIONED',
        upstreamRef: email,
        emailRef: email,
        commentRef: id,
        author: 'USER',
        settled: null,
      },
    ])
    expect(await told('USER')).toEqual([])
    await as('USER').call(commentApi.update, { params: { id }, body: { version, text: '@ADMIN @PROJECT_MANAGER' } })
    expect(await told('ADMIN')).toHaveLength(1)
    // This user may not read e-mails.
    expect(await told('PROJECT_MANAGER')).toEqual([])
    await comment(await buildEmail({ assigneeId: idOf('ADMIN') }), 'ohne Namen')
    expect((await told('ADMIN')).map(({ reason }) => reason)).toEqual(['ASSIGNED', 'MENTIONED'])
  })

  test('is settled when the matter is closed or the comment deleted', async () => {
    await readAll()
    const email = await buildEmail({ assigneeId: idOf('ADMIN') })
    const { id } = await comment(email, 'erledigst du das?')
    await as('USER').call(emailApi.setToClose, { params: { id: email } })
    expect((await told('ADMIN'))[0]?.settled).toBe('CLOSED')
    await as('USER').call(commentApi.remove, { params: { id } })
    expect((await told('ADMIN'))[0]?.settled).toBe('DELETED')
  })

  test('is updated at once when its matter is settled, and by no other change', async () => {
    await readAll()
    expect(notificationApi.list.shows).toEqual(['notification'])
    const email = await buildEmail({ assigneeId: idOf('ADMIN') })
    const { id } = await comment(email, 'erledigst du das?')
    const contact = await buildContact()
    await comment(contact.id, '@ADMIN')
    const flame = await buildFlame({ contactRef: contact.id, assigneeRef: idOf('ADMIN') })
    const toldBy = async (call: () => Promise<unknown>) =>
      (await toldDuring(database, call)).told.flatMap((text) => /^notification user=[\w-]+/.exec(text) ?? [])
    const user = as('USER')
    const hears = [`notification user=${idOf('ADMIN')}`]
    expect(await toldBy(() => user.call(emailApi.setToClose, { params: { id: email } }))).toEqual(hears)
    expect(await toldBy(() => user.call(emailApi.setToOpen, { params: { id: email } }))).toEqual(hears)
    expect(await toldBy(() => user.call(commentApi.remove, { params: { id } }))).toEqual(hears)
    expect(await toldBy(() => user.call(flameApi.archive, { params: { id: flame.id } }))).toEqual(hears)
    expect((await told('ADMIN', 'CHECK_FLAME'))[0]?.settled).toBe('ARCHIVED')
    expect(await toldBy(() => user.call(contactApi.remove, { params: { id: contact.id } }))).toEqual(hears)
    await readAll()
    expect(await toldBy(() => user.call(contactApi.restore, { params: { id: contact.id } }))).toEqual([])
  })

  test('is settled once its record is hidden from the user', async () => {
    await readAll()
    const contact = (await buildContact()).id
    await comment(contact, '@TERMIN_USER')
    expect(await told('TERMIN_USER')).toHaveLength(1)
    await as('USER').call(contactApi.remove, { params: { id: contact } })
    expect((await told('TERMIN_USER')).map(({ settled }) => settled)).not.toContain(null)
  })
})

describe('the notification about a flame', () => {
  test('goes to the new assignee in every call, except to users who take it themselves', async () => {
    await readAll()
    const board = await buildBoard()
    const given = await buildFlame({ taskboardRef: board.id, assigneeRef: idOf('ADMIN') })
    await buildFlame({ taskboardRef: board.id })
    const moved = await buildFlame({ taskboardRef: board.id })
    const body = { version: moved.version, taskboardRef: board.id, step: moved.step, assigneeRef: idOf('ADMIN') }
    await as('USER').call(flameApi.move, { params: { id: moved.id }, body })
    const changed = await buildFlame({ taskboardRef: board.id })
    await saved(changed, { assigneeRef: idOf('ADMIN') })
    expect((await told('ADMIN')).map(({ upstreamRef, reason }) => [upstreamRef, reason])).toEqual([
      [changed.id, 'ASSIGNED'],
      [moved.id, 'ASSIGNED'],
      [given.id, 'ASSIGNED'],
    ])
    expect((await told('ADMIN'))[0]).toMatchObject({
      notificationType: 'CHECK_FLAME',
      blackBoardRef: board.id,
      author: null,
    })
    expect(await told('USER')).toEqual([])
    const again = (await as('USER').call(flameApi.get, { params: { id: given.id } })).answer
    await saved(again, { assigneeRef: idOf('USER') })
    expect((await told('ADMIN')).find(({ upstreamRef }) => upstreamRef === given.id)?.settled).toBe('REASSIGNED')
  })

  test('goes once to assignee and proxy at the reminder and when a date has passed', async () => {
    await readAll()
    const own = { assigneeRef: idOf('USER'), proxyOwnerRef: idOf('ADMIN') }
    const flame = await buildFlame(own)
    const later = await buildFlame({ ...own, reminderAtUtc: minutes(60) })
    await saved(flame, { reminderAtUtc: minutes(-1), dossier: { deliveryDate: minutes(-30) } })
    const away = await buildFlame({ ...own, proxyOwnerFrom: minutes(60), reminderAtUtc: minutes(-1) })
    await Promise.all([remindOfFlames(appContext), remindOfFlames(appContext), remindOfFlames(appContext)])
    await remindOfFlames(appContext)
    const of = (list: Awaited<ReturnType<typeof told>>) =>
      new Set(list.map(({ upstreamRef, notificationType }) => `${notificationType} ${upstreamRef}`))
    expect(of(await told('USER'))).toEqual(
      new Set([`TASK_REMINDER ${flame.id}`, `CHECK_FLAME ${flame.id}`, `TASK_REMINDER ${away.id}`]),
    )
    expect(await told('USER')).toHaveLength(3)
    expect(of(await told('ADMIN'))).toEqual(new Set([`TASK_REMINDER ${flame.id}`, `CHECK_FLAME ${flame.id}`]))
    expect((await told('USER', 'CHECK_FLAME'))[0]?.reason).toBe('OVERDUE')
    expect(of(await told('TERMIN_USER'))).toEqual(new Set())
    // A new reminder time causes another notification, even if the first was read.
    await readAll()
    const now = (await as('USER').call(flameApi.get, { params: { id: later.id } })).answer
    await saved(now, { reminderAtUtc: minutes(-2) })
    await remindOfFlames(appContext)
    expect(of(await told('USER'))).toEqual(new Set([`TASK_REMINDER ${later.id}`]))
  })

  test('is sent by one process at a time, and later for what came due meanwhile', async () => {
    await readAll()
    const flame = await buildFlame({ assigneeRef: idOf('USER'), reminderAtUtc: minutes(-3 * 24 * 60) })
    await database.kysely.transaction().execute(async (db) => {
      expect(await tryLock(db, 'reminding')).toBe(true)
      await remindOfFlames(appContext)
      expect(await told('USER', 'TASK_REMINDER')).toEqual([])
    })
    await remindOfFlames(appContext)
    expect(await told('USER', 'TASK_REMINDER')).toMatchObject([{ upstreamRef: flame.id }])
  })

  test('is hidden from users who may not see the board', async () => {
    await readAll()
    const board = await buildBoard()
    await buildFlame({ taskboardRef: board.id, assigneeRef: idOf('USER') })
    const given = await buildFlame({ taskboardRef: board.id })
    await as('ADMIN').call(flameApi.update, {
      params: { id: given.id },
      body: { version: given.version, assigneeRef: null },
    })
    const before = (await as('USER').call(flameApi.get, { params: { id: given.id } })).answer
    await as('ADMIN').call(flameApi.update, {
      params: { id: given.id },
      body: { version: before.version, assigneeRef: idOf('USER') },
    })
    expect(await told('USER')).toHaveLength(1)
    const { id, version, title, steps } = board
    const hidden = { version, title, steps, assignedUsers: [idOf('ADMIN')], assignedRoles: [] }
    expect((await as('ADMIN').call(boardApi.update, { params: { id }, body: hidden })).status).toBe(200)
    expect(await told('USER')).toEqual([])
  })
})

test('a new encounter is told to the assignees of open flames of its contact', async () => {
  await readAll()
  const flame = await buildFlame({ assigneeRef: idOf('ADMIN') })
  await readAll()
  const params = { id: flame.dossier.contactRef }
  const add = (description: string, originalKnownSince: string, role: Role = 'USER') =>
    as(role).call(encounterApi.add, { params, body: { encounterType: 'TELEPHONE', description, originalKnownSince } })
  await add('Möchte doch zwei', minutes(0))
  await add('Vor langer Zeit', '2020-01-01T10:00:00.000Z')
  await add('Selbst notiert', minutes(0), 'ADMIN')
  const { length, 0: first } = await told('ADMIN')
  expect(length).toBe(1)
  expect(first).toMatchObject({
    notificationType: 'INTERESTING_ENCOUNTER',
    content: 'Möchte doch zwei',
    contactRef: params.id,
  })
  expect(await told('USER')).toEqual([])
})

test('the notification about a call names the contact of a known number', async () => {
  await readAll()
  const contact = await buildContact({ surname: 'Ruferin' })
  const call = { type: 'INCOMING_CALL', to: sql`select ${idOf('USER')}::uuid as id` } as const
  const writer = { db: database.kysely, actor: { id: null } as never }
  await notify(writer, { ...call, content: '+41 44 111 22 33 (Ruferin)', about: { contact: contact.id } })
  await notify(writer, { ...call, type: 'MISSING_CALL', content: '+41 44 999 88 77 (unbekannt)' })
  expect(await told('USER')).toMatchObject([
    { notificationType: 'MISSING_CALL', contactRef: null, content: '+41 44 999 88 77 (unbekannt)' },
    { notificationType: 'INCOMING_CALL', contactRef: contact.id, contactName: contact.fullName, settled: null },
  ])
  expect(await told('ADMIN')).toEqual([])
  await as('USER').call(contactApi.remove, { params: { id: contact.id } })
  expect((await told('USER', 'INCOMING_CALL'))[0]?.settled).toBe('DELETED')
})

test('found duplicates are told to admins only', async () => {
  await readAll()
  const twin = { surname: 'Zwilling', givenName: 'Zoe', birthdate: '1980-05-17' }
  await buildContact(twin)
  await buildContact(twin)
  await search()
  const found = await told('ADMIN', 'CONTACT_DUPLICATES')
  expect(found.map(({ content }) => content)).toEqual([expect.stringMatching(/^Gefundene Duplikate: \d+$/)])
  expect(await told('USER')).toEqual([])
  await search()
  expect(await told('ADMIN', 'CONTACT_DUPLICATES')).toHaveLength(1)
})

test('sign-ins are told to everybody in one present list', async () => {
  await readAll()
  await signIn('TERMIN_USER')
  await signIn('TERMIN_USER')
  const logins = await told('ADMIN', 'CURRENT_LOGINS')
  expect(logins).toHaveLength(1)
  expect(JSON.parse(logins[0]?.content ?? '')).toContainEqual(
    expect.objectContaining({ username: 'TERMIN_USER', lastLoginAtUtc: expect.any(String) }),
  )
  const [restricted] = await told('TERMIN_USER', 'CURRENT_LOGINS')
  expect(JSON.parse(restricted?.content ?? '')).toContainEqual({ id: idOf('TERMIN_USER'), username: 'TERMIN_USER' })
  expect(restricted?.content).not.toContain('lastLogin')
  // This user may not know the other users at all.
  await signIn('TERMIN_API')
  expect(await told('TERMIN_API', 'CURRENT_LOGINS')).toEqual([])
})

test('the list of signed-in users hides the last login from some, and an admin can switch it off', async () => {
  const seen = async (role: Role) => (await as(role).call(userApi.signedIn, {})).answer
  const cookie = await signIn('PROJECT_MANAGER')
  const names = (await seen('USER')).users.map(({ username }) => username)
  expect(names).toEqual(expect.arrayContaining(['PROJECT_MANAGER', 'USER']))
  expect((await seen('USER')).users[0]).toMatchObject({
    username: 'PROJECT_MANAGER',
    lastLoginAtUtc: expect.any(String),
  })
  expect((await seen('TERMIN_USER')).users.map(({ lastLoginAtUtc }) => lastLoginAtUtc)).toEqual(names.map(() => null))
  expect((await as('TERMIN_API').call(userApi.signedIn, {})).status).toBe(403)

  const left = await withCookie(cookie).call(authApi.signOut, {})
  expect(String(left.response.headers[toldHeader])).toContain('login')
  await sql`delete from session where user_id = ${idOf('PROJECT_MANAGER')}`.execute(database.kysely)
  expect((await seen('USER')).users.map(({ username }) => username)).not.toContain('PROJECT_MANAGER')

  expect((await as('USER').call(userApi.showSignedIn, { body: { shown: false } })).status).toBe(403)
  await as('ADMIN').call(userApi.showSignedIn, { body: { shown: false } })
  expect(await seen('USER')).toEqual({ shown: false, users: [] })
  expect(await told('ADMIN', 'CURRENT_LOGINS')).toEqual([])
  await as('ADMIN').call(userApi.showSignedIn, { body: { shown: true } })
  expect((await seen('USER')).users).not.toEqual([])
  expect(await told('ADMIN', 'CURRENT_LOGINS')).toHaveLength(1)
})

test('a notification is kept until its user marks it as read', async () => {
  await readAll()
  const contact = (await buildContact()).id
  for (const text of ['@ADMIN eins', '@ADMIN zwei', '@ADMIN drei']) await comment(contact, text)
  const [third, second, first] = await told('ADMIN')
  if (!first || !second || !third) throw new Error('three of them')
  const foreign = await as('USER').call(notificationApi.markRead, { params: { id: first.id } })
  expect(foreign.problem.code).toBe('NOT_FOUND')
  await as('USER').call(notificationApi.markManyRead, { body: { ids: [first.id, second.id] } })
  expect(await told('ADMIN')).toHaveLength(3)
  for (let times = 0; times < 2; times++) {
    expect((await as('ADMIN').call(notificationApi.markRead, { params: { id: third.id } })).status).toBe(204)
  }
  await as('ADMIN').call(notificationApi.markManyRead, { body: { ids: [second.id, third.id] } })
  expect((await told('ADMIN')).map(({ id }) => id)).toEqual([first.id])
  await sql`update notification set read_at = read_at - interval '91 days'`.execute(database.kysely)
  await forgetReadNotifications(appContext)
  expect((await told('ADMIN')).map(({ id }) => id)).toEqual([first.id])
  const { rows } = await sql`select from notification where read_at is not null`.execute(database.kysely)
  expect(rows).toEqual([])
})

test('each user chooses how to be notified by type, with quiet hours', async () => {
  const before = (await as('USER').call(notificationApi.settings, {})).answer
  expect(before).toEqual({ ways: deliveredWays, quiet: null })
  expect(Object.keys(before.ways)).toEqual([...notificationTypes])
  const silent = { popup: false, sound: false, browser: false }
  const body = { ways: { ...before.ways, COMMENT: silent }, quiet: { from: '22:00', until: '06:30' } }
  expect((await as('USER').call(notificationApi.saveSettings, { body })).answer).toEqual(body)
  expect((await as('USER').call(notificationApi.settings, {})).answer).toEqual(body)
  expect((await as('ADMIN').call(notificationApi.settings, {})).answer).toEqual(before)
  const wrong = { ...body, quiet: { from: '25:00', until: '06:30' } }
  expect((await as('USER').call(notificationApi.saveSettings, { body: wrong })).problem).toMatchObject({
    code: 'VALIDATION',
    errors: [{ path: 'quiet.from' }],
  })
})
