import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startProcess } from '../test/product-process.ts'

const dataDir = mkdtempSync(path.join(tmpdir(), 'glut-process-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
const start = (env: NodeJS.ProcessEnv = {}) =>
  startProcess({ DATA_DIR: dataDir, LOG_LEVEL: 'info', SECRET_KEY: '', ADMIN_PASSWORD: '', ...env })
const databaseRuns = () => readdirSync(path.join(dataDir, 'postgres/data')).includes('postmaster.pid')

/** A connection to the product that is waited for until `text` came back. */
async function connection(address: string, request: string, text: string): Promise<Socket> {
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  socket.on('error', () => {})
  socket.write(request)
  let got = ''
  while (!got.includes(text)) got += (await once(socket, 'data'))[0]
  return socket
}
const get = 'GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n'

async function signIn(address: string, password: string) {
  return fetch(`${address}/api/auth/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password }),
  })
}

/** One test, in this order: each start goes on with what the one before left. */
test('starts that fail, and ends in every way, leave a product that can be signed in to', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const port = String((taken.address() as AddressInfo).port)
  const failed = start({ PORT: port })
  expect(await failed.ended).toBe(1)
  taken.close()
  expect(failed.errors()).toBe(`PORT=${port} on 127.0.0.1 is taken: stop what listens there, or choose another one.\n`)
  expect(failed.lines.some((line) => line.startsWith('First admin'))).toBe(false)
  expect(databaseRuns()).toBe(false)

  const product = start({ PORT: '0' })
  const address = (await product.address) ?? ''
  const [, password = ''] = /^First admin: admin, password (\S+)/.exec(product.lines.find(isAdmin) ?? '') ?? []
  const session = await signIn(address, password)
  expect(session.status).toBe(200)
  const cookie = session.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  // Left behind by a process that was killed: our own number, on this machine.
  mkdirSync(path.join(dataDir, 'incoming'), { recursive: true })

  const kept = await connection(address, get, '{"status":"ok"}')
  const keptEnded = once(kept, 'close')
  const begun = performance.now()
  expect(await product.end('SIGTERM')).toBe(0)
  await keptEnded
  expect(performance.now() - begun).toBeLessThan(8000)
  expect(databaseRuns()).toBe(false)

  const again = start()
  const other = (await again.address) ?? ''
  expect(again.lines.some(isAdmin)).toBe(false)
  const upload = connect(Number(new URL(other).port), '127.0.0.1')
  upload.on('error', () => {})
  upload.write(
    `POST /api/shared-documents HTTP/1.1\r\nhost: x\r\ncookie: ${cookie}\r\ncontent-length: 900\r\ncontent-type: multipart/form-data; boundary=b\r\n\r\n--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nab`,
  )
  await expect.poll(() => readdirSync(path.join(dataDir, 'incoming')).length).toBe(1)
  again.child.kill('SIGTERM')
  await expect.poll(() => again.lines.some((line) => line.includes('"stopping"'))).toBe(true)
  const second = performance.now()
  expect(await again.end('SIGINT')).toBe(0)
  expect(performance.now() - second).toBeLessThan(5000)
  expect(databaseRuns()).toBe(false)

  // What it could not clear away any more goes at the next start.
  writeFileSync(
    path.join(
      dataDir,
      'incoming',
      `${(await import('node:os')).hostname()}-${again.child.pid}-0192f0c1-0000-7000-8000-000000000000`,
    ),
    '',
  )
  const last = start()
  await last.address
  expect(readdirSync(path.join(dataDir, 'incoming'))).toEqual([])
  expect(await last.end('SIGTERM')).toBe(0)
}, 120_000)

const isAdmin = (line: string) => line.startsWith('First admin')

test('a stalled upload is cut after the grace', async () => {
  const product = start({ ADMIN_PASSWORD: 'correct horse' })
  const address = (await product.address) ?? ''
  const head = `POST /api/auth/signin HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{`
  const stalled = await connection(address, get + head, '{"status":"ok"}')
  const cut = once(stalled, 'close')
  const begun = performance.now()
  expect(await product.end('SIGTERM')).toBe(0)
  await cut
  expect(performance.now() - begun).toBeLessThan(19_000)
}, 60_000)

test.each([
  [{ SECRET_KEY: 'short' }, 'SECRET_KEY must hold 32 bytes in hex or base64.'],
  [{ HOST: '203.0.113.7' }, 'HOST=203.0.113.7 is no address of this machine.'],
  [{ PORT: 'x' }, 'PORT must be a number from 0 to 65535, not "x".'],
  [
    { DATABASE_URL: 'postgres://glut:secret@127.0.0.1:1/glut' },
    'The database of DATABASE_URL (127.0.0.1:1/glut) does not answer (ECONNREFUSED).',
  ],
  [{ DATA_DIR: path.join(dataDir, 'secret.key') }, `DATA_DIR=${path.join(dataDir, 'secret.key')} is no folder.`],
])(
  'what keeps it from starting is one sentence: %j',
  async (env, sentence) => {
    const product = start(env as NodeJS.ProcessEnv)
    expect(await product.ended).toBe(1)
    expect(product.errors()).toBe(`${sentence}\n`)
    expect(databaseRuns()).toBe(false)
    expect(readFileSync(path.join(dataDir, 'secret.key'), 'utf8')).toMatch(/^[0-9a-f]{64}\n$/)
  },
  30_000,
)
