import { once } from 'node:events'
import http, { type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { imageGalleryApi, sharedDocumentApi } from '#contract/lists/galleries'
import { authApi } from '#contract/users/users'
import { testApp } from '../../test/app.ts'

const { app, as, database, sessionOf, withCookie } = await testApp()
const cookie = await sessionOf('USER')
await as('ADMIN').call(sharedDocumentApi.upload, { file: new File(['0123456789'], 'ziffern.txt') })

const get = (headers: Record<string, string>, url = '/api/shared-documents/ziffern.txt') =>
  app.inject({ url, headers: { cookie, 'accept-encoding': 'gzip', ...headers } })

test.each([
  ['bytes=2-4', '234', 'bytes 2-4/10'],
  ['bytes=7-', '789', 'bytes 7-9/10'],
  ['bytes=-3', '789', 'bytes 7-9/10'],
  ['bytes=8-99', '89', 'bytes 8-9/10'],
])('the range %s is answered with %s', async (range, text, answered) => {
  const response = await get({ range })
  expect(response.statusCode).toBe(206)
  expect(response.body).toBe(text)
  expect(response.headers['content-range']).toBe(answered)
})

test.each(['bytes=10-', 'bytes=5-2', 'bytes=-0'])('the range %s is not satisfiable', async (range) => {
  const response = await get({ range })
  expect(response.json()).toMatchObject({ code: 'RANGE_NOT_SATISFIABLE', status: 416 })
  expect(response.headers['content-range']).toBe('bytes */10')
})

test.each(['bytes=0-1,4-5', 'lines=1-2', 'bytes=-', 'bytes=x'])(
  'the range %s is ignored and the whole file answered',
  async (range) => {
    const response = await get({ range })
    expect(response.statusCode).toBe(200)
    expect(response.body).toBe('0123456789')
  },
)

test('an unchanged file is answered with 304, and a range of a changed file with the whole file', async () => {
  const { headers } = await get({})
  const tag = String(headers.etag)
  for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
    expect((await get({ 'if-none-match': known })).statusCode, known).toBe(304)
  }
  expect((await get({ 'if-none-match': '"other"' })).statusCode).toBe(200)
  expect((await get({ range: 'bytes=1-1', 'if-range': String(headers.etag) })).statusCode).toBe(206)
  expect((await get({ range: 'bytes=1-1', 'if-range': '"other"' })).statusCode).toBe(200)
})

test('a preview is shown inline when safe, sandboxed without scripts', async () => {
  const shown = await get({}, '/api/shared-documents/ziffern.txt?isPreview=true')
  expect(shown.headers['content-disposition']).toMatch(/^inline;/)
  expect(shown.headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(shown.headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/)
  const office = Buffer.from('PK\x03\x04 [Content_Types].xml word/document.xml', 'latin1')
  const { answer } = await as('ADMIN').call(sharedDocumentApi.upload, {
    file: new File([new Uint8Array(office)], 'brief.docx'),
  })
  expect(answer.document?.documentKind).toBe('WORD')
  const saved = await get({}, '/api/shared-documents/brief.docx?isPreview=true')
  expect(saved.headers['content-disposition']).toMatch(/^attachment;/)
})

test('an SVG without scripts is an image and shown sandboxed', async () => {
  const svg = '<?xml version="1.0"?><!-- logo --><svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>'
  const { answer } = await as('ADMIN').call(imageGalleryApi.upload, { file: new File([svg], 'logo.svg') })
  expect(answer).toMatchObject({ result: 'OK', document: { mimeType: 'image/svg+xml', documentKind: 'IMAGE' } })
  const shown = await get({}, '/api/image-gallery/logo.svg?isPreview=true')
  expect(shown.headers['content-security-policy']).toContain('sandbox')
  expect(shown.headers['content-security-policy']).not.toContain('script-src')
})

test('a long download ends at once with the session or the permission of its reader, and outlasts those of others', async () => {
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const size = 30_000_000
  await as('ADMIN').call(sharedDocumentApi.upload, { file: new File(['x'.repeat(size)], 'lang.txt') })
  const path = '/api/shared-documents/lang.txt'
  /** Begins a download and returns a function that reads the rest and tells whether it was complete. */
  async function begin(session: string, headers = {}) {
    const request = http.get({ port, host: '127.0.0.1', path, headers: { cookie: session, ...headers } })
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    expect(response.statusCode).toBeLessThan(300)
    onTestFinished(() => void request.destroy())
    const ended = new Promise((resolve) => response.once('close', resolve))
    response.on('error', () => {})
    return async () => {
      response.resume()
      await ended
      return response.complete
    }
  }
  const [leaving, losing, staying] = [await sessionOf('USER'), await sessionOf('USER'), await sessionOf('ADMIN')]
  const cut = [await begin(leaving), await begin(leaving, { range: 'bytes=5-29000000' })]
  const [lost, kept] = [await begin(losing), await begin(staying)]
  await withCookie(leaving).call(authApi.signOut, {})
  expect(await Promise.all(cut.map((rest) => rest()))).toEqual([false, false])
  await database.pool.query(`update role set permissions = '{}' where name = 'USER'`)
  expect(await lost()).toBe(false)
  expect(await kept()).toBe(true)
})
