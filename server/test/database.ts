import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { afterAll, inject } from 'vitest'
import { type Database, type DatabaseOptions, openDatabase } from '../src/db/db.ts'
import { inDatabase, onServer, urlIn } from './global-setup.ts'

export interface TestDatabase extends Database {
  readonly connection: pg.ClientConfig
  /** Connection string, for another process. */
  readonly url: string
}

/** Creates a migrated database for a test file; call it at the top level. Dropped at the end of the file. */
export async function testDatabase(options: DatabaseOptions = {}): Promise<TestDatabase> {
  return databaseFrom(inject('testTemplate'), options)
}

/** Creates a database like `testDatabase`, with the roles and a user for each, named like the role. */
export async function peopledDatabase(options: DatabaseOptions = {}): Promise<TestDatabase> {
  return databaseFrom(inject('testPeople'), options)
}

/** Creates an empty database. */
export async function emptyDatabase(options: DatabaseOptions = {}): Promise<TestDatabase> {
  return databaseFrom('template1', options)
}

/** Creates a copy of the database `template`. */
export async function databaseFrom(template: string, options: DatabaseOptions): Promise<TestDatabase> {
  const server = inject('testServer')
  const name = `glut_test_${randomBytes(6).toString('hex')}`
  await onServer(server, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`)
  const connection = inDatabase(server, name)
  const database = openDatabase(connection, options)
  afterAll(async () => {
    await database.close()
    await onServer(server, `DROP DATABASE ${name} WITH (FORCE)`)
  })
  return { ...database, connection, url: urlIn(server, name) }
}
