import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll } from 'vitest'
import { migrate, migrationsFolder, readMigrations } from '../src/db/migrate.ts'
import { emptyDatabase, type TestDatabase } from './database.ts'

type EarlierDatabase = TestDatabase & { goOn(): Promise<unknown> }

/** Creates a database in the state before a migration; `goOn` migrates it to the current state. */
export const databaseBefore = (migration: string): Promise<EarlierDatabase> => databaseAfter((name) => name < migration)

/** Creates a database in the state after the migration of this number, without functions. */
export const databaseOf = (number: string): Promise<EarlierDatabase> =>
  databaseAfter((name) => name.slice(0, 4) <= number)

async function databaseAfter(isThere: (name: string) => boolean): Promise<EarlierDatabase> {
  const folder = mkdtempSync(path.join(tmpdir(), 'glut-earlier-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  for (const { name } of readMigrations()) {
    if (isThere(name)) cpSync(path.join(migrationsFolder, name), path.join(folder, name))
  }
  const database = await emptyDatabase()
  await migrate(database.pool, folder)
  return { ...database, goOn: () => migrate(database.pool) }
}
