import { mkdirSync, readdirSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { userApi } from '#contract/users/users'
import { testApp } from '../../test/app.ts'
import { fileNameOf } from './upload.ts'

const { app, as, appContext, sessionOf } = await testApp({ maxUploadBytes: 1024 * 1024 })
const cookie = await sessionOf('ADMIN')
await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as AddressInfo
const incoming = path.join(appContext.services.config.dataDir, 'incoming')
mkdirSync(incoming)
const left = () => readdirSync(incoming)

const begin = '--b\r\ncontent-disposition: form-data; name="file"; filename="big.txt"\r\n\r\n'
const gigabytes = 2 * 1024 ** 3

/** Sends an endless file until the server answers; returns how much the server took. */
async function sendEndlessly(headers: Record<string, string | number>) {
  const request = http.request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/api/shared-documents',
    headers: { cookie, 'content-type': 'multipart/form-data; boundary=b', ...headers },
  })
  const answered = new Promise<{ status: number; body: string }>((resolve, reject) => {
    request.on('error', reject)
    request.on('response', (response) => {
      let body = ''
      response.setEncoding('utf8').on('data', (text: string) => {
        body += text
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }))
    })
  })
  let done = false
  let sent = 0
  const ended = answered.finally(() => {
    done = true
  })
  request.write(begin)
  while (!done && sent < gigabytes) {
    sent += 64 * 1024
    if (!request.write('x'.repeat(64 * 1024)))
      await Promise.race([ended, new Promise((ok) => request.once('drain', ok))])
    await sleep(1)
  }
  const answer = await ended
  request.destroy()
  return { ...answer, sent }
}

test.each([
  ['announced', { 'content-length': gigabytes }],
  ['unannounced', { 'transfer-encoding': 'chunked' }],
])('an upload of 2 GB with %s length is refused early and leaves no file', async (_, headers) => {
  const { status, body, sent } = await sendEndlessly(headers)
  expect(status).toBe(413)
  expect(JSON.parse(body)).toMatchObject({ code: 'PAYLOAD_TOO_LARGE' })
  expect(sent).toBeLessThan(64 * 1024 * 1024)
  await expect.poll(left).toEqual([])
})

test('an upload that is cut off leaves no file', async () => {
  const request = http.request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/api/shared-documents',
    headers: { cookie, 'content-type': 'multipart/form-data; boundary=b' },
  })
  request.on('error', () => {})
  request.write(begin + 'x'.repeat(100_000))
  await expect.poll(() => left().length).toBe(1)
  request.destroy()
  await expect.poll(left).toEqual([])
})

test('a file name keeps its quotation marks, which forms encode', async () => {
  const form = new FormData()
  form.append('file', new Blob(['Preise']), 'Angebot "Müller".txt')
  const sent = await fetch(`http://127.0.0.1:${port}/api/shared-documents`, {
    method: 'POST',
    headers: { cookie },
    body: form,
  })
  expect(await sent.json()).toMatchObject({ result: 'OK', document: { name: 'Angebot "Müller".txt' } })
})

test('a file name loses its path, invisible characters and excess length', () => {
  expect(fileNameOf('../../x')).toBe('x')
  expect(fileNameOf('a\u0308.txt')).toBe('ä.txt')
  expect(fileNameOf('  \u202e ')).toBe('file')
  expect(fileNameOf(undefined)).toBe('file')
  expect(fileNameOf(`${'🔥'.repeat(300)}.jpg`)).toHaveLength(254)
  expect(fileNameOf(`${'🔥'.repeat(300)}.jpg`).isWellFormed()).toBe(true)
})

test('an upload by a user who is disabled meanwhile is refused and leaves no file', async () => {
  const username = 'slow'
  const body = { username, password: 'correct horse', roles: ['ADMIN'] }
  const { answer: user } = await as('ADMIN').call(userApi.add, { body })
  const request = http.request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/api/shared-documents',
    headers: { cookie: await sessionOf(username), 'content-type': 'multipart/form-data; boundary=b' },
  })
  const answered = new Promise<number>((resolve) => request.on('response', ({ statusCode = 0 }) => resolve(statusCode)))
  request.write(`${begin}some text`)
  await expect.poll(left).toHaveLength(1)
  const change = { version: user.version, username, roles: user.roles, disabled: true }
  expect((await as('ADMIN').call(userApi.update, { params: { id: user.id }, body: change })).status).toBe(200)
  request.end('\r\n--b--\r\n')
  expect(await answered).toBe(401)
  expect(left()).toEqual([])
})
