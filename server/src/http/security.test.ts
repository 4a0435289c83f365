import { existsSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { callApi } from '#contract/calls/calls'
import { channel } from '#contract/live'
import { authApi } from '#contract/users/users'
import { testApp, testPassword } from '../../test/app.ts'

const { app, database, sessionOf, signIn } = await testApp()
const isBuilt = existsSync(path.resolve(import.meta.dirname, '../../../web/dist/index.html'))
const cookie = await sessionOf('USER')

describe('a changing request from another site', () => {
  const from = async (headers: Record<string, string>, method: 'POST' | 'GET' | 'PUT' | 'DELETE' = 'POST') => {
    const response = await app.inject({
      method,
      url: method === 'POST' ? '/api/contacts/_search' : '/api/contacts/00000000-0000-4000-8000-000000000000',
      headers: { cookie, host: 'crm.example.com', ...headers },
      ...(method === 'POST' ? { payload: {} } : {}),
    })
    return { status: response.statusCode, code: response.json().code }
  }

  test.each([
    'https://evil.example',
    'https://crm.example.com.evil.example',
    'https://evil.example?crm.example.com',
    'https://crm.example.com:8443',
    'null',
    'nonsense',
    '',
  ])('with the origin %j is refused', async (origin) => {
    expect(await from({ origin })).toEqual({ status: 403, code: 'FOREIGN_ORIGIN' })
    expect(await from({ origin }, 'PUT')).toEqual({ status: 403, code: 'FOREIGN_ORIGIN' })
    expect(await from({ origin }, 'DELETE')).toEqual({ status: 403, code: 'FOREIGN_ORIGIN' })
  })

  test('is refused by Sec-Fetch-Site, too', async () => {
    expect((await from({ 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await from({ 'sec-fetch-site': 'same-site' })).status).toBe(403)
  })

  test('is accepted when the site is the own one', async () => {
    expect((await from({ origin: 'https://crm.example.com' })).status).toBe(200)
    expect((await from({ origin: 'http://crm.example.com', 'sec-fetch-site': 'same-origin' })).status).toBe(200)
  })

  test('is accepted from a program without an origin, and reading is open', async () => {
    expect((await from({})).status).toBe(200)
    expect((await from({ 'sec-fetch-site': 'none' })).status).toBe(200)
    expect((await from({ origin: 'https://evil.example' }, 'GET')).status).toBe(404)
  })

  test('that signs in is refused before it is counted', async () => {
    const response = await app.inject({
      method: 'POST',
      url: authApi.signIn.path,
      headers: { origin: 'https://evil.example' },
      payload: { username: 'USER', password: `not ${testPassword}` },
    })
    expect(response.statusCode).toBe(403)
    expect(response.cookies).toEqual([])
    expect(await database.kysely.selectFrom('login_failure').select('failures').execute()).toEqual([])
  })

  test('is refused even without a Host header', async () => {
    for (const origin of ['null', 'nonsense']) expect((await from({ origin, host: '' })).status).toBe(403)
  })

  test('by a link cannot fetch mail, although that call is a GET', async () => {
    const fetching = async (headers: Record<string, string>) =>
      (await app.inject({ url: '/api/mailboxes/import', headers: { cookie, host: 'crm.example.com', ...headers } }))
        .statusCode
    expect(await fetching({ 'sec-fetch-site': 'cross-site' })).toBe(403)
    expect(await fetching({ 'sec-fetch-site': 'same-site', referer: 'https://crm.example.com/' })).toBe(403)
    expect(await fetching({ origin: 'https://evil.example' })).toBe(403)
    expect(await fetching({ referer: 'https://evil.example/page' })).toBe(403)
    expect(await fetching({ 'sec-fetch-site': 'same-origin', referer: 'https://crm.example.com/inbox' })).toBe(200)
    expect(await fetching({ 'sec-fetch-site': 'none' })).toBe(200)
    expect(await fetching({})).toBe(200)
  })

  test('is judged by the public URL behind a proxy', async () => {
    const proxied = await testApp({ publicUrl: new URL('https://public.example.com') })
    const own = { origin: 'https://public.example.com', host: 'internal:8080' }
    expect((await proxied.app.inject({ method: 'POST', url: '/logout', headers: own })).statusCode).toBe(204)
  })
})

describe('every answer', () => {
  const urls = ['/%', '/api/%E0%A4%A', '/api/auth/me', '/api/nowhere', '/healthz', '/api/openapi.json', '/contacts']

  test.each(urls)('%s has the security headers', async (url) => {
    const { headers } = await app.inject({ url })
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    })
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    expect(headers['x-powered-by']).toBeUndefined()
    expect(headers.server).toBeUndefined()
  })

  test.runIf(isBuilt)('to a page has a fresh nonce for scripts and styles', async () => {
    const nonces = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const policy = String((await app.inject({ url: '/login' })).headers['content-security-policy'])
        const [script, style] = ['script-src', 'style-src'].map(
          (name) => new RegExp(`${name} 'self' 'nonce-([^']+)'`).exec(policy)?.[1],
        )
        expect(script).toBe(style)
        return script
      }),
    )
    expect(nonces[0]?.length).toBeGreaterThan(20)
    expect(new Set(nonces).size).toBe(20)
  })

  test.runIf(isBuilt)('to a page supports HEAD', async () => {
    const head = await app.inject({ method: 'HEAD', url: '/login' })
    expect([head.statusCode, head.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect((await app.inject({ method: 'HEAD', url: '/api/nowhere' })).statusCode).toBe(404)
  })

  test('of the API is not cached', async () => {
    const { headers } = await app.inject({ url: '/api/auth/me', headers: { cookie } })
    expect(headers['cache-control']).toBe('no-store')
  })

  test('has Strict-Transport-Security only when the public URL is HTTPS', async () => {
    const secure = await testApp({ publicUrl: new URL('https://crm.example.com') })
    expect((await secure.app.inject({ url: '/healthz' })).headers['strict-transport-security']).toContain('max-age')
    expect((await app.inject({ url: '/healthz' })).headers['strict-transport-security']).toBeUndefined()
  })
})

describe('the rate limit', () => {
  const left = async (headers: Record<string, string>, { method = 'GET', url = '/api/auth/me' } = {}) => {
    const response = await app.inject({
      method: method as 'GET',
      url,
      headers,
      remoteAddress: '192.0.2.200',
      ...(method === 'POST' ? { payload: {} } : {}),
    })
    return Number(response.headers['x-ratelimit-remaining'])
  }

  test('counts each session separately, and all requests without one by address', async () => {
    const [one, other] = [{ cookie }, { cookie: await sessionOf('ADMIN') }]
    const ofOne = await left(one)
    const ofOther = await left(other)
    expect([await left(one), await left(other)]).toEqual([ofOne - 1, ofOther - 1])
    const ofNobody = await left({})
    expect(await left({ cookie: 'session=made-up' })).toBe(ofNobody - 1)
    expect(await left(one)).toBe(ofOne - 2)
  })

  test('knows a new session at its first request, even after somebody signed in', async () => {
    const ofNobody = await left({})
    const fresh = { cookie: await sessionOf('USER') }
    const ofFresh = await left(fresh)
    expect(ofFresh).toBeGreaterThan(ofNobody)
    await signIn('ADMIN')
    expect(await left(fresh)).toBe(ofFresh - 1)
    expect(await left({})).toBe(ofNobody - 1)
  })

  test('of a single call counts each session separately, too', async () => {
    const { method, path: url } = callApi.dial
    const [one, other] = [{ cookie: await sessionOf('USER') }, { cookie: await sessionOf('USER') }]
    expect(await left(one, { method, url })).toBe(29)
    expect(await left(one, { method, url })).toBe(28)
    expect(await left(other, { method, url })).toBe(29)
  })

  test('counts an ended session as none', async () => {
    const ended = { cookie: await sessionOf('USER') }
    const before = await left(ended)
    await app.inject({ method: 'POST', url: '/logout', headers: ended })
    const ofNobody = await left({})
    expect(ofNobody).toBeLessThan(before)
    expect(await left(ended)).toBe(ofNobody - 1)
  })

  describe('an address that spends its limit on made-up sessions', () => {
    const from = '192.0.2.77'
    const status = async (headers: Record<string, string>, url = '/api/auth/me') =>
      (await app.inject({ url, headers, remoteAddress: from })).statusCode
    const channelOf = (headers: Record<string, string>) => status(headers, channel.path)
    let seen: { cookie: string }
    beforeAll(async () => {
      seen = { cookie: await sessionOf('USER') }
      expect(await status(seen)).toBe(200)
      for (let sent = 0; sent < 6000; sent += 200) {
        await Promise.all(Array.from({ length: 200 }, (_, at) => status({ cookie: `session=made-up-${sent + at}` })))
      }
    })

    test('is refused without further questions to the database', async () => {
      expect(await status({ cookie: 'session=one-more' })).toBe(429)
      // not even for a session that exists
      expect(await status({ cookie: await sessionOf('USER') })).toBe(429)
      expect(await status({})).toBe(429)
    })

    test('keeps access for sessions seen before, even after somebody signed in', async () => {
      expect(await status(seen)).toBe(200)
      await signIn('ADMIN')
      expect(await status(seen)).toBe(200)
      await signIn('ADMIN')
      expect(await channelOf(seen)).not.toBe(429)
      expect(await channelOf({ cookie: await sessionOf('USER') })).toBe(429)
    })

    test('loses access for a session that has ended', async () => {
      expect(await status(seen)).toBe(200)
      await app.inject({ method: 'POST', url: '/logout', headers: seen })
      expect(await status(seen)).toBe(429)
    })
  })

  test('does not count health checks', async () => {
    const { statusCode, headers } = await app.inject({ url: '/healthz' })
    expect([statusCode, headers['x-ratelimit-remaining']]).toEqual([200, undefined])
  })

  test.runIf(isBuilt)('does not count files of the web client', async () => {
    const page = await app.inject({ url: '/login' })
    const [file = ''] = /\/assets\/[^"]+\.js/.exec(page.body) ?? []
    const { statusCode, headers } = await app.inject({ url: file })
    expect([statusCode, headers['x-ratelimit-remaining']]).toEqual([200, undefined])
  })
})
