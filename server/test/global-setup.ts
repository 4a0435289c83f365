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
    /** The server of this test run, and the migrated database that every test file gets a copy of. */
    testServer: pg.ClientConfig
    testTemplate: string
    /** The same with the roles and a user of each. */
    testPeople: string
    /** What `demoApp` makes at its first call: the name of the database with the demo, and a folder for its files. */
    testDemo: { database: string; folder: string }
  }
}

/** One server for the whole run: that of TEST_DATABASE_URL, or an own one that is gone afterwards. */
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

/** The same server, another database. */
export function inDatabase(server: pg.ClientConfig, database: string): pg.ClientConfig {
  if (!server.connectionString) return { ...server, database }
  const url = new URL(server.connectionString)
  url.pathname = `/${database}`
  return { connectionString: url.href }
}

/** The same as an address, for a process of its own. */
export function urlIn(server: pg.ClientConfig, database: string): string {
  const { connectionString } = inDatabase(server, database)
  return (
    connectionString ?? `postgres://${server.user}@${encodeURIComponent(server.host ?? '')}:${server.port}/${database}`
  )
}

/** Runs one statement that is no part of a test, such as CREATE DATABASE. */
export async function onServer(server: pg.ClientConfig, statement: string): Promise<void> {
  const client = new pg.Client(server)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
