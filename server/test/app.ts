import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FastifyBaseLogger, LightMyRequestResponse } from 'fastify'
import { afterAll } from 'vitest'
import type { Endpoint, InputOf } from '#contract/endpoint'
import { type AnswerOf, pathOf } from '#contract/endpoint'
import type { Problem } from '#contract/errors'
import type { Permission, RoleName } from '#contract/permissions'
import { buildApp } from '../src/app.ts'
import { type Config, readConfig } from '../src/config.ts'
import { openFileStore } from '../src/files/open-store.ts'
import type { AppContext, Services } from '../src/http/context.ts'
import { openSession } from '../src/http/session.ts'
import { openVault } from '../src/http/vault.ts'
import { readable } from '../src/registries/readable.ts'
import { addUserWithRole } from '../src/users/first-admin.ts'
import { peopledDatabase, type TestDatabase } from './database.ts'
import { testPassword } from './global-setup.ts'

export { testPassword }

/** Response of a call: `answer` after success, otherwise `problem`. */
export interface Reply<E extends Endpoint> {
  readonly status: number
  readonly answer: AnswerOf<E>
  readonly problem: Problem
  readonly response: LightMyRequestResponse
}

/**
 * Starts the whole product on a database and data folder of its own, with a user for each role, named like the role.
 * `services` replace the default ones.
 */
export async function testApp(
  settings: Partial<Config> = {},
  log?: FastifyBaseLogger,
  services: Partial<Services> = {},
) {
  return appOn(await peopledDatabase({ max: 10 }), settings, log, services)
}

/** Starts the whole product on an existing database. */
export async function appOn(
  database: TestDatabase,
  settings: Partial<Config> = {},
  log?: FastifyBaseLogger,
  services: Partial<Services> = {},
) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'glut-test-'))
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
  const config: Config = { ...readConfig({ LOG_LEVEL: 'silent' }, []), dataDir, ...settings }
  const vault = openVault('00'.repeat(32), '')
  const appContext: AppContext = {
    database,
    services: { config, vault, files: openFileStore(config), readable, ...services },
    checkAnswers: true,
  }
  const app = await buildApp(appContext, log)
  afterAll(() => app.close())
  const cookies = new Map<RoleName, string>()
  let made = 0

  async function signIn(username: string, password = testPassword): Promise<string> {
    const response = await app.inject({ method: 'POST', url: '/api/auth/signin', payload: { username, password } })
    const cookie = response.cookies[0]
    if (!cookie) throw new Error(`sign-in of ${username} failed: ${response.body}`)
    return `${cookie.name}=${cookie.value}`
  }

  /** Inserts a session and returns its cookie. Only tests of signing in sign in. */
  async function sessionOf(username: string): Promise<string> {
    const user = database.kysely.selectFrom('app_user').select('id').where('username', '=', username)
    const { id } = await user.where('deleted_at', 'is', null).executeTakeFirstOrThrow()
    return `session=${await openSession(database.kysely, id)}`
  }

  /** Returns `call` with a session cookie, or without any for null. */
  function withCookie(cookie: string | null) {
    return {
      async call<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<Reply<E>> {
        const { params, query, body, file, files = file ? [file] : undefined } = input as CallInput
        const response = await app.inject({
          method: endpoint.method,
          url: pathOf(endpoint, params) + queryText(query),
          headers: cookie ? { cookie } : {},
          ...(files ? { payload: formOf(files, body) } : body === undefined ? {} : { payload: body }),
        })
        const isJson = String(response.headers['content-type']).includes('json')
        const parsed = isJson ? response.json() : response.statusCode === 204 ? undefined : response.rawPayload
        return { status: response.statusCode, answer: parsed, problem: parsed, response }
      },
    }
  }

  /**
   * Returns `call` for the user of a role, null without a session: `as('USER').call(contactApi.get, { params: { id }
   * })`.
   */
  function as(role: RoleName | null) {
    return {
      async call<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<Reply<E>> {
        if (role === null) return withCookie(null).call(endpoint, input)
        const cookie = cookies.get(role) ?? (await sessionOf(role))
        cookies.set(role, cookie)
        return withCookie(cookie).call(endpoint, input)
      },
    }
  }

  /** Adds a user whose only role has these permissions; user and role have the same name. */
  async function holding(...permissions: Permission[]) {
    const name = `${permissions.join(' ').slice(0, 30)} ${made++}`
    await database.kysely.insertInto('role').values({ name, permissions }).execute()
    await addUserWithRole(database.kysely, name, '', name)
    return { name, ...withCookie(await sessionOf(name)) }
  }

  return { app, database, appContext, as, holding, signIn, sessionOf, withCookie }
}

interface CallInput {
  params?: Record<string, string>
  query?: object
  body?: object
  file?: Blob
  files?: readonly Blob[]
}

/** Returns an upload as a browser sends it: fields first, so that they are known when the file arrives. */
function formOf(files: readonly Blob[], fields: object = {}): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value === null ? '' : String(value))
  for (const file of files) form.append('file', file)
  return form
}

function queryText(query: object = {}): string {
  const text = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) text.append(name, String(one))
  }
  return text.size > 0 ? `?${text}` : ''
}
