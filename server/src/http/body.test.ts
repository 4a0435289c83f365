import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { contactApi } from '#contract/contacts/contacts'
import { userApi } from '#contract/users/users'
import { testApp } from '../../test/app.ts'
import { maxJsonBytes, maxJsonDepth } from './body.ts'

const { app, database, as, sessionOf } = await testApp()
const user = as('USER')
const cookie = await sessionOf('USER')

/** Sends raw bytes to the search. */
async function send(payload: Buffer | string, headers: Record<string, string> = {}) {
  const response = await app.inject({
    method: 'POST',
    url: '/api/contacts/_search',
    headers: { cookie, 'content-type': 'application/json', ...headers },
    payload,
  })
  return { status: response.statusCode, code: response.json().code }
}
const gzip = { 'content-encoding': 'gzip' }

describe('a gzip body', () => {
  test('is read', async () => {
    const payload = gzipSync(JSON.stringify({ givenName: 'Gzip', surname: 'Körper' }))
    const response = await app.inject({
      method: 'POST',
      url: '/api/contacts',
      headers: { cookie, 'content-type': 'application/json', ...gzip },
      payload,
    })
    expect(response.json()).toMatchObject({ fullName: 'Gzip Körper' })
  })

  test('that is missing despite its header is accepted', async () => {
    for (const url of ['/api/auth/me', '/api/users']) {
      expect((await app.inject({ url, headers: { cookie, ...gzip } })).statusCode).toBe(200)
    }
    const answer = await app.inject({ method: 'POST', url: '/logout', headers: gzip })
    expect(answer.statusCode).toBe(204)
    const typed = { ...gzip, 'content-type': 'application/json' }
    expect((await app.inject({ method: 'POST', url: '/logout', headers: typed })).statusCode).toBe(204)
    const empty = await app.inject({ method: 'POST', url: '/logout', headers: typed, payload: gzipSync('') })
    expect(empty.statusCode).toBe(204)
  })

  test('that is plain despite its header is accepted', async () => {
    expect(await send(JSON.stringify({ surname: 'x' }), gzip)).toMatchObject({ status: 200 })
  })

  test('that is broken is malformed', async () => {
    const whole = gzipSync(JSON.stringify({ surname: 'x'.repeat(1000) }))
    const broken = Buffer.from(whole)
    broken.fill(0xff, 12, 24)
    for (const payload of [whole.subarray(0, whole.length - 12), broken, Buffer.from([0x1f, 0x8b, 8, 0])]) {
      expect(await send(payload, gzip)).toEqual({ status: 400, code: 'MALFORMED_BODY' })
    }
  })

  test('that unpacks beyond the limit is refused without using much memory', async () => {
    const bomb = gzipSync(Buffer.alloc(500 * 1024 * 1024), { level: 1 })
    expect(bomb.length).toBeLessThan(maxJsonBytes)
    const before = process.memoryUsage().rss
    expect(await send(bomb, gzip)).toEqual({ status: 413, code: 'PAYLOAD_TOO_LARGE' })
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024)
  })
})

describe('an invalid body', () => {
  test('nested 100,000 deep is refused, and at the limit it is read', async () => {
    expect(await send('['.repeat(100_000))).toEqual({ status: 400, code: 'MALFORMED_BODY' })
    expect(await send(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`)).toEqual({
      status: 400,
      code: 'MALFORMED_BODY',
    })
    expect((await send(`{"x":${'['.repeat(maxJsonDepth - 1)}${']'.repeat(maxJsonDepth - 1)}}`)).status).toBe(200)
    expect((await send(`{"surname":"${'['.repeat(200)}"}`)).status).toBe(200)
  })

  test.each(['{', '{"surname":}', 'surname=x', "{'surname': 'x'}", '{"surname":"x"}}', '\ufeff', 'NaN'])(
    '%j is malformed',
    async (payload) => {
      expect(await send(payload)).toEqual({ status: 400, code: 'MALFORMED_BODY' })
    },
  )

  test.each([
    'null',
    '[]',
    '1',
    '"x"',
    '',
    '{"surname":1}',
    '{"page":0}',
    '{"pageSize":1001}',
    '{"page":1e300}',
    '{"page":1.5}',
  ])('%j is refused with VALIDATION', async (payload) => {
    expect(await send(payload)).toEqual({ status: 400, code: 'VALIDATION' })
  })

  test('of another content type is refused', async () => {
    for (const kind of [
      'text/xml',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'nonsense',
    ]) {
      expect(await send('surname=x', { 'content-type': kind })).toEqual({ status: 415, code: 'UNSUPPORTED_MEDIA' })
    }
  })

  test('over the limit is too large', async () => {
    const payload = JSON.stringify({ surname: 'x'.repeat(maxJsonBytes) })
    expect(await send(payload)).toEqual({ status: 413, code: 'PAYLOAD_TOO_LARGE' })
  })

  test('cannot change a prototype', async () => {
    const payload =
      '{"givenName":"x","__proto__":{"surname":"y","polluted":true},"constructor":{"prototype":{"polluted":true}}}'
    expect((await send(payload)).status).toBe(200)
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
    const value = JSON.parse('{"__proto__":{"x":1},"order":[]}')
    const named = await user.call(userApi.saveTablePreferences, { params: { tableId: '__proto__' }, body: { value } })
    expect(named.status).toBe(400)
    expect(({} as { order?: unknown }).order).toBeUndefined()
  })

  test.each(['__proto__', '\\u005f_proto__', '__prot\\u006f__'])('loses members named %s', async (name) => {
    const save = await app.inject({
      method: 'PUT',
      url: '/api/users/own/table-preferences/proto',
      headers: { cookie, 'content-type': 'application/json' },
      payload: `{"value":{"inner":{"${name}":{"polluted":true},"order":[1]}}}`,
    })
    expect(save.statusCode).toBe(204)
    const kept = await app.inject({ url: '/api/users/own/table-preferences', headers: { cookie } })
    expect(kept.body).toBe('{"proto":{"inner":{"order":[1]}}}')
  })
})

describe('a text that PostgreSQL cannot hold', () => {
  test('with NUL is refused in every field of a contact', async () => {
    const texts = ['title', 'givenName', 'surname', 'companyName', 'remarks']
    for (const field of texts) {
      const { status, problem } = await user.call(contactApi.add, { body: { surname: 'x', [field]: 'a\0b' } })
      expect([status, problem.code], field).toEqual([400, 'VALIDATION'])
    }
    const address = { addressType: 'HOME', street: 'a\0b' } as const
    expect((await user.call(contactApi.add, { body: { surname: 'x', addresses: [address] } })).status).toBe(400)
  })

  test('with NUL is refused in every search field and in addresses', async () => {
    const fields = ['givenName', 'surname', 'company', 'street', 'zipCode', 'city', 'country', 'emailAddress']
    for (const field of fields) {
      expect((await user.call(contactApi.search, { body: { [field]: 'a\0b' } })).status, field).toBe(400)
    }
    expect((await user.call(contactApi.search, { body: { phoneNumber: '\0' } })).status).toBe(400)
    expect((await user.call(contactApi.emails, { query: { searchTerm: 'a\0b' } })).status).toBe(400)
    expect((await user.call(contactApi.whichIsSupplierOrReseller, { query: { recipients: 'a\0@b' } })).status).toBe(400)
  })

  test('with half a surrogate pair is refused', async () => {
    const { status, problem } = await user.call(contactApi.add, { body: { surname: 'a\ud800b' } })
    expect([status, problem.errors?.[0]?.path]).toEqual([400, 'surname'])
    expect((await user.call(contactApi.search, { body: { surname: '\udc00' } })).status).toBe(400)
    const kept = await user.call(userApi.saveTablePreferences, {
      params: { tableId: 'x' },
      body: { value: { a: '\ud800' } },
    })
    expect(kept.status).toBe(400)
  })

  test('with rare characters is kept as it is', async () => {
    for (const text of [
      '日本語',
      'مرحبا',
      '👩‍👩‍👧‍👦',
      'Zoë',
      'ﬁ',
      "O'Brien; drop table contact",
      '\u202eevil',
      '\\',
      '%_',
    ]) {
      const { answer } = await user.call(contactApi.add, { body: { surname: text } })
      expect(answer.surname).toBe(text)
    }
    const { rows } = await sql`select from contact limit 1`.execute(database.kysely)
    expect(rows.length).toBe(1)
  })
})

describe('numbers and ids out of range', () => {
  const ids = [
    'x',
    '1',
    '0',
    '-1',
    'null',
    'undefined',
    "'",
    '00000000-0000-0000-0000-00000000000g',
    '%00',
    '..%2f..%2fetc',
  ]
  test.each([...ids, 'a'.repeat(190)])('%j is no valid id', async (id) => {
    for (const path of ['', '/history', '/addresses/1']) {
      const response = await app.inject({ url: `/api/contacts/${id}${path}`, headers: { cookie } })
      expect([response.statusCode, response.json().code]).toEqual([400, 'VALIDATION'])
    }
  })

  test('a path that cannot be decoded is answered as a problem', async () => {
    const response = await app.inject({ url: '/api/contacts/%zz', headers: { cookie } })
    expect(response.statusCode).toBe(400)
    expect(response.headers['content-type']).toContain('application/problem+json')
  })

  test.each([0, -1, 1.5, 2 ** 31, 2 ** 53, 1e300])('an update with version %d changes nothing', async (version) => {
    const { answer: made } = await user.call(contactApi.add, { body: { surname: 'x' } })
    const { status } = await user.call(contactApi.update, {
      params: { id: made.id },
      body: { ...made, version, surname: 'y' },
    })
    expect([400, 409]).toContain(status)
    expect((await user.call(contactApi.get, { params: { id: made.id } })).answer.surname).toBe('x')
  })

  test('a version that no row can have is refused with its field', async () => {
    const { answer: made } = await user.call(contactApi.add, { body: { surname: 'x' } })
    const { problem } = await user.call(contactApi.update, {
      params: { id: made.id },
      body: { ...made, version: 3_000_000_000 },
    })
    expect([problem.code, problem.errors?.map(({ path }) => path)]).toEqual(['VALIDATION', ['version']])
  })

  test.each(['2024-02-30', '2023-02-29', '0000-01-01', '99999-01-01', '01.02.2024', '2024-1-1', ''])(
    '%j is no valid birth date',
    async (birthdate) => {
      expect((await user.call(contactApi.add, { body: { surname: 'x', birthdate } })).status).toBe(400)
    },
  )

  test('a page far behind the last one is empty', async () => {
    const { answer } = await user.call(contactApi.search, { body: { page: 1_000_000, pageSize: 1000 } })
    expect(answer.contacts).toEqual([])
    expect(
      (await app.inject({ url: '/api/contacts/x?before=9'.replace('x', crypto.randomUUID()), headers: { cookie } }))
        .statusCode,
    ).toBe(404)
  })
})
