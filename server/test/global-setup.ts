import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { roleNames } from '#contract/permissions'
import { type Database, openDatabase } from '../src/db/db.ts'
import { startScratchPostgres } from '../src/db/postgres/scratch.ts'
import { prepareDatabase } from '../src/prepare.ts'
import { addUserWithRole } from '../src/users/first-admin.ts'
import { hashPassword } from '../src/users/passwords.ts'
import { deliverRoles } from '../src/users/roles.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** PostgreSQL server of the test run, and the migrated database that test files copy. */
    testServer: pg.ClientConfig
    testTemplate: string
    /** Name of a migrated database with the roles and a user for each. */
    testPeople: string
    /** Database and file folder with the demo data, which the first call of `demoApp` fills. */
    testDemo: { database: string; folder: string }
  }
}

/** Provides one server for the whole run: that of TEST_DATABASE_URL, or a temporary one. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const url = process.env.TEST_DATABASE_URL
  const scratch = url ? undefined : await startScratchPostgres()
  const server: pg.ClientConfig = url ? { connectionString: url } : { ...scratch?.connection }
  const template = `glut_test_${randomBytes(6).toString('hex')}`
  const people = `${template}_people`
  const demo = { database: `${template}_demo`, folder: mkdtempSync(path.join(tmpdir(), 'glut-test-demo-')) }
  const tearDown = async () => {
    rmSync(demo.folder, { recursive: true, force: true })
    for (const name of [template, people, demo.database]) {
      await onServer(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    }
    await scratch?.stop()
  }
  try {
    await onServer(server, `CREATE DATABASE ${template}`)
    const database = openDatabase(inDatabase(server, template), { max: 2 })
    await prepareDatabase(database).finally(database.close)
    await onServer(server, `CREATE DATABASE ${people} TEMPLATE ${template}`)
    const peopled = openDatabase(inDatabase(server, people), { max: 2 })
    await addPeople(peopled).finally(peopled.close)
  } catch (error) {
    await tearDown()
    throw error
  }
  project.provide('testServer', server)
  project.provide('testTemplate', template)
  project.provide('testPeople', people)
  project.provide('testDemo', demo)
  return tearDown
}

export const testPassword = 'correct horse'

async function addPeople({ kysely }: Database): Promise<void> {
  await deliverRoles(kysely)
  const hash = await hashPassword(testPassword)
  for (const role of roleNames) await addUserWithRole(kysely, role, hash, role)
}

/** Returns the connection to another database of the server. */
export function inDatabase(server: pg.ClientConfig, database: string): pg.ClientConfig {
  if (!server.connectionString) return { ...server, database }
  const url = new URL(server.connectionString)
  url.pathname = `/${database}`
  return { connectionString: url.href }
}

/** Returns the connection string of another database of the server, for another process. */
export function urlIn(server: pg.ClientConfig, database: string): string {
  const { connectionString } = inDatabase(server, database)
  return (
    connectionString ?? `postgres://${server.user}@${encodeURIComponent(server.host ?? '')}:${server.port}/${database}`
  )
}

/** Runs a statement outside the tests, such as CREATE DATABASE. */
export async function onServer(server: pg.ClientConfig, statement: string): Promise<void> {
  const client = new pg.Client(server)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
