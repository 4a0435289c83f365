import type { AddressInfo } from 'node:net'
import { Client } from '@stomp/stompjs'
import { sql } from 'kysely'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import webstomp from 'webstomp-client'
import { WebSocket } from 'ws'
import { contactApi } from '#contract/contacts/contacts'
import type { InputOf } from '#contract/endpoint'
import { channel, destinationOf, toldHeader } from '#contract/live'
import { authApi, userApi } from '#contract/users/users'
import { testApp } from '../../test/app.ts'
import { customRoles } from '../../test/custom-role.ts'
import { flameFactory } from '../../test/flames.ts'
import { buildApp } from '../app.ts'

const { app, appContext, database, as, signIn, withCookie } = await testApp()
await app.listen({ host: '127.0.0.1', port: 0 })
const other = await buildApp(appContext)
await other.listen({ host: '127.0.0.1', port: 0 })
afterAll(() => other.close())

const addressOf = (server: typeof app) =>
  `ws://127.0.0.1:${(server.server.address() as AddressInfo).port}${channel.path}`
const sockets: WebSocket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.terminate()
})

function open(cookie: string | null, { at = app, headers = {} }: { at?: typeof app; headers?: object } = {}) {
  const socket = new WebSocket(addressOf(at), ['v12.stomp'], { headers: { ...(cookie && { cookie }), ...headers } })
  // a refused socket reports an error before it closes
  socket.on('error', () => {})
  sockets.push(socket)
  return socket
}

/** Opens a socket, sends frames and collects what comes as text. */
async function talk(cookie: string, frames: string[], at = app) {
  const socket = open(cookie, { at })
  const heard: string[] = []
  let closed = false
  socket.on('message', (data: Buffer) => heard.push(data.toString()))
  socket.on('close', () => {
    closed = true
  })
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  for (const frame of frames) socket.send(frame)
  return { socket, heard, isClosed: () => closed }
}
const connect = 'CONNECT\naccept-version:1.2\nheart-beat:0,0\n\n\0'
const subscribe = (topic: string, id = '1') =>
  `SUBSCRIBE\nid:${id}\ndestination:/user/topic/${topic}\nreceipt:${id}\n\n\0`
const start = `SEND\ndestination:${channel.start}\n\n\0`
const subscribed = (heard: string[]) => expect.poll(() => heard.join('')).toContain('RECEIPT')
const refused = (socket: WebSocket) =>
  new Promise<number>((resolve) => {
    socket.on('unexpected-response', (_, response) => resolve(response.statusCode ?? 0))
  })

const addContact = async () => {
  const body = { legalType: 'NATURAL', surname: 'Feuer' } as const
  return (await as('USER').call(contactApi.add, { body })).answer.id
}

describe('the live channel', () => {
  test('tells the change of another user in each process', async () => {
    const cookie = await signIn('USER')
    const here = await talk(cookie, [connect, subscribe('changes')])
    const there = await talk(cookie, [connect, subscribe('changes')], other)
    await subscribed(here.heard)
    await subscribed(there.heard)
    const id = await addContact()
    await expect.poll(() => here.heard.join('')).toContain(`contact contact=${id}`)
    await expect.poll(() => there.heard.join('')).toContain(`contact contact=${id}`)
  })

  test('tells a new subscriber the changes of the last moments', async () => {
    const id = await addContact()
    const { heard } = await talk(await signIn('USER'), [connect, subscribe('changes'), start])
    await expect.poll(() => heard.join('')).toContain(`contact contact=${id}`)
  })

  test('tells a new subscriber to reload everything after too many recent changes', async () => {
    const cookie = await signIn('USER')
    const first = await talk(cookie, [connect, subscribe('changes')])
    await subscribed(first.heard)
    const many = sql`select pg_notify('changes', 'contact contact=' || gen_random_uuid()) from generate_series(1, 1100)`
    await many.execute(database.kysely)
    await sql`select pg_notify('changes', 'library')`.execute(database.kysely)
    await expect.poll(() => first.heard.join('')).toContain('library')
    const late = await talk(cookie, [connect, subscribe('changes'), start])
    await expect.poll(() => late.heard.join('')).toContain('"everything"')
  })

  test('names the tab that made the change', async () => {
    const cookie = await signIn('USER')
    const { heard } = await talk(cookie, [connect, subscribe('changes')])
    await subscribed(heard)
    await app.inject({
      method: 'POST',
      url: contactApi.add.path,
      headers: { cookie, 'x-tab': 'mine' },
      payload: { legalType: 'NATURAL', surname: 'Tab' },
    })
    await expect.poll(() => heard.join('')).toMatch(/contact contact=[\w-]+ by=mine"/)
  })

  test('does not tell what the user may not read', async () => {
    const api = await talk(await signIn('PROJECT_MANAGER'), [connect, subscribe('changes')])
    const user = await talk(await signIn('USER'), [connect, subscribe('changes')])
    await subscribed(api.heard)
    await subscribed(user.heard)
    const id = await addContact()
    await sql`select pg_notify('changes', 'board')`.execute(database.kysely)
    await expect.poll(() => user.heard.join('')).toContain(id)
    await expect.poll(() => api.heard.join('')).toContain('board')
    expect(api.heard.join('')).not.toContain('contact')
  })

  test('is matched by the answer of a call, which names only changes its caller may read', async () => {
    const { contactRef } = (await flameFactory(as).buildFlame()).dossier
    const contact = (await as('USER').call(contactApi.get, { params: { id: contactRef } })).answer
    const few = await customRoles({ as, signIn, withCookie })('CONTACT_READ', 'CONTACT_MODIFY')
    const rename = async (by: Pick<typeof few, 'call'>, surname: string, version: number) => {
      const body = { ...contact, surname, version } as InputOf<typeof contactApi.update>['body']
      const { answer, response, problem } = await by.call(contactApi.update, { params: { id: contactRef }, body })
      expect(response.statusCode, JSON.stringify(problem)).toBe(200)
      return { version: answer.version, told: String(response.headers[toldHeader]) }
    }
    const { version, told } = await rename(as('ADMIN'), 'Feuer', contact.version)
    expect(told).toContain('flame flame=')
    const toFew = (await rename(few, 'Asche', version)).told
    expect(toFew).toContain(`contact contact=${contactRef}`)
    expect(toFew).not.toContain('flame')
  })

  test('is refused without a session, from other origins and for unknown topics', async () => {
    expect(await refused(open(null))).toBe(401)
    const cookie = await signIn('USER')
    expect(await refused(open(cookie, { headers: { origin: 'https://elsewhere.example' } }))).toBe(403)
    const strange = await talk(cookie, [connect, subscribe('changes'), subscribe('../user/other', '2')])
    await expect.poll(strange.isClosed).toBe(true)
    expect(strange.heard.join('')).toContain('ERROR')
  })

  test.each([
    ['what is no frame', ['what is this\n\n\0']],
    ['a frame before CONNECT', [subscribe('changes')]],
    ['a message to somewhere', [connect, 'SEND\ndestination:/elsewhere\n\nbody\0']],
    ['an unknown version', ['CONNECT\naccept-version:9\n\n\0']],
    ['a frame without an end', [connect, ...Array.from({ length: 4 }, () => 'x'.repeat(30_000))]],
    ['too many subscriptions', [connect, ...Array.from({ length: 60 }, (_, id) => subscribe('changes', `${id}`))]],
  ])('ends with an error frame for %s', async (_, frames) => {
    const { heard, isClosed } = await talk(await signIn('USER'), frames)
    await expect.poll(isClosed).toBe(true)
    expect(heard.at(-1)).toMatch(/^ERROR\n/)
  })

  test('ends after a message larger than any valid frame', async () => {
    const { isClosed } = await talk(await signIn('USER'), [connect, 'x'.repeat(1_000_000)])
    await expect.poll(isClosed).toBe(true)
  })

  test('ends with its session: signed out, ended by an admin or expired', async () => {
    const own = await signIn('USER')
    const one = await talk(own, [connect])
    await withCookie(own).call(authApi.signOut, {})
    await expect.poll(one.isClosed).toBe(true)

    const two = await talk(await signIn('PROJECT_MANAGER'), [connect], other)
    const { answer: users } = await as('ADMIN').call(userApi.list, {})
    const id = users.find(({ username }) => username === 'PROJECT_MANAGER')?.id ?? ''
    await as('ADMIN').call(userApi.signOut, { params: { id } })
    await expect.poll(two.isClosed).toBe(true)

    const speaking = await talk(await signIn('PROJECT_MANAGER'), [
      connect,
      `${start.trimEnd()}`.replace('\n\n', '\nlanguage:FR\n\n'),
    ])
    await as('ADMIN').call(userApi.signOut, { params: { id } })
    await expect.poll(speaking.isClosed).toBe(true)
    expect(speaking.heard.at(-1)).toContain('Session expirée, veuillez vous reconnecter.')

    const three = await talk(await signIn('TERMIN_USER'), [connect])
    await sql`
      update session s set seen_at = now() - interval '13 hours' from app_user u
       where u.id = s.user_id and u.username = 'TERMIN_USER'`.execute(database.kysely)
    await expect.poll(three.isClosed).toBe(true)
  })

  test('stays open for a client that connects while expired sessions are looked up', async () => {
    await talk(await signIn('PROJECT_MANAGER'), [connect])
    const cookie = await signIn('USER')
    await withCookie(cookie).call(authApi.me, {})
    const isAsking = async () => {
      const { rows } = await sql`
        select 1 from pg_locks where not granted and relation = 'session'::regclass
           and database = (select oid from pg_database where datname = current_database())`.execute(database.kysely)
      return rows.length
    }
    const late = await database.kysely.transaction().execute(async (transaction) => {
      await sql`lock table session in access exclusive mode`.execute(transaction)
      await expect.poll(isAsking).toBeGreaterThan(0)
      return talk(cookie, [connect, subscribe('changes')])
    })
    await subscribed(late.heard)
    const id = await addContact()
    await expect.poll(() => late.heard.join('')).toContain(id)
    expect(late.heard.join('')).not.toContain('ERROR')
  })

  test('closes without an error frame when its process stops', async () => {
    const stopping = await buildApp(appContext)
    await stopping.listen({ host: '127.0.0.1', port: 0 })
    const { heard, isClosed } = await talk(await signIn('USER'), [connect], stopping)
    await expect.poll(() => heard.length).toBe(1)
    await stopping.close()
    await expect.poll(isClosed).toBe(true)
    expect(heard.join('')).not.toContain('ERROR')
  })

  test('works with STOMP clients of other vendors', async () => {
    const cookie = await signIn('USER')
    const heard: string[] = []
    const stompjs = new Client({
      webSocketFactory: () => open(cookie) as never,
      heartbeatIncoming: channel.heartbeatMs,
      heartbeatOutgoing: channel.heartbeatMs,
      onConnect() {
        stompjs.subscribe(destinationOf('changes'), ({ body }) => heard.push(`stompjs ${body}`), { id: 'a' })
        stompjs.publish({ destination: channel.start, headers: { userName: 'somebody: else' } })
        stompjs.watchForReceipt('r', () => heard.push('ready stompjs'))
        stompjs.publish({ destination: channel.start, headers: { receipt: 'r' } })
      },
    })
    stompjs.activate()
    const options = { debug: false, heartbeat: { incoming: 20_000, outgoing: 20_000 } }
    const older = webstomp.over(open(cookie) as never, options as never)
    older.connect({}, () => {
      older.subscribe(destinationOf('changes'), ({ body }) => heard.push(`webstomp ${body}`), { receipt: 'w' })
      older.onreceipt = () => heard.push('ready webstomp')
    })
    await expect.poll(() => heard).toEqual(expect.arrayContaining(['ready stompjs', 'ready webstomp']))
    const id = await addContact()
    const told = () => heard.filter((text) => text.includes(id)).map((text) => text.split(' ')[0])
    await expect.poll(told).toEqual(expect.arrayContaining(['stompjs', 'webstomp']))
    await stompjs.deactivate()
    older.disconnect()
  })
})
