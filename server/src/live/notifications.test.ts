import type { AddressInfo } from 'node:net'
import { Client } from '@stomp/stompjs'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { channel, destinationOf, type Topic, topics } from '#contract/live'
import { commentApi } from '#contract/together/comments'
import { type Notification, notificationApi, topicOf } from '#contract/together/notifications'
import { testApp } from '../../test/app.ts'
import { contactFactory } from '../../test/contacts.ts'
import { buildApp } from '../app.ts'

const { app, appContext, database, as, sessionOf, withCookie } = await testApp()
const second = await buildApp(appContext)
afterAll(() => second.close())
for (const server of [app, second]) await server.listen({ host: '127.0.0.1', port: 0 })
const addressOf = (server: typeof app) =>
  `ws://127.0.0.1:${(server.server.address() as AddressInfo).port}${channel.path}`
const buildContact = contactFactory(as)
const contact = (await buildContact()).id
const patience = { timeout: 90_000 }
const closing: Client[] = []
afterAll(() => Promise.all(closing.map((client) => client.deactivate())))

/** Listens on every topic at one server after another, and shows each notification once by its id, like a screen. */
async function listener(username: string, servers: readonly (typeof app)[]) {
  const cookie = await sessionOf(username)
  const addresses = servers.map(addressOf)
  const shown: { topic: Topic; notification: Notification }[] = []
  const known = new Set<string>()
  const state = { at: 0, arrivals: 0, connections: 0 }
  let socket: WebSocket | undefined
  const client = new Client({
    webSocketFactory: () => {
      socket = new WebSocket(addresses[state.at++ % addresses.length] ?? '', ['v12.stomp'], { headers: { cookie } })
      socket.on('error', () => {})
      return socket as never
    },
    reconnectDelay: 10,
    onConnect() {
      state.connections++
      for (const topic of topics) {
        if (topic === 'changes') continue
        client.subscribe(destinationOf(topic), ({ body }) => {
          const notification = JSON.parse(body) as Notification
          state.arrivals++
          if (known.has(notification.id)) return
          known.add(notification.id)
          shown.push({ topic, notification })
        })
      }
      client.publish({ destination: channel.start, headers: { userName: 'ADMIN' } })
    },
  })
  closing.push(client)
  client.activate()
  await expect.poll(() => state.connections, patience).toBeGreaterThan(0)
  return { shown, state, breakOff: () => socket?.terminate() }
}

const write = async (text: string) =>
  (await as('ADMIN').call(commentApi.add, { params: { id: contact }, body: { text } })).answer

test('a notification reaches only its user, on its topic, in each process', async () => {
  const [here, there] = [await listener('USER', [app]), await listener('USER', [second])]
  const foreign = await listener('TERMIN_USER', [app])
  const { id } = await write('@USER schau mal')
  for (const { shown } of [here, there]) {
    await expect.poll(() => shown, patience).toHaveLength(1)
    expect(shown[0]).toMatchObject({ topic: 'comment', notification: { commentRef: id, content: '@USER schau mal' } })
  }
  await write('@TERMIN_USER und du')
  await expect
    .poll(() => foreign.shown.map(({ notification }) => notification.content), patience)
    .toEqual(['@TERMIN_USER und du'])
  expect(here.shown).toHaveLength(1)
})

test('each type of notification has a topic of its own', () => {
  expect(new Set(Object.values(topicOf)).size).toBe(Object.keys(topicOf).length)
  expect(topics).toEqual(expect.arrayContaining(Object.values(topicOf)))
})

test('a user who reconnects gets the unread notifications only', async () => {
  await sql`update notification set read_at = now()`.execute(database.kysely)
  for (const text of ['@USER eins', '@USER zwei', '@USER drei']) await write(text)
  const user = withCookie(await sessionOf('USER'))
  const unread = (await user.call(notificationApi.list, {})).answer
  await user.call(notificationApi.markRead, { params: { id: unread[1]?.id ?? '' } })
  const { shown } = await listener('USER', [second])
  await expect
    .poll(() => shown.map(({ notification }) => notification.content), patience)
    .toEqual(['@USER eins', '@USER drei'])
})

/** `npm run test:live` sends a thousand notifications with fifty interruptions. */
const count = Number(process.env.LIVE_NOTICES ?? 100)

test('each notification arrives exactly once over lost connections and the end of a process', {
  timeout: 300_000,
}, async () => {
  await sql`update notification set read_at = now()`.execute(database.kysely)
  const dying = await buildApp(appContext)
  await dying.listen({ host: '127.0.0.1', port: 0 })
  const { shown, state, breakOff } = await listener('USER', [dying, second])
  for (let at = 0; at < count; at++) {
    await write(`@USER ${at}`)
    if (at % 20 === 7) breakOff()
    if (at === Math.floor(count / 2)) await dying.close()
  }
  await expect.poll(() => shown.length, { timeout: 120_000 }).toBe(count)
  const contents = shown.map(({ notification }) => notification.content)
  expect(new Set(contents).size).toBe(count)
  expect(state.connections).toBeGreaterThan(count / 20)
})
