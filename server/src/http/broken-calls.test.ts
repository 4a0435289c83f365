import { once } from 'node:events'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import path from 'node:path'
import pino from 'pino'
import { beforeEach, describe, expect, test } from 'vitest'
import { contactApi } from '#contract/contacts/contacts'
import { type Endpoint, pathOf } from '#contract/endpoint'
import type { ErrorCode } from '#contract/errors'
import { sharedDocumentApi } from '#contract/lists/galleries'
import { draftApi } from '#contract/mail/outgoing'
import { testApp } from '../../test/app.ts'
import { slices } from '../app.ts'
import { sentenceOf, toProblem } from './problem.ts'

const logged: { msg: string }[] = []
const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(JSON.parse(line)) })
const { app, as, appContext, sessionOf } = await testApp({}, log)
const cookie = await sessionOf('ADMIN')
const nobody = '0192f0c1-0000-7000-8000-000000000000'
beforeEach(() => void logged.splice(0))

const calls = slices.flatMap(({ api }) => Object.values(api as Record<string, Endpoint>))
const placeOf = (endpoint: Endpoint) =>
  pathOf(endpoint, Object.fromEntries([...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => [name ?? '', nobody])))
const part = '--b\r\ncontent-disposition: form-data; name="file"; filename="x.csv"\r\ncontent-type: text/csv\r\n\r\nx'

describe('a broken or missing form is MALFORMED_BODY and not logged as a fault', () => {
  const uploads = calls.filter((one) => one.upload)
  test.each(uploads.map((one) => [`${one.method} ${one.path}`, one] as const))('%s', async (_, endpoint) => {
    for (const [type, payload] of [
      ['multipart/form-data; boundary=b', part],
      ['multipart/form-data; boundary=b', '--b\r\ncontent-disposition: form-da'],
      ['multipart/form-data; boundary=other', `${part}\r\n--b--\r\n`],
      ['multipart/form-data', `${part}\r\n--b--\r\n`],
    ] as const) {
      const headers = { cookie, 'content-type': type }
      const response = await app.inject({ method: endpoint.method, url: placeOf(endpoint), headers, payload })
      expect([response.statusCode, response.json().code]).toEqual([400, 'MALFORMED_BODY'])
    }
    expect(logged).toEqual([])
  })
})

describe('a text that the database cannot hold', () => {
  test.each(['a\0b', 'a\ud83d'])(
    'is refused in nested fields, exports and queries without being logged',
    async (text) => {
      const add = await as('ADMIN').call(contactApi.add, {
        body: { surname: 'Fluss', addresses: [{ addressType: 'HOME', street: text }] } as never,
      })
      expect([add.status, add.problem.errors?.[0]?.path]).toEqual([400, 'addresses.0.street'])
      const exported = await as('ADMIN').call(contactApi.exportAsResult, {
        body: { text } as never,
        query: {} as never,
      })
      expect([exported.status, exported.problem.code]).toEqual([400, 'VALIDATION'])
      const { statusCode } = await app.inject({ url: `/api/contacts/emails?searchTerm=a%00b`, headers: { cookie } })
      expect(statusCode).toBe(400)
      expect(logged).toEqual([])
    },
  )
})

test.each(['mailboxRef', 'basedOn', 'contactRef'] as const)(
  'a draft with an unknown %s is refused at its field',
  async (field) => {
    const body = { subject: 'Anfrage', [field]: nobody } as never
    const { status, problem } = await as('ADMIN').call(draftApi.add, { body })
    expect([status, problem.errors?.[0]?.path, problem.errors?.[0]?.code]).toEqual([400, field, 'unknownRef'])
    expect(logged).toEqual([])
  },
)

test.each([
  [{ code: '57P01' }, false],
  [{ code: '57P02' }, false],
  [{ code: 'ECONNRESET', syscall: 'read' }, false],
  [{ code: 'EPIPE', syscall: 'write' }, false],
  [{ code: 'ENOENT', syscall: 'connect' }, false],
  [{ message: 'Connection terminated unexpectedly' }, false],
  [{ code: '53100' }, true],
])('an unavailable or full database is answered with UNAVAILABLE: %j', (error, isLogged) => {
  const { problem, fault } = toProblem(Object.assign(new Error(), error), 'DE')
  expect([problem.status, problem.code, fault !== null]).toEqual([503, 'UNAVAILABLE', isLogged])
})

test.each(['22021', '22P05', '22003', '22007', '22008', '22P02'])(
  'a value error of the database is answered with VALIDATION: %s',
  (code) => {
    const { problem, fault } = toProblem(Object.assign(new Error(), { code }), 'DE')
    expect([problem.code, fault]).toEqual(['VALIDATION', null])
  },
)

test('an incoming folder that cannot be written is answered with STORAGE_FAILED and logged', async () => {
  const incoming = path.join(appContext.services.config.dataDir, 'incoming')
  rmSync(incoming, { recursive: true, force: true })
  writeFileSync(incoming, '')
  const { status, problem } = await as('ADMIN').call(sharedDocumentApi.upload, { file: new File(['x'], 'x.txt') })
  expect([status, problem.code, logged.length]).toEqual([503, 'STORAGE_FAILED', 1])
  rmSync(incoming)
  mkdirSync(incoming)
})

/** Sends bytes on a new connection and returns all that comes back until it ends. */
async function answerTo(...pieces: readonly string[]): Promise<string> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  for (const piece of pieces) socket.write(piece)
  let text = ''
  for await (const chunk of socket) text += chunk
  return text
}

describe('a request that Node rejects', () => {
  const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${more}\r\n`
  const post = (more: string) => `POST /api/auth/signin HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${more}`
  test.each([
    ['a length that is none', 400, 'MALFORMED_BODY', post('content-length: abc\r\n\r\n{}')],
    ['two lengths', 400, 'MALFORMED_BODY', post('content-length: 2\r\ncontent-length: 3\r\n\r\n{}')],
    ['a piece without a length', 400, 'MALFORMED_BODY', post('transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n')],
    ['an unknown method', 400, 'MALFORMED_BODY', 'BREW / HTTP/1.1\r\nhost: x\r\n\r\n'],
    ['no HTTP at all', 400, 'MALFORMED_BODY', '\x16\x03\x01\x02\0'],
    ['a head too large', 413, 'PAYLOAD_TOO_LARGE', get('/', `x: ${'a'.repeat(20_000)}\r\n`)],
    ['no host', 400, 'MALFORMED_BODY', 'GET /healthz HTTP/1.1\r\nconnection: close\r\n\r\n'],
  ])('is answered as a problem: %s', async (_, status, code, request) => {
    const answer = await answerTo(request)
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} \\w`))
    expect(head.toLowerCase()).toContain('content-type: application/problem+json; charset=utf-8')
    expect(head.toLowerCase()).toContain('x-content-type-options: nosniff')
    expect(head.toLowerCase()).toContain('cache-control: no-store')
    const problem = JSON.parse(body)
    expect(problem).toMatchObject({ status, code, detail: sentenceOf('DE', 'problem', code as ErrorCode) })
    expect(logged).toEqual([])
  })

  test('is answered in the requested language', async () => {
    expect(await answerTo(post('accept-language: fr-CH\r\ncontent-length: abc\r\n\r\n{}'))).toContain(
      sentenceOf('FR', 'problem', 'MALFORMED_BODY'),
    )
  })

  test('an unknown Expect header is ignored, and HTTP/1.0 needs no host', async () => {
    expect(await answerTo(get('/healthz', 'expect: nonsense\r\n'))).toContain('{"status":"ok"}')
    expect(await answerTo('GET /healthz HTTP/1.0\r\n\r\n')).toContain('{"status":"ok"}')
  })
})

test('clients that disconnect at once are not logged as faults', async () => {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const closed: Promise<unknown>[] = []
  for (let count = 0; count < 100; count++) {
    const socket = connect(port, '127.0.0.1')
    closed.push(once(socket, 'close'))
    // An unknown session is looked up in the database, and the socket is gone by the time of the answer.
    socket.write(
      `GET /api/auth/me HTTP/1.1\r\nhost: x\r\ncookie: session=${String(count).padStart(43, 'A')}\r\n\r\n`,
      () => setTimeout(() => socket.resetAndDestroy(), count % 5),
    )
  }
  await Promise.all(closed)
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
  expect(logged).toEqual([])
})

describe('an upload refused before it was read', () => {
  const head = (more: string, session = cookie) =>
    `POST ${sharedDocumentApi.upload.path} HTTP/1.1\r\nhost: x\r\ncookie: ${session}\r\n${more}\r\n\r\n`
  const form = 'content-type: multipart/form-data; boundary=b'

  test.each([
    ['full disk', 503, 'STORAGE_FAILED'],
    ['no session', 401, 'UNAUTHENTICATED'],
  ])('is answered and its connection closed: %s', async (name, status, code) => {
    const incoming = path.join(appContext.services.config.dataDir, 'incoming')
    if (name === 'full disk') {
      rmSync(incoming, { recursive: true, force: true })
      writeFileSync(incoming, '')
    }
    const session = name === 'no session' ? 'none' : cookie
    // The rest of the body is never sent, and the server must not wait for it.
    const answer = await answerTo(head(`${form}\r\ncontent-length: 9000000`, session), part, 'x'.repeat(3_000_000))
    if (name === 'full disk') rmSync(incoming)
    expect(answer).toContain(`HTTP/1.1 ${status} `)
    expect(answer).toContain(code)
    expect(answer.toLowerCase()).toContain('connection: close')
  })

  test.each([
    ['no file', 400, '1'],
    ['long field', 413, 'x'.repeat(150_000)],
  ])('an upload refused after it was read keeps its connection: %s', async (_, status, value) => {
    const whole = `--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n${value}\r\n--b--\r\n`
    const next = 'GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'
    const answer = await answerTo(head(`${form}\r\ncontent-length: ${whole.length}`), whole, next)
    expect(answer).toContain(`HTTP/1.1 ${status} `)
    expect(answer).toContain('{"status":"ok"}')
  })
})
