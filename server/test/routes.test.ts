import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Endpoint, endpoint, pathOf } from '#contract/endpoint'
import { accessText, allows, deliveredRoles, needsKey, type RoleName, roleNames } from '#contract/permissions'
import { slices } from '../src/app.ts'
import { openActors } from '../src/http/actors.ts'
import { routes } from '../src/http/routes.ts'
import { openSession } from '../src/http/session.ts'
import { testApp } from './app.ts'
import { keyedApi } from './keyed-calls.ts'

const { app, database, appContext } = await testApp()
const endpoints = slices.flatMap((slice) => Object.values(slice.api))
// Additional calls with access keys are mounted, to be checked against the roles as well.
const actors = openActors(database)
const done = async () => ({ id: '' })
const keyed = { shown: done, once: done, silent: async () => undefined, few: done, signed: done }
routes(keyedApi, keyed).mount(app, appContext, actors)
afterAll(() => actors.close())
const users = await database.kysely.selectFrom('app_user').select(['id', 'username']).execute()
const userOf = new Map(users.map(({ id, username }) => [username, id]))
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

describe('every call answers 401 and 403 exactly as its permission says', () => {
  test.each([...endpoints, ...Object.values(keyedApi)].map((one) => [nameOf(one), one] as const))(
    '%s',
    async (_, one) => {
      expect(await statusAs(null, one)).toSatisfy(one.allow === 'public' ? isNoRefusal : (status) => status === 401)
      for (const role of roleNames) {
        const allowed = allows(one.allow, new Set(deliveredRoles[role]))
        const status = await statusAs(role, one)
        // Where an access key is required, a signed-in user counts as unauthenticated.
        const refused = needsKey(one.allow) ? 401 : 403
        expect(status, `${role} on ${nameOf(one)}`).toSatisfy(allowed ? isNoRefusal : (given) => given === refused)
      }
    },
  )
})

const signIn = endpoints.find(({ path }) => path === '/api/auth/signin')
/** Calls for one's own user only: another id is refused whatever the permissions. */
const ownOnly = ['/api/users/own/:id', '/api/users/:id/userConfig']
const isNoRefusal = (status: number) => status < 500 && status !== 401 && status !== 403

/** Makes the call with random ids and an empty body, which is enough to pass the permission check. */
async function statusAs(role: RoleName | null, one: Endpoint): Promise<number> {
  const user = role && userOf.get(role)
  const id = user && ownOnly.includes(one.path) ? user : randomUUID()
  const names = [...one.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const params = { ...Object.fromEntries(names.map((name) => [name, randomUUID()])), id }
  const response = await app.inject({
    method: one.method,
    url: pathOf(one, params),
    headers: user ? { cookie: `session=${await sessionFor(user, one)}` } : {},
    ...(one.method === 'GET' ? {} : { payload: one === signIn ? { username: '' } : {} }),
  })
  return response.statusCode
}

const sessions = new Map<string, string>()
const mayEndIt = /auth|logout|users/

/** Returns a session, reused because creating one takes longer than a call, except after calls that may end it. */
async function sessionFor(user: string, { path }: Endpoint): Promise<string> {
  const session = sessions.get(user) ?? (await openSession(database.kysely, user))
  if (mayEndIt.test(path)) sessions.delete(user)
  else sessions.set(user, session)
  return session
}

describe('the table of calls', () => {
  test('equals the agreed snapshot in routes.txt', async () => {
    const lines = endpoints.map(
      (one) => `${one.path} ${one.method}: ${[accessText(one.allow), ...properties(one)].join('; ')}`,
    )
    expect(new Set(lines).size).toBe(lines.length)
    await expect(`${lines.sort().join('\n')}\n`).toMatchFileSnapshot('./routes.txt')
  })

  test('names existing fields where the cost of a call depends on one', () => {
    for (const one of endpoints) {
      const field = one.costly?.with
      if (field) expect(Object.keys((one.query as z.ZodObject).shape), nameOf(one)).toContain(field)
    }
  })

  test('contains every mounted route below /api', () => {
    const known = new Set([...endpoints, ...Object.values(keyedApi)].map((one) => one.path))
    known.add('/api/openapi.json')
    const mounted = mountedPaths(app.printRoutes({ commonPrefix: false })).filter((path) => path.startsWith('/api/'))
    expect(mounted.length).toBeGreaterThan(10)
    // Where two methods name the same path parameter differently, the router prints both names.
    const names = (path: string) => [path.replace(/\|:\w+/g, ''), path.replace(/:\w+\|/g, '')]
    for (const path of mounted)
      expect(
        names(path).some((name) => known.has(name)),
        path,
      ).toBe(true)
  })

  test('a call without a permission stops the start', async () => {
    const api = {
      open: endpoint({
        method: 'GET',
        path: '/api/open',
        allow: undefined as never,
        summary: '',
        response: z.string(),
      }),
    }
    expect(() => routes(api, { open: async () => 'anything' }).mount(app, appContext, actors)).toThrow(
      'declares no permission',
    )
  })
})

/** Returns the further properties of a call, besides its permission. */
function properties({
  duringSetup,
  changesActors,
  startsWork,
  writes,
  forms,
  perMinute,
  costly,
  idempotencyKey,
}: Endpoint): string[] {
  return [
    ...(duringSetup ? ['during setup'] : []),
    ...(changesActors ? ['changes actors'] : []),
    ...(startsWork ? ['starts work'] : []),
    ...(writes ? ['writes'] : []),
    ...(forms ? ['forms'] : []),
    ...(perMinute ? [`${perMinute} a minute`] : []),
    ...(costly ? [['costly', costly.kind, ...(costly.with ? ['with', costly.with] : [])].join(' ')] : []),
    ...(idempotencyKey ? [`idempotency key ${idempotencyKey}`] : []),
  ]
}

/** Returns the paths in Fastify's printed route tree: four columns per level, then the next part of the path. */
function mountedPaths(tree: string): string[] {
  const parts: string[] = []
  return tree.split('\n').flatMap((line) => {
    const [, lines = '', part = '', methods] = /^([^\w/:*]*── )(\S*?)(?: \((.+)\))?$/.exec(line) ?? []
    const depth = lines.length / 4 - 1
    if (depth < 0) return []
    parts.splice(depth, parts.length, part)
    return methods ? [parts.join('')] : []
  })
}
