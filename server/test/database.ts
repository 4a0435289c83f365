import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { afterAll, inject } from 'vitest'
import { type Database, type DatabaseOptions, openDatabase } from '../src/db/db.ts'
import { inDatabase, onServer, urlIn } from './global-setup.ts'

export interface TestDatabase extends Database {
  readonly connection: pg.ClientConfig
  /** The same as an address, for a process of its own. */
  readonly url: string
}

/** A database of its own for the test file that calls this at its top level, migrated and gone at its end. */
export async function testDatabase(options: DatabaseOptions = {}): Promise<TestDatabase> {
  return databaseFrom(inject('testTemplate'), options)
}

/** Like `testDatabase`, with the roles and a user of each, whose name is that of the role. */
export async function peopledDatabase(options: DatabaseOptions = {}): Promise<TestDatabase> {
  return databaseFrom(inject('testPeople'), options)
}

/** Like `testDatabase`, but with nothing in it. */
export async function emptyDatabase(options: DatabaseOptions = {}): Promise<TestDatabase> {
  return databaseFrom('template1', options)
}

/** A copy of the database that is called `template`. */
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
