import { createHash, randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, expect, test } from 'vitest'
import { sharedDocumentApi } from '#contract/lists/galleries'
import { testApp } from '../../test/app.ts'
import type { S3Settings } from '../config.ts'
import { StorageError } from './file-store.ts'
import { s3Store } from './s3-store.ts'
import { sign } from './signature-v4.ts'

/** A stand-in for an S3 service: it keeps objects in memory, checks signatures, and misbehaves when told to. */
const objects = new Map<string, Buffer>()
type Misbehaviour = (request: http.IncomingMessage, response: http.ServerResponse) => boolean
let misbehave: Misbehaviour = () => false
const server = http.createServer(async (request, response) => {
  const url = new URL(request.url ?? '', settings.endpoint)
  if (misbehave(request, response)) return
  const body = request.method === 'PUT' ? await buffer(request).catch(() => null) : Buffer.alloc(0)
  if (!body) return
  const signed = String(request.headers['x-amz-content-sha256'])
  const { authorization } = signedAgain(request, url, signed)
  if (authorization !== request.headers.authorization)
    return response.writeHead(403).end('<Code>SignatureDoesNotMatch</Code>')
  if (createHash('sha256').update(body).digest('hex') !== signed) return response.writeHead(400).end()
  const key = url.pathname.replace('/crm files/', '').replace('/crm%20files/', '')
  const object = objects.get(key)
  if (request.method === 'PUT') {
    if (request.headers['content-length'] === undefined) return response.writeHead(411).end()
    objects.set(key, body)
    return response.end()
  }
  if (request.method === 'DELETE') return response.writeHead(objects.delete(key) ? 204 : 404).end()
  if (url.searchParams.has('list-type')) return response.end(listing(url))
  if (!object) return response.writeHead(404).end('<Code>NoSuchKey</Code>')
  const [, from, to] = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '') ?? []
  const part = from === undefined ? object : object.subarray(Number(from), Number(to) + 1)
  response.writeHead(from === undefined ? 200 : 206, { 'content-length': part.length })
  return response.end(request.method === 'HEAD' ? undefined : part)
})
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))

const settings: S3Settings = {
  endpoint: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
  bucket: 'crm files',
  accessKey: 'key',
  secretKey: 'secret',
  region: 'eu-central-1',
}

function signedAgain(request: http.IncomingMessage, url: URL, contentHash: string) {
  const at = String(request.headers['x-amz-date']).replace(
    /(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/,
    '$1-$2-$3T$4:$5:$6Z',
  )
  const headers: Record<string, string> = request.headers.range ? { range: request.headers.range } : {}
  return sign({ method: request.method ?? '', url, headers, contentHash }, settings, new Date(at))
}

/** Returns a listing with two objects per page, where a real service has a thousand. */
function listing(url: URL): string {
  const after = url.searchParams.get('continuation-token') ?? ''
  const keys = [...objects.keys()].sort().filter((key) => key > after)
  const page = keys.slice(0, 2)
  const contents = page.map(
    (key) =>
      `<Contents><Key>${key}</Key><LastModified>2026-11-21T06:00:00.000Z</LastModified><Size>${objects.get(key)?.length}</Size></Contents>`,
  )
  const more =
    keys.length > 2 ? `<IsTruncated>true</IsTruncated><NextContinuationToken>${page[1]}</NextContinuationToken>` : ''
  return `<?xml version="1.0"?><ListBucketResult>${contents.join('')}${more}</ListBucketResult>`
}

const spool = await mkdtemp(path.join(tmpdir(), 'glut-s3-'))
const store = s3Store(settings, spool, { attempts: 2, pauseMs: 10, answerMs: 300 })
const { as } = await testApp({}, undefined, { files: store })
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await rm(spool, { recursive: true })
})
afterEach(() => {
  misbehave = () => false
  expect(readdirSync(spool)).toEqual([])
})

test('stored content is read back, whole and in parts', async () => {
  const content = randomBytes(3_000_000)
  const { hash, size } = await store.put(Readable.from([content]))
  expect(size).toBe(3_000_000)
  expect(await store.size(hash)).toBe(3_000_000)
  expect((await buffer(await store.open(hash))).equals(content)).toBe(true)
  expect((await buffer(await store.open(hash, { from: 10, to: 19 }))).equals(content.subarray(10, 20))).toBe(true)
})

test('all contents are listed, and removing one twice is no error', async () => {
  const put = await Promise.all(['a', 'b', 'c', 'd'].map((text) => store.put(Readable.from([Buffer.from(text)]))))
  const listed = await Readable.from(store.list()).toArray()
  expect(listed.map(({ hash }: { hash: string }) => hash)).toEqual(expect.arrayContaining(put.map(({ hash }) => hash)))
  const hash = put[0]?.hash ?? ''
  await store.remove(hash)
  await store.remove(hash)
  expect(await store.size(hash)).toBeNull()
})

test('the store is ready only while the service answers', async () => {
  await store.ready()
  misbehave = (_, response) => Boolean(response.writeHead(403).end('<Code>AccessDenied</Code>'))
  await expect(store.ready()).rejects.toThrow('the S3 service answers 403 AccessDenied')
})

const misbehaviours: [string, Misbehaviour][] = [
  ['answers 500', (_, response) => Boolean(response.writeHead(500).end('<Code>InternalError</Code>'))],
  ['hangs', () => true],
  ['dies in the middle of the upload', (request) => Boolean(request.once('data', () => request.socket.destroy()))],
]

test.each(misbehaviours)(
  'a service that %s: STORAGE_FAILED, nothing is lost and the next try succeeds',
  async (name, how) => {
    const content = `a document for a service that ${name}`.repeat(500)
    const before = objects.size
    misbehave = how
    const upload = () => as('ADMIN').call(sharedDocumentApi.upload, { file: new File([content], `${name}.txt`) })
    expect((await upload()).answer).toMatchObject({ result: 'STORAGE_FAILED', document: null })
    expect(objects.size).toBe(before)
    misbehave = () => false
    expect((await upload()).answer).toMatchObject({ result: 'OK' })
    const { response } = await as('USER').call(sharedDocumentApi.download, { params: { name: `${name}.txt` } })
    expect(response.body).toBe(content)
  },
)

test('a failed request is repeated once', async () => {
  let disturbed = 0
  misbehave = (_, response) => disturbed++ === 0 && Boolean(response.writeHead(503).end())
  await store.put(Readable.from([Buffer.from('second attempt')]))
  expect(disturbed).toBeGreaterThan(1)
})

test('a download that breaks off is an error', async () => {
  const { hash } = await store.put(Readable.from([Buffer.alloc(500_000, 7)]))
  misbehave = (_, response) => {
    response.writeHead(200, { 'content-length': 500_000 })
    response.write(Buffer.alloc(1000, 7), () => response.destroy())
    return true
  }
  await expect(store.open(hash).then(buffer)).rejects.toThrow()
})

test('a download that stalls is given up', async () => {
  const { hash } = await store.put(Readable.from([Buffer.alloc(500_000, 8)]))
  let closed: Promise<unknown> = Promise.resolve()
  misbehave = (_, response) => {
    response.writeHead(200, { 'content-length': 500_000 })
    response.write(Buffer.alloc(1000, 8))
    closed = new Promise((done) => response.once('close', done))
    return true
  }
  await expect(store.open(hash).then(buffer)).rejects.toThrow('the S3 service fell silent in the middle of its answer')
  await closed
  await expect(Readable.from(store.list()).toArray()).rejects.toThrow('fell silent')
})

test('a slow reader of a download is waited for', async () => {
  const content = randomBytes(2_000_000)
  const { hash } = await store.put(Readable.from([content]))
  const stream = await store.open(hash)
  const pieces: Buffer[] = []
  for await (const piece of stream) {
    if (pieces.length === 0) await sleep(500)
    pieces.push(piece)
  }
  expect(Buffer.concat(pieces).equals(content)).toBe(true)
})

test('a document whose content cannot be read is answered with STORAGE_FAILED', async () => {
  await as('ADMIN').call(sharedDocumentApi.upload, { file: new File(['content'], 'da.txt') })
  misbehave = (_, response) => Boolean(response.writeHead(500).end())
  const { problem } = await as('USER').call(sharedDocumentApi.download, { params: { name: 'da.txt' } })
  expect(problem).toMatchObject({ code: 'STORAGE_FAILED', status: 503 })
  misbehave = () => false
})

test('a wrong secret key is refused by the service', async () => {
  const wrong = s3Store({ ...settings, secretKey: 'other' }, spool)
  await expect(wrong.put(Readable.from(['x']))).rejects.toThrow(StorageError)
})
