import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Postgres, startPostgres } from './start.ts'

/** Starts a throw-away server for tests and generators: `stop` removes it with all data. */
export async function startScratchPostgres(): Promise<Postgres> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'glut-scratch-'))
  // The account that runs the server must be able to pass through.
  fs.chmodSync(folder, 0o711)
  const postgres = await startPostgres({
    dataDir: folder,
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      wal_level: 'minimal',
      max_wal_senders: '0',
      autovacuum: 'off',
      max_connections: '300',
    },
  })
  return {
    ...postgres,
    async stop() {
      await postgres.stop()
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}
