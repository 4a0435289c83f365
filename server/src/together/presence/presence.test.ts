import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { contactApi } from '#contract/contacts/contacts'
import { channel } from '#contract/live'
import { boardApi } from '#contract/orders/boards'
import {
  type Activity,
  inboxPresenceApi,
  type PresenceKind,
  presenceApi,
  presenceKinds,
} from '#contract/together/presence'
import { testApp } from '../../../test/app.ts'
import { contactFactory } from '../../../test/contacts.ts'
import { emailFactory } from '../../../test/emails.ts'
import { flameFactory } from '../../../test/flames.ts'
import { projectFactory } from '../../../test/projects.ts'
import { buildApp } from '../../app.ts'

const made = await testApp()
const { app, appContext, as, database, sessionOf } = made
await app.listen({ host: '127.0.0.1', port: 0 })
const second = await buildApp(appContext)
await second.listen({ host: '127.0.0.1', port: 0 })
afterAll(() => second.close())
const { buildBoard, buildFlame } = flameFactory(as)
const { buildProject } = projectFactory(as)
const { buildEmail } = emailFactory(made)
const buildContact = contactFactory(as)
const user = as('USER')
const admin = as('ADMIN')

const builders: Record<PresenceKind, () => Promise<string>> = {
  contact: async () => (await buildContact()).id,
  email: () => buildEmail(),
  flame: async () => (await buildFlame()).id,
  project: async () => (await buildProject()).id,
}
const kinds = Object.keys(presenceKinds) as PresenceKind[]
const others = async (kind: PresenceKind, id: string, role: Parameters<typeof as>[0] = 'ADMIN') =>
  (await as(role).call(presenceApi[kind].others, { params: { id } })).answer

describe.each(kinds)('presence at a record: %s', (kind) => {
  test('is shown to others with the field until the user leaves or it expires', async () => {
    const id = await builders[kind]()
    const be = (activity: Activity | null, field = '') =>
      user.call(presenceApi[kind].be, { params: { id }, body: { activity, field } })
    expect((await be('VIEWING')).answer).toEqual([])
    expect(await others(kind, id)).toMatchObject([{ username: 'USER', activity: 'VIEWING', field: '' }])
    expect(await others(kind, id, 'USER')).toEqual([])
    const told = await be('EDITING', 'dossier.deliveryDate')
    expect(told.response.headers['x-told']).toBe(`presence of=${kind} record=${id}`)
    expect(await others(kind, id)).toMatchObject([{ activity: 'EDITING', field: 'dossier.deliveryDate' }])
    expect((await be('EDITING', 'dossier.deliveryDate')).response.headers['x-told']).toBeUndefined()
    await sql`update presence set until = now() - interval '1 second'`.execute(database.kysely)
    expect(await others(kind, id)).toEqual([])
    await be('VIEWING')
    await be(null)
    expect(await others(kind, id)).toEqual([])
  })

  test('is refused to users who may not see the record', async () => {
    const id = await builders[kind]()
    await user.call(presenceApi[kind].be, { params: { id }, body: { activity: 'VIEWING' } })
    expect((await as('TERMIN_API').call(presenceApi[kind].others, { params: { id } })).status).toBe(403)
    const unknown = { params: { id: await builders[kind === 'contact' ? 'email' : 'contact']() } }
    expect((await admin.call(presenceApi[kind].others, unknown)).status).toBe(404)
  })
})

test('presence at a contact in the bin or a flame on a hidden board is NOT_FOUND', async () => {
  const contact = await buildContact()
  await user.call(contactApi.remove, { params: { id: contact.id } })
  expect((await as('TERMIN_USER').call(presenceApi.contact.others, { params: { id: contact.id } })).status).toBe(404)
  const { id, version, title, steps } = await buildBoard()
  const flame = await buildFlame({ taskboardRef: id })
  const hidden = { version, title, steps, assignedUsers: [], assignedRoles: [await adminRole()] }
  expect((await admin.call(boardApi.update, { params: { id }, body: hidden })).status).toBe(200)
  const params = { id: flame.id }
  expect((await user.call(presenceApi.flame.be, { params, body: { activity: 'VIEWING' } })).status).toBe(404)
  expect((await admin.call(presenceApi.flame.be, { params, body: { activity: 'VIEWING' } })).status).toBe(200)
})

test('the inbox shows the presence at each e-mail', async () => {
  const id = await buildEmail()
  await user.call(presenceApi.email.be, { params: { id }, body: { activity: 'ANSWERING' } })
  const { answer } = await admin.call(inboxPresenceApi.presence, {})
  expect(answer.filter(({ recordRef }) => recordRef === id)).toMatchObject([
    { username: 'USER', activity: 'ANSWERING' },
  ])
})

test('several tabs count as one user, who is editing if any tab is, until their connections end', async () => {
  const id = await builders.flame()
  const cookie = await sessionOf('USER')
  const be = (tab: string, activity: Activity) =>
    app.inject({
      method: 'PUT',
      url: `/api/flames/${id}/presence`,
      headers: { cookie, 'x-tab': tab },
      payload: { activity },
    })
  const [one, two] = [await connect(cookie, 'one', app), await connect(cookie, 'two', second)]
  await be('one', 'EDITING')
  await be('two', 'VIEWING')
  expect(await others('flame', id)).toMatchObject([{ activity: 'EDITING' }])
  one.terminate()
  await expect.poll(() => others('flame', id)).toMatchObject([{ activity: 'VIEWING' }])
  two.terminate()
  await expect.poll(() => others('flame', id)).toEqual([])
})

test('the field of a presence must be a path', async () => {
  const params = { id: await builders.flame() }
  const body = { activity: 'EDITING', field: '"] { display: none' } as const
  expect((await user.call(presenceApi.flame.be, { params, body })).problem.code).toBe('VALIDATION')
})

async function adminRole(): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id from role where name = 'ADMIN'`.execute(database.kysely)
  return rows[0]?.id ?? ''
}

/** Opens the live channel of a tab and waits until the server knows the tab. */
async function connect(cookie: string, tab: string, server: typeof app): Promise<WebSocket> {
  const { port } = server.server.address() as AddressInfo
  const socket = new WebSocket(`ws://127.0.0.1:${port}${channel.path}`, ['v12.stomp'], { headers: { cookie } })
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const receipt = new Promise((resolve) =>
    socket.on('message', (data: Buffer) => data.includes('RECEIPT') && resolve(0)),
  )
  socket.send('CONNECT\naccept-version:1.2\nheart-beat:0,0\n\n\0')
  socket.send(`SEND\ndestination:${channel.start}\ntab:${tab}\nreceipt:r\n\n\0`)
  await receipt
  return socket
}
