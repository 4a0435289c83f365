import { setImmediate as turn } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { contactApi } from '#contract/contacts/contacts'
import { listedEncounterApi } from '#contract/contacts/listed-encounters'
import type { Endpoint } from '#contract/endpoint'
import { openActors } from '../src/http/actors.ts'
import type { Ctx } from '../src/http/context.ts'
import { forgetOldAnswers } from '../src/http/idempotency.ts'
import { serveOpenApi } from '../src/http/openapi.ts'
import { routes } from '../src/http/routes.ts'
import { accessKeyFactory } from './access-keys.ts'
import { testApp } from './app.ts'
import { keyedApi } from './keyed-calls.ts'

const testing = await testApp()
const { app, database, appContext, signIn } = testing
const keys = accessKeyFactory(testing)
const actors = openActors(database)

let runs = 0
let lastActor: Ctx['actor'] | undefined
/** Delays the end of every call. */
let gate: Promise<void> = Promise.resolve()
async function addContact(ctx: Ctx, surname: string) {
  runs += 1
  lastActor = ctx.actor
  const row = { legal_type: 'NATURAL' as const, surname }
  const added = await ctx.db.insertInto('contact').values(row).returning('id').executeTakeFirstOrThrow()
  await gate
  return added
}
routes(keyedApi, {
  shown: ({ ctx, body }) => addContact(ctx, body.name),
  once: ({ ctx, body }) => addContact(ctx, body.name),
  silent: async ({ ctx }) => void (await addContact(ctx, 'Still')),
  few: async ({ ctx }) => ({ id: ctx.actor.id ?? '' }),
  signed: ({ ctx, body }) => addContact(ctx, body.name),
}).mount(app, appContext, actors)

const booking = await keys.shown('TERMIN_API', 'BOOKING')
const phone = await keys.signing('USER', 'TELEPHONY')
beforeEach(() => {
  runs = 0
})

async function send({ method, path }: Endpoint, headers: Record<string, string>, payload?: string | Buffer | object) {
  const response = await app.inject({
    method,
    url: path,
    headers: {
      ...(typeof payload === 'object' && !Buffer.isBuffer(payload) ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(payload === undefined ? {} : { payload }),
  })
  return { status: response.statusCode, answer: response.body ? response.json() : undefined }
}
const refusal = (status: number, code: string) => ({ status, answer: expect.objectContaining({ code }) })
const feuer = { name: 'Feuer' }

describe('a call with an access key', () => {
  test('acts as its user, without a cookie and from any origin', async () => {
    const headers = { ...booking.headers, origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }
    expect(await send(keyedApi.shown, headers, feuer)).toEqual({ status: 200, answer: { id: expect.any(String) } })
    expect(lastActor).toMatchObject({ username: 'TERMIN_API', roles: ['TERMIN_API'], sessionHash: null })
    const { rows } = await sql<{ actor: string; used: boolean }>`
      select u.username as actor, (select last_used_at is not null from access_key where id = ${booking.id}) as used
        from history h join app_user u on u.id = h.actor order by h.id desc limit 1`.execute(database.kysely)
    expect(rows).toEqual([{ actor: 'TERMIN_API', used: true }])
  })

  test('is refused without a key, with a wrong key or scope, and with a session only', async () => {
    const [, id = '', secret = ''] = /Bearer (.+)\.(.+)/.exec(booking.headers.authorization) ?? []
    const other = await keys.shown('TERMIN_API', 'TELEPHONY')
    const wrong: Record<string, string>[] = [
      {},
      { authorization: '' },
      { authorization: `Bearer ${id}` },
      { authorization: `Bearer ${id}.${secret.slice(0, -1)}${secret.endsWith('A') ? 'B' : 'A'}` },
      { authorization: `Bearer ${other.id}.${secret}` },
      { authorization: `Bearer ${phone.id}.${secret}` },
      { authorization: `Basic ${secret}` },
      { cookie: await signIn('ADMIN') },
    ]
    for (const headers of wrong) {
      expect(await send(keyedApi.shown, headers, feuer), JSON.stringify(headers)).toEqual(
        refusal(401, 'BAD_ACCESS_KEY'),
      )
    }
    expect(await send(keyedApi.shown, other.headers, feuer)).toEqual(refusal(403, 'FORBIDDEN'))
    expect(runs).toBe(0)
  })

  test('cannot make a call for sessions', async () => {
    const { method, path } = contactApi.search
    const response = await app.inject({ method, url: path, headers: booking.headers, payload: {} })
    expect(response.statusCode).toBe(401)
  })

  test('is refused once the key is revoked or its user disabled', async () => {
    const [revoked, disabled] = [
      await keys.shown('PROJECT_MANAGER', 'BOOKING'),
      await keys.shown('PROJECT_MANAGER', 'BOOKING'),
    ]
    for (const { headers } of [revoked, disabled]) expect((await send(keyedApi.shown, headers, feuer)).status).toBe(200)
    await sql`update access_key set revoked_at = now() where id = ${revoked.id}`.execute(database.kysely)
    expect(await send(keyedApi.shown, revoked.headers, feuer)).toEqual(refusal(401, 'BAD_ACCESS_KEY'))
    expect((await send(keyedApi.shown, disabled.headers, feuer)).status).toBe(200)
    await sql`update app_user set disabled = true where username = 'PROJECT_MANAGER'`.execute(database.kysely)
    expect(await send(keyedApi.shown, disabled.headers, feuer)).toEqual(refusal(401, 'BAD_ACCESS_KEY'))
  })

  test('is limited separately for each key', async () => {
    const [one, other] = [await keys.shown('USER', 'BOOKING'), await keys.shown('USER', 'BOOKING')]
    const few = async ({ headers }: typeof one) => (await send(keyedApi.few, headers)).status
    expect([await few(one), await few(one), await few(one)]).toEqual([200, 200, 200])
    expect(await send(keyedApi.few, one.headers)).toEqual(refusal(429, 'TOO_MANY_ATTEMPTS'))
    expect(await few(other)).toBe(200)
    expect((await send(keyedApi.shown, one.headers, feuer)).status).toBe(200)
  })
})

describe('a signed call', () => {
  const text = '{ "name":"Glühwein ☕", "note" : "a\\u0062c" }\n'

  test('is verified over the bytes received, compressed or not', async () => {
    const packed = gzipSync(text)
    expect((await send(keyedApi.signed, phone.sign(text), text)).status).toBe(200)
    expect((await send(keyedApi.signed, { ...phone.sign(packed), 'content-encoding': 'gzip' }, packed)).status).toBe(
      200,
    )
    expect(lastActor?.username).toBe('USER')
    for (const bytes of [text.trimEnd(), ` ${text}`, text.replace('\\u0062', 'b'), text.replace('ü', 'u')]) {
      expect(await send(keyedApi.signed, phone.sign(text), bytes)).toEqual(refusal(401, 'BAD_ACCESS_KEY'))
    }
    expect(runs).toBe(2)
  })

  test('is refused with a wrong signature, id or time, and long after signing', async () => {
    const good = phone.sign(text)
    const now = Math.floor(Date.now() / 1000)
    const wrong = [
      {},
      { ...good, 'webhook-signature': '' },
      { ...good, 'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')}` },
      { ...good, 'webhook-signature': good['webhook-signature'].replace('v1,', 'v2,') },
      { ...good, 'webhook-id': 'another' },
      { ...good, 'webhook-timestamp': String(now - 1) },
      { ...good, 'webhook-timestamp': '' },
      phone.sign(text, { at: now - 400 }),
      phone.sign(text, { at: now + 400 }),
      (await keys.signing('USER', 'METRICS')).sign(text),
      booking.headers,
    ]
    for (const headers of wrong) {
      expect(await send(keyedApi.signed, headers, text), JSON.stringify(headers)).toEqual(
        refusal(401, 'BAD_ACCESS_KEY'),
      )
    }
    expect(runs).toBe(0)
    const several = `v1,AAAA ${good['webhook-signature']}`
    expect((await send(keyedApi.signed, { ...good, 'webhook-signature': several }, text)).status).toBe(200)
  })

  test('is parsed only after its signature was verified', async () => {
    const broken = '{"name":'
    expect(await send(keyedApi.signed, {}, broken)).toEqual(refusal(401, 'BAD_ACCESS_KEY'))
    expect(await send(keyedApi.signed, phone.sign(broken), broken)).toEqual(refusal(400, 'MALFORMED_BODY'))
  })

  test('that is replayed gets the former answer and is not run again', async () => {
    const headers = phone.sign(text)
    const first = await send(keyedApi.signed, headers, text)
    expect(first.status).toBe(200)
    expect(await send(keyedApi.signed, headers, text)).toEqual(first)
    expect(runs).toBe(1)
  })

  test('works although the secret of another key cannot be read', async () => {
    const { id } = await keys.signing('USER', 'TELEPHONY')
    await sql`update access_key set sealed_secret = '\\x00' where id = ${id}`.execute(database.kysely)
    expect((await send(keyedApi.signed, phone.sign(text), text)).status).toBe(200)
  })
})

describe('an idempotent call', () => {
  const named = (key: string) => ({ ...booking.headers, 'idempotency-key': key })

  test('gets the same answer again for an equal body in other notation', async () => {
    const first = await send(keyedApi.once, named('same'), '{"name":"Feuer","note":""}')
    expect(first.status).toBe(200)
    expect(await send(keyedApi.once, named('same'), '{ "note": "", "name": "Feuer" }')).toEqual(first)
    expect(await send(keyedApi.once, named('same'), feuer)).toEqual(first)
    expect(runs).toBe(1)
    expect((await send(keyedApi.once, named('other'), feuer)).answer).not.toEqual(first.answer)
  })

  test('without an answer is not run twice with a key, and is run each time without one', async () => {
    for (const _ of [1, 2])
      expect(await send(keyedApi.silent, named('silent'))).toEqual({ status: 204, answer: undefined })
    expect(runs).toBe(1)
    for (const _ of [1, 2]) expect((await send(keyedApi.silent, booking.headers)).status).toBe(204)
    expect(runs).toBe(3)
  })

  test('refuses its key for another body, and a missing or invalid key', async () => {
    await send(keyedApi.once, named('taken'), feuer)
    expect(await send(keyedApi.once, named('taken'), { name: 'Glut' })).toEqual(refusal(422, 'IDEMPOTENCY_KEY_USED'))
    for (const key of ['', 'x'.repeat(256)]) {
      expect(await send(keyedApi.once, named(key), feuer)).toEqual(refusal(400, 'VALIDATION'))
    }
    expect(await send(keyedApi.once, booking.headers, feuer)).toEqual(refusal(400, 'VALIDATION'))
    expect(runs).toBe(1)
  })

  test('has its key for its caller only', async () => {
    const other = await keys.shown('USER', 'BOOKING')
    const first = await send(keyedApi.once, named('shared'), feuer)
    const second = await send(keyedApi.once, { ...other.headers, 'idempotency-key': 'shared' }, feuer)
    expect([second.status, second.answer.id === first.answer.id]).toEqual([200, false])
  })

  test('sent twice at once is run once, and both get the answer', async () => {
    let open = () => {}
    gate = new Promise((resolve) => {
      open = resolve
    })
    const both = [send(keyedApi.once, named('at once'), feuer), send(keyedApi.once, named('at once'), feuer)]
    const waiting = async () =>
      (
        await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
          database.kysely,
        )
      ).rows.length
    await expect.poll(waiting).toBe(1)
    expect(runs).toBe(1)
    open()
    const [one, other] = await Promise.all(both)
    gate = Promise.resolve()
    expect(one?.status).toBe(200)
    expect(other).toEqual(one)
    expect(runs).toBe(1)
  })

  test('that failed leaves its key free', async () => {
    gate = Promise.reject(new Error('broken'))
    gate.catch(() => {})
    expect((await send(keyedApi.once, named('again'), feuer)).status).toBe(500)
    gate = Promise.resolve()
    await turn()
    expect((await send(keyedApi.once, named('again'), feuer)).status).toBe(200)
  })

  test('is forgotten after a day', async () => {
    const first = await send(keyedApi.once, named('old'), feuer)
    await sql`update idempotency_key set expires_at = now() where key = 'old'`.execute(database.kysely)
    const again = await send(keyedApi.once, named('old'), { name: 'Glut' })
    expect([again.status, again.answer.id === first.answer.id]).toEqual([200, false])
    await sql`update idempotency_key set expires_at = now() where key = 'old'`.execute(database.kysely)
    await forgetOldAnswers(appContext)
    expect((await sql`select from idempotency_key where key = 'old'`.execute(database.kysely)).rows).toEqual([])
  })

  test('with a file is not run twice for the same file, and refuses its key for another one', async () => {
    const { answer: anna } = await testing.as('USER').call(contactApi.add, { body: { surname: 'Anna' } })
    const cookie = await signIn('USER')
    const upload = async (csv: string) => {
      const form = new FormData()
      form.append('encounterType', 'POST')
      form.append('file', new Blob([csv]), 'liste.csv')
      const { method, path } = listedEncounterApi.upload
      const headers = { cookie, 'idempotency-key': 'list' }
      const response = await app.inject({ method, url: path, headers, payload: form })
      return { status: response.statusCode, answer: response.json() }
    }
    const first = await upload(`Id\n${anna.id}\n`)
    expect(first).toMatchObject({ status: 200, answer: { filed: 1 } })
    expect(await upload(`Id\n${anna.id}\n`)).toEqual(first)
    expect(await upload(`Id\n${anna.id}\n\n`)).toEqual(refusal(422, 'IDEMPOTENCY_KEY_USED'))
    const { rows } = await sql`select from encounter where contact_id = ${anna.id}`.execute(database.kysely)
    expect(rows).toHaveLength(1)
  })

  test('must be a changing POST that answers JSON', () => {
    const wrong = { once: { ...keyedApi.once, reads: true } }
    expect(() => routes(wrong, { once: async () => ({ id: '' }) }).mount(app, appContext, actors)).toThrow(
      'idempotency key',
    )
  })
})

test('the API document describes keys, signatures and idempotency headers', async () => {
  const alone = Fastify()
  serveOpenApi(alone, [keyedApi])
  const { paths, components } = (await alone.inject({ url: '/api/openapi.json' })).json()
  expect(Object.keys(components.securitySchemes)).toEqual(['session', 'key', 'signature'])
  const { post: once } = paths['/api/test/once']
  expect(once).toMatchObject({ description: 'Needs: key BOOKING', security: [{ key: [] }] })
  expect(once.parameters).toEqual([
    { name: 'Idempotency-Key', in: 'header', required: true, schema: { type: 'string' } },
  ])
  expect(paths['/api/test/silent'].post.parameters).toMatchObject([{ name: 'Idempotency-Key', required: false }])
  const { post: signed } = paths['/api/test/signed']
  expect(signed.security).toEqual([{ signature: [] }])
  expect(signed.parameters).toMatchObject([{ name: 'webhook-id' }, { name: 'webhook-timestamp' }])
  await alone.close()
})
