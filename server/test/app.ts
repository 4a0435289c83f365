import type { Endpoint, InputOf } from '@glut/contract/endpoint'
import { type AnswerOf, pathOf } from '@glut/contract/endpoint'
import type { Problem } from '@glut/contract/errors'
import type { RoleName } from '@glut/contract/permissions'
import { roleNames } from '@glut/contract/permissions'
import type { FastifyBaseLogger, LightMyRequestResponse } from 'fastify'
import { afterAll } from 'vitest'
import { buildApp } from '../src/app.ts'
import { type Config, readConfig } from '../src/config.ts'
import type { House } from '../src/http/context.ts'
import { openVault } from '../src/http/vault.ts'
import { addUserWithRole } from '../src/users/first-admin.ts'
import { hashPassword } from '../src/users/passwords.ts'
import { deliverRoles } from '../src/users/roles.ts'
import { testDatabase } from './database.ts'

export const testPassword = 'correct horse'

/** What came back: `answer` when it was a success, `problem` when it was not. */
export interface Reply<E extends Endpoint> {
  readonly status: number
  readonly answer: AnswerOf<E>
  readonly problem: Problem
  readonly response: LightMyRequestResponse
}

/** The whole product on a database of its own, with a user of each role whose name is that of the role. */
export async function testApp(settings: Partial<Config> = {}, log?: FastifyBaseLogger) {
  const database = await testDatabase({ max: 10 })
  await deliverRoles(database.kysely)
  const hash = await hashPassword(testPassword)
  for (const role of roleNames) await addUserWithRole(database.kysely, role, hash, role)
  const config: Config = { ...readConfig({ LOG_LEVEL: 'silent' }, []), ...settings }
  const vault = openVault('00'.repeat(32), '')
  const house: House = { database, services: { config, vault }, checkAnswers: true }
  const app = await buildApp(house, log)
  afterAll(() => app.close())
  const cookies = new Map<RoleName, string>()

  async function signIn(username: string, password = testPassword): Promise<string> {
    const response = await app.inject({ method: 'POST', url: '/api/auth/signin', payload: { username, password } })
    const cookie = response.cookies[0]
    if (!cookie) throw new Error(`sign-in of ${username} failed: ${response.body}`)
    return `${cookie.name}=${cookie.value}`
  }

  /** Calls with a cookie, or without one as nobody. */
  function withCookie(cookie: string | null) {
    return {
      async call<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<Reply<E>> {
        const { params, query, body } = input as { params?: Record<string, string>; query?: object; body?: object }
        const response = await app.inject({
          method: endpoint.method,
          url: pathOf(endpoint, params) + queryText(query),
          headers: cookie ? { cookie } : {},
          ...(body === undefined ? {} : { payload: body }),
        })
        const isJson = String(response.headers['content-type']).includes('json')
        const parsed = isJson ? response.json() : response.statusCode === 204 ? undefined : response.rawPayload
        return { status: response.statusCode, answer: parsed, problem: parsed, response }
      },
    }
  }

  /** `as('USER').call(contactApi.get, { params: { id } })`; null is somebody who is not signed in. */
  function as(role: RoleName | null) {
    return {
      async call<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<Reply<E>> {
        if (role === null) return withCookie(null).call(endpoint, input)
        const cookie = cookies.get(role) ?? (await signIn(role))
        cookies.set(role, cookie)
        return withCookie(cookie).call(endpoint, input)
      },
    }
  }

  return { app, database, house, as, signIn, withCookie }
}

function queryText(query: object = {}): string {
  const text = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) text.append(name, String(one))
  }
  return text.size > 0 ? `?${text}` : ''
}
