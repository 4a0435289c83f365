import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readConfig } from '../src/config.ts'
import { openDatabase } from '../src/db/db.ts'
import { startScratchPostgres } from '../src/db/postgres/scratch.ts'
import { openFileStore } from '../src/files/open-store.ts'
import type { AppContext } from '../src/http/context.ts'
import { openVault } from '../src/http/vault.ts'
import { prepareDatabase } from '../src/prepare.ts'
import { readable } from '../src/registries/readable.ts'

/** Creates a database and file store for a script outside the test runner; `remove` deletes both. */
export async function scratchAppContext(): Promise<{ appContext: AppContext; remove(): Promise<void> }> {
  const postgres = await startScratchPostgres()
  const database = openDatabase(postgres.connection, { max: 10 })
  await prepareDatabase(database)
  const dataDir = mkdtempSync(path.join(tmpdir(), 'glut-scratch-files-'))
  const config = { ...readConfig({ LOG_LEVEL: 'silent' }, []), dataDir }
  return {
    appContext: {
      database,
      services: { config, vault: openVault('00'.repeat(32), ''), files: openFileStore(config), readable },
      checkAnswers: false,
    },
    async remove() {
      await database.close()
      await postgres.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
