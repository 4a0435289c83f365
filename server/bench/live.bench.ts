import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { WebSocket } from 'ws'
import { openSession } from '../src/http/session.ts'
import { addUserWithRole } from '../src/users/first-admin.ts'
import { startProcess } from '../test/product-process.ts'
import { collectGarbage } from './collect-garbage.ts'
import { figure } from './harness.ts'
import { openProduct } from './in-process.ts'
import { openChannel } from './live-channel.ts'

// What the live channel costs with a whole house at it: 200 open sockets, and 20 changes a second.
const socketCount = 200
const socketsOfSession = 40
const changesPerSecond = 20
const seconds = 20

const dataDir = mkdtempSync(path.join(tmpdir(), 'glut-live-'))
const admin = { username: 'admin', password: 'bench-password' }
const product = startProcess({
  DATA_DIR: dataDir,
  LOG_LEVEL: 'error',
  ADMIN_USERNAME: admin.username,
  ADMIN_PASSWORD: admin.password,
})
const url = await product.address
if (!url) throw new Error('the product ended before it listened')
const pid = product.child.pid ?? 0

const post = (path: string, body: object, cookie = '') =>
  fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url, cookie },
    body: JSON.stringify(body),
  })

async function signIn({ username, password }: typeof admin): Promise<string> {
  const answer = await post('/api/auth/signin', { username, password })
  return answer.headers.get('set-cookie')?.split(';')[0] ?? ''
}

const cookie = await signIn(admin)
const cookies: string[] = []
for (let at = 0; at < socketCount / socketsOfSession; at++) {
  const user = { username: `user${at}`, password: 'bench-password' }
  await post('/api/users', { ...user, roles: ['USER'] }, cookie)
  cookies.push(await signIn(user))
}

/** When a change with this id began, and when each socket was told of it, which may be before its answer. */
const began = new Map<string, number>()
const told: { id: string; at: number }[] = []

function openSocket(to: string, of: string): Promise<WebSocket> {
  return openChannel(to, of, (text) => {
    const now = performance.now()
    for (const [, id = ''] of text.matchAll(/contact=([\w-]+)/g)) told.push({ id, at: now })
  })
}

/** Processor time of the server in seconds; PostgreSQL is another process. */
function processorSeconds(): number {
  const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const fields = rest.split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** Makes so many changes for so many seconds; answers the share of a processor that the server took. */
async function changeFor(lasting: number): Promise<number> {
  const before = processorSeconds()
  const started = performance.now()
  for (let at = 0; at < lasting * changesPerSecond; at++) {
    const due = started + (at * 1000) / changesPerSecond
    await sleep(Math.max(0, due - performance.now()))
    const start = performance.now()
    const answer = await post('/api/contacts', { legalType: 'NATURAL', surname: `Feuer ${at}` }, cookie)
    const { id } = (await answer.json()) as { id: string }
    began.set(id, start)
  }
  return (processorSeconds() - before) / ((performance.now() - started) / 1000)
}

// warm, so that what the first calls cost is not counted for sockets
const alone = await changeFor(seconds / 2)
const sockets: WebSocket[] = []
for (let at = 0; at < socketCount; at++) sockets.push(await openSocket(url, cookies[at % cookies.length] ?? ''))
// what came shortly before they were there is told to them too
began.clear()
const busy = await changeFor(seconds)
await sleep(500)

const times = told.flatMap(({ id, at }) => (began.has(id) ? [at - (began.get(id) ?? 0)] : []))
const sorted = times.toSorted((one, other) => one - other)
const p95 = sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN
const expected = seconds * changesPerSecond * socketCount
figure('live: told of all changes at all sockets', (100 * times.length) / expected, { unit: '%', atLeast: 99 })
figure('live: p95 from a call to another’s socket', p95, { unit: 'ms', atMost: 100 })
figure('live: processor of the server', 100 * busy, { unit: '% of a core', atMost: 30 })
figure('live: of it for the channel', 100 * (busy - alone), { unit: '% of a core', atMost: 30 })

for (const socket of sockets) socket.terminate()
await product.end('SIGTERM')
rmSync(dataDir, { recursive: true, force: true })
figure('live: memory of both ends of a socket', await memoryOfSocket(), { unit: 'kB', atMost: 100 })

/** Within this process, where garbage can be collected before it is looked; with what a client of the same library takes. */
async function memoryOfSocket(): Promise<number> {
  const own = await openProduct()
  const address = await own.app.listen({ host: '127.0.0.1', port: 0 })
  const sessions: string[] = []
  for (let at = 0; at < socketCount / socketsOfSession; at++) {
    await addUserWithRole(own.database.kysely, `user${at}`, '', 'USER')
    const user = own.database.kysely.selectFrom('app_user').select('id').where('username', '=', `user${at}`)
    sessions.push(`session=${await openSession(own.database.kysely, (await user.executeTakeFirstOrThrow()).id)}`)
  }
  const open = (count: number) =>
    Promise.all(Array.from({ length: count }, (_, at) => openSocket(address, sessions[at % sessions.length] ?? '')))
  const used = () => {
    collectGarbage()
    const { heapUsed, external } = process.memoryUsage()
    return (heapUsed + external) / 1024
  }
  // the first ones make what all share
  const first = await open(sessions.length)
  const before = used()
  const more = await open(socketCount - first.length)
  const perSocket = (used() - before) / more.length
  for (const socket of [...first, ...more]) socket.terminate()
  await own.close()
  return perSocket
}
