import { randomBytes } from 'node:crypto'
import type { AddressInfo, Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { channel } from '#contract/live'
import { testApp } from '../../test/app.ts'

/** Small numbers by default; `npm run test:hostile` uses the full size. */
const full = process.env.HOSTILE_TEXTS !== undefined
const connects = full ? 1000 : 120
const strangeFrames = full ? 2000 : 100

const { app, database, sessionOf } = await testApp({ publicUrl: new URL('http://crm.example.test') })
await app.listen({ host: '127.0.0.1', port: 0 })
const address = `ws://127.0.0.1:${(app.server.address() as AddressInfo).port}${channel.path}`
const cookie = await sessionOf('USER')

const connect = 'CONNECT\naccept-version:1.2\nheart-beat:0,0\n\n\0'
const subscribe = (destination: string, id = '1') =>
  `SUBSCRIBE\nid:${id}\ndestination:${destination}\nreceipt:${id}\n\n\0`
const changes = '/user/topic/changes'

interface Client {
  readonly socket: WebSocket
  readonly heard: string[]
  bytes: number
  readonly closed: Promise<number>
}

const sockets: WebSocket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.terminate()
})

/** Opens a socket; returns the HTTP status where the server refuses it. */
function open(headers: Record<string, string> = { cookie }): Promise<Client | number> {
  const socket = new WebSocket(address, ['v12.stomp'], { headers })
  sockets.push(socket)
  const closed = new Promise<number>((resolve) => socket.on('close', (code) => resolve(code)))
  const client: Client = { socket, heard: [], bytes: 0, closed }
  // the server may cut a connection in the middle of a frame
  socket.on('error', () => {})
  socket.on('message', (data: Buffer) => {
    client.bytes += data.length
    client.heard.push(data.toString('utf8', 0, 300))
  })
  return new Promise((resolve) => {
    socket.on('open', () => resolve(client))
    socket.on('unexpected-response', (_, { statusCode = 0 }) => resolve(statusCode))
  })
}

async function connected(...frames: (string | Buffer)[]): Promise<Client> {
  const client = await open()
  if (typeof client === 'number') throw new Error(`refused with ${client}`)
  client.socket.send(connect)
  for (const frame of frames) client.socket.send(frame)
  return client
}

/** Asserts that a well-behaved client still gets messages. */
async function stillTells(): Promise<void> {
  const client = await connected(subscribe(changes))
  await expect.poll(() => client.heard.join('')).toContain('RECEIPT')
  await database.pool.query(`select pg_notify('changes', 'board')`)
  await expect.poll(() => client.heard.join('')).toContain('["board"]')
}

test.each([
  ['another protocol', 'GET / HTTP/1.1\r\nhost: x\r\n\r\n\0'],
  ['JSON', '{"command":"CONNECT"}\0'],
  ['a command that is none', 'constructor\n\n\0'],
  ['a header without a value', 'SUBSCRIBE\nid\n\n\0'],
  ['names of what every object has', `SUBSCRIBE\n__proto__:a\nconstructor:b\ndestination:toString\n\n\0`],
  ['a body that never ends', 'SEND\ndestination:/swns/start\ncontent-length:99999999999\n\nx'.padEnd(60_000, 'x')],
  ['a negative length', 'SEND\ndestination:/nowhere\ncontent-length:-5\n\nx\0'],
  ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x80, 0x0a, 0x0a, 0x00])],
  ['somebody else’s topic', subscribe('/user/USER2/topic/changes')],
  ['a topic of nobody', subscribe('/topic/changes')],
  ['a way out of the topics', subscribe('/user/topic/../../changes')],
  ['any topic', subscribe('/user/topic/*')],
  ['a second beginning', connect],
])('%s ends only its own connection', async (_, frame) => {
  // an incomplete frame waits for its end until it is too large
  const client = await connected(frame, 'x'.repeat(60_000), 'x'.repeat(60_000))
  await client.closed
  expect(client.heard.at(-1)).toMatch(/^ERROR\n/)
  await stillTells()
})

test('random frames leave the channel working', async () => {
  const parts = [
    'CONNECT',
    'SEND',
    'SUBSCRIBE',
    '\n',
    '\n\n',
    '\0',
    ':',
    'id:1',
    'content-length:3',
    '\\c',
    '\r',
    '\ufeff',
  ]
  // a fixed seed, so that every run draws the same
  let seed = 7
  const draw = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * below)
  }
  let client = await connected()
  for (let at = 0; at < strangeFrames; at++) {
    if (client.socket.readyState !== WebSocket.OPEN) client = await connected()
    const text = Array.from({ length: 1 + draw(12) }, () => parts[draw(parts.length)]).join('')
    client.socket.send(at % 3 === 0 ? Buffer.concat([Buffer.from(text), randomBytes(8)]) : text)
  }
  await stillTells()
})

test.each([
  ['in one piece', (socket: WebSocket) => socket.send('x'.repeat(10_000_000))],
  [
    'in a thousand pieces',
    (socket: WebSocket) => {
      for (let at = 0; at < 1000; at++) socket.send('x'.repeat(10_000), { fin: at === 999 }, () => {})
    },
  ],
])('a frame of 10 MB %s is cut off', async (_, send) => {
  const client = await connected()
  await expect.poll(() => client.heard.length).toBe(1)
  send(client.socket)
  expect([1006, 1009]).toContain(await client.closed)
  await stillTells()
})

test('too many subscriptions end the connection', async () => {
  const client = await connected(...Array.from({ length: 10_000 }, (_, id) => subscribe(changes, `${id}`)))
  await client.closed
  expect(client.heard.filter((text) => text.startsWith('RECEIPT')).length).toBe(channel.maxSubscriptions)
  expect(client.heard.at(-1)).toMatch(/^ERROR\n/)
})

test('repeated starts ask for unread notifications only once', async () => {
  // this database alone, because other tests share the server
  const made = 'select xact_commit as calls from pg_stat_database where datname = current_database()'
  const { rows } = await database.pool.query<{ calls: string }>(made)
  const starts = Array.from({ length: 2000 }, () => `SEND\ndestination:${channel.start}\n\n\0`)
  const client = await connected(subscribe('/user/topic/comment'), ...starts, subscribe(changes, '2'))
  await expect.poll(() => client.heard.join('')).toContain('receipt-id:2')
  const after = await database.pool.query<{ calls: string }>(made)
  expect(Number(after.rows[0]?.calls) - Number(rows[0]?.calls)).toBeLessThan(500)
})

test.each([
  'http://crm.example.test.evil.test',
  'http://evil.test/crm.example.test',
  'http://crm.example.test:8080',
  'null',
  'file://',
])('a page of origin %s gets no connection', async (origin) => {
  expect(await open({ cookie, origin })).toBe(403)
})

test('a client that reads too slowly is cut off without delaying others', async () => {
  const slow = await connected(subscribe(changes))
  const quick = await connected(subscribe(changes))
  for (const { heard } of [slow, quick]) await expect.poll(() => heard.join('')).toContain('RECEIPT')
  ;(slow.socket as unknown as { _socket: Socket })._socket.pause()
  const rounds = 25
  for (let round = 0; round < rounds; round++) {
    const before = quick.bytes
    await database.pool.query(
      `select pg_notify('changes', 'contact contact=' || repeat('x', 7000) || $1 || n) from generate_series(1, 190) n`,
      [`${round} `],
    )
    await expect.poll(() => quick.bytes - before).toBeGreaterThan(190 * 7000)
  }
  expect(quick.socket.readyState).toBe(WebSocket.OPEN)
  ;(slow.socket as unknown as { _socket: Socket })._socket.resume()
  expect(await slow.closed).toBe(1006)
  // it got what the system buffered, and no more than our own limit
  expect(slow.bytes).toBeLessThan(quick.bytes / 2)
})

test(`of ${connects} connections at once a user keeps only the maximum`, async () => {
  const all = await Promise.all(Array.from({ length: connects }, () => open()))
  const clients = all.filter((one) => typeof one !== 'number')
  const isOpen = () => clients.filter(({ socket }) => socket.readyState === WebSocket.OPEN).length
  await expect.poll(isOpen).toBe(channel.maxSocketsOfUser)
  expect(all.filter((one) => typeof one === 'number' && one !== 429)).toEqual([])
  for (const { socket } of clients) socket.terminate()
  await expect.poll(isOpen).toBe(0)
  const strangers = await Promise.all(Array.from({ length: connects }, () => open({ cookie: 'session=none' })))
  expect(new Set(strangers)).toEqual(new Set([401]))
  await expect.poll(stillTells).toBeUndefined()
})
