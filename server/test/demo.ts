import { cpSync } from 'node:fs'
import pg from 'pg'
import { inject } from 'vitest'
import { readConfig } from '../src/config.ts'
import { openDatabase } from '../src/db/db.ts'
import { addDemo } from '../src/demo/demo.ts'
import { openFileStore } from '../src/files/open-store.ts'
import { openVault } from '../src/http/vault.ts'
import { readable } from '../src/registries/readable.ts'
import { appOn } from './app.ts'
import { databaseFrom } from './database.ts'
import { inDatabase } from './global-setup.ts'

/** Starts the product like `testApp`, with demo data that are generated once for all test files. */
export async function demoApp() {
  const { database, folder } = inject('testDemo')
  await makeOnce(database, folder)
  const made = await appOn(await databaseFrom(database, { max: 10 }))
  cpSync(folder, made.appContext.services.config.dataDir, { recursive: true })
  return made
}

async function makeOnce(name: string, dataDir: string): Promise<void> {
  const server = inject('testServer')
  const client = new pg.Client(server)
  await client.connect()
  try {
    // other test files may ask at the same time
    await client.query('SELECT pg_advisory_lock(1)')
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name])
    if (rowCount) return
    const unfinished = `${name}_unfinished`
    await client.query(`CREATE DATABASE ${unfinished} TEMPLATE ${inject('testPeople')} STRATEGY FILE_COPY`)
    const database = openDatabase(inDatabase(server, unfinished))
    const config = { ...readConfig({ LOG_LEVEL: 'silent' }, []), dataDir }
    const services = { config, vault: openVault('00'.repeat(32), ''), files: openFileStore(config), readable }
    try {
      await addDemo({ database, services, checkAnswers: true }).finally(database.close)
      await client.query(`ALTER DATABASE ${unfinished} RENAME TO ${name}`)
    } catch (error) {
      await client.query(`DROP DATABASE ${unfinished}`)
      throw error
    }
  } finally {
    await client.end()
  }
}
