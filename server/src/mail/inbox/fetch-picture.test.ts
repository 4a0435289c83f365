import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { isPublicAddress } from '../../http/public-address.ts'
import { fetchPicture } from './fetch-picture.ts'

const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(100)])
const asked: string[] = []
const server = http.createServer((request, response) => {
  const url = request.url ?? ''
  asked.push(url)
  const redirects = /^\/redirect\/(\d+)$/.exec(url)?.[1]
  if (redirects !== undefined) {
    const left = Number(redirects)
    response.writeHead(302, { location: left === 0 ? '/picture' : `/redirect/${left - 1}` }).end()
  } else if (url === '/inward') response.writeHead(302, { location: 'http://10.0.0.1/' }).end()
  else if (url === '/page') response.writeHead(200, { 'content-type': 'text/html' }).end(png)
  else if (url === '/liar') response.writeHead(200, { 'content-type': 'image/png' }).end('<svg onload="x"/>')
  else if (url === '/large') response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.alloc(6_000_000, png))
  else if (url === '/slow') response.writeHead(200, { 'content-type': 'image/png' }).write(png)
  else response.writeHead(200, { 'content-type': 'image/png' }).end(png)
})
await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const here = { allows: (address: string) => address.startsWith('127.') || address === '::1', ms: 700 }

describe('a remote picture', () => {
  test('is fetched, following at most two redirects', async () => {
    expect(await fetchPicture(`${base}/picture`, here)).toEqual({ content: png, mimeType: 'image/png' })
    expect(await fetchPicture(`${base}/redirect/2`, here)).not.toBeNull()
    expect(await fetchPicture(`${base}/redirect/3`, here)).toBeNull()
  })

  test.each(['page', 'liar', 'large', 'slow'])('is refused from /%s', async (path) => {
    expect(await fetchPicture(`${base}/${path}`, here)).toBeNull()
  })

  test('is refused when a redirect points into the own network', async () => {
    expect(await fetchPicture(`${base}/inward`, here)).toBeNull()
  })

  test('is never requested when its host is in the own network', async () => {
    const before = asked.length
    const { port } = new URL(base)
    for (const host of ['127.0.0.1', 'localhost', '2130706433', '0x7f.1', '[::ffff:127.0.0.1]']) {
      expect(await fetchPicture(`http://${host}:${port}/picture`)).toBeNull()
    }
    const byName = { allows: (address: string) => address === '198.51.100.1' }
    expect(await fetchPicture(`http://localhost:${port}/picture`, byName)).toBeNull()
    expect(asked.length).toBe(before)
  })
})

test.each([
  ['8.8.8.8', true],
  ['10.1.2.3', false],
  ['100.64.0.1', false],
  ['127.0.0.1', false],
  ['169.254.169.254', false],
  ['172.20.0.1', false],
  ['192.168.1.1', false],
  ['0.0.0.0', false],
  ['255.255.255.255', false],
  ['2606:4700::1111', true],
  ['::1', false],
  ['::ffff:10.0.0.1', false],
  ['64:ff9b::a00:1', false],
  ['fe80::1', false],
  ['fd00::1', false],
  ['2002:a00:1::', false],
  ['nonsense', false],
])('address %s is public: %s', (address, expected) => {
  expect(isPublicAddress(address)).toBe(expected)
})
