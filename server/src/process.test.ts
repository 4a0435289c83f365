import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { hostname, tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, inject, test } from 'vitest'
import { testDatabase } from '../test/database.ts'
import { urlIn } from '../test/global-setup.ts'
import { startProcess } from '../test/product-process.ts'
import type { Config } from './config.ts'
import { startError } from './start-errors.ts'

const database = await testDatabase()
const dataDir = mkdtempSync(path.join(tmpdir(), 'glut-process-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
const start = (env: NodeJS.ProcessEnv = {}) =>
  startProcess({ DATA_DIR: dataDir, LOG_LEVEL: 'info', SECRET_KEY: '', ADMIN_PASSWORD: '', ...env })
const databaseRuns = () => readdirSync(path.join(dataDir, 'postgres/data')).includes('postmaster.pid')

/** Opens a connection to the product, sends the request and waits until `text` came back. */
async function connection(address: string, request: string, text: string): Promise<Socket> {
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  socket.on('error', () => {})
  socket.write(request)
  let got = ''
  while (!got.includes(text)) got += (await once(socket, 'data'))[0]
  return socket
}
const commandLine = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
/** npm passes signals on that the terminal has sent to both processes. */
const twice = ['SIGTERM', 'SIGINT'] as const
const get = 'GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n'

async function signIn(address: string, password: string) {
  return fetch(`${address}/api/auth/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password }),
  })
}

/** One test, because each start continues with what the one before left. */
test('failed starts and any kind of end leave a product that users can sign in to', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const port = String((taken.address() as AddressInfo).port)
  const failed = start({ PORT: port })
  expect(await failed.ended).toBe(1)
  taken.close()
  expect(failed.errors()).toBe(`PORT=${port} on 127.0.0.1 is taken: stop what listens there, or choose another one.\n`)
  expect(failed.lines.some(isAdmin)).toBe(false)
  expect(databaseRuns()).toBe(false)

  // After a kill as soon as the password was printed, the password that was printed last is valid.
  const killed = start()
  await killed.said(isAdmin)
  expect(killed.lines.some(isAdmin)).toBe(true)
  await killed.end('SIGKILL')
  const product = start()
  const address = (await product.address) ?? ''
  const said = [...killed.lines, ...product.lines].findLast(isAdmin) ?? ''
  const session = await signIn(address, /^First admin: admin, password (\S+)/.exec(said)?.[1] ?? '')
  expect(session.status).toBe(200)
  if (process.platform === 'linux') expect(commandLine(product.child.pid ?? 0)).toContain('--max-old-space-size=768')
  const cookie = session.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const incoming = path.join(dataDir, 'incoming')
  const upload = connect(Number(new URL(address).port), '127.0.0.1')
  upload.on('error', () => {})
  upload.write(
    `POST /api/shared-documents HTTP/1.1\r\nhost: x\r\ncookie: ${cookie}\r\ncontent-length: 900\r\ncontent-type: multipart/form-data; boundary=b\r\n\r\n--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nab`,
  )
  await expect.poll(() => existsSync(incoming) && readdirSync(incoming).length).toBe(1)
  for (const signal of twice) product.child.kill(signal)
  // a signal shortly after the first one counts as the same
  await product.said((line) => line.includes('"stopping"'))
  await sleep(1000)
  expect(product.lines.some((line) => line.includes('"stopped"'))).toBe(false)
  for (const signal of twice) product.child.kill(signal)
  expect(await product.ended).toBe(0)
  // it did not wait for the upload
  expect(product.lines.find((line) => line.includes('"stopped"'))).toContain('"waitedFor":"a second signal"')
  expect(databaseRuns()).toBe(false)

  // The next start removes what a killed process left, recognised by host name and process id.
  const left = `${hostname()}-${product.child.pid}-0192f0c1-0000-7000-8000-000000000000`
  const unfinished = path.join(dataDir, 'files', 'unfinished')
  mkdirSync(unfinished, { recursive: true })
  for (const folder of [incoming, unfinished]) writeFileSync(path.join(folder, left), '')
  writeFileSync(path.join(dataDir, 'secret.key.0123456789ab'), '')
  const again = start()
  const other = (await again.address) ?? ''
  expect(readdirSync(incoming)).toEqual([])
  expect(readdirSync(unfinished)).toEqual([])
  expect(readdirSync(dataDir).filter((name) => name.startsWith('secret'))).toEqual(['secret.key'])
  expect(again.lines.some(isAdmin)).toBe(false)

  const closed: string[] = []
  const closing = (name: string, socket: Socket) => once(socket, 'close').then(() => closed.push(name))
  const kept = await connection(other, get, '{"status":"ok"}')
  // Browsers open such connections in advance.
  const silent = connect(Number(new URL(other).port), '127.0.0.1')
  silent.on('error', () => {})
  await once(silent, 'connect')
  const head = `POST /api/auth/signin HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{`
  const stalled = await connection(other, get + head, '{"status":"ok"}')
  const all = [closing('kept', kept), closing('silent', silent), closing('stalled', stalled)]
  expect(await again.end('SIGTERM')).toBe(0)
  await Promise.all(all)
  // the server waited for the connection that had begun a request
  expect(closed.at(-1)).toBe('stalled')
  expect(databaseRuns()).toBe(false)
}, 900_000)

const isAdmin = (line: string) => line.startsWith('First admin')

test('an unusable database is reported in one sentence', async () => {
  const unknown = start({ DATABASE_URL: urlIn(inject('testServer'), 'glut_nobody_made') })
  expect(await unknown.ended).toBe(1)
  expect(unknown.errors()).toMatch(
    /^The database of DATABASE_URL \(.*\/glut_nobody_made\) does not exist: make it first\.\n$/,
  )

  await database.pool.query("insert into schema_migration (name, checksum) values ('9999_later.sql', '')")
  const newer = start({ DATABASE_URL: database.url })
  expect(await newer.ended).toBe(1)
  expect(newer.errors()).toMatch(
    /^The database is newer than this version of the product: it has been through 9999_later\.sql, .*\n$/,
  )
})

test('a HOST that is no address of this machine is reported in one sentence', async () => {
  const [error] = await once(createServer().listen(0, '203.0.113.7'), 'error')
  const config = { host: '203.0.113.7' } as Config
  expect(startError(error, config)).toBe('HOST=203.0.113.7 is no address of this machine.')
})

test('a data folder on a read-only or full disk is reported in one sentence', () => {
  const config = { dataDir: '/proc/self/glut', databaseUrl: null } as Config
  const error = (code: string) =>
    Object.assign(new Error(code), { code, syscall: 'mkdir', path: '/proc/self/glut/postgres' })
  expect(startError(error('EROFS'), config)).toBe(
    'DATA_DIR=/proc/self/glut cannot be written to: its disk is read-only.',
  )
  const full = 'initdb failed:\nFATAL:  could not extend file "base/1": No space left on device\nAborted'
  expect(startError(new Error(full), config)).toBe('DATA_DIR=/proc/self/glut has no room left.')
})

test.each([
  [{ SECRET_KEY: 'short' }, 'SECRET_KEY must hold 32 bytes in hex or base64.'],
  [
    { DATABASE_URL: 'postgres://glut:secret@127.0.0.1:1/glut' },
    'The database of DATABASE_URL (127.0.0.1:1/glut) does not answer (ECONNREFUSED).',
  ],
  [{ DATA_DIR: path.join(dataDir, 'secret.key') }, `DATA_DIR=${path.join(dataDir, 'secret.key')} is no folder.`],
])('a wrong setting stops the start with one sentence: %j', async (env, sentence) => {
  const product = start(env as NodeJS.ProcessEnv)
  expect(await product.ended).toBe(1)
  expect(product.errors()).toBe(`${sentence}\n`)
  expect(databaseRuns()).toBe(false)
  expect(readFileSync(path.join(dataDir, 'secret.key'), 'utf8')).toMatch(/^[0-9a-f]{64}\n$/)
})
