import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll } from 'vitest'
import { migrate, migrationsFolder, readMigrations } from '../src/db/migrate.ts'
import { emptyDatabase, type TestDatabase } from './database.ts'

/** A database as it was before a migration, for a test that fills it; `goOn` brings it to the state of the code. */
export async function databaseBefore(migration: string): Promise<TestDatabase & { goOn(): Promise<unknown> }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'glut-earlier-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  for (const { name } of readMigrations()) {
    if (name < migration) cpSync(path.join(migrationsFolder, name), path.join(folder, name))
  }
  const database = await emptyDatabase()
  await migrate(database.pool, folder)
  return { ...database, goOn: () => migrate(database.pool) }
}
