import { readConfig } from '../src/config.ts'
import { openDatabase } from '../src/db/db.ts'
import { openFileStore } from '../src/files/open-store.ts'
import { openVault } from '../src/http/vault.ts'
import { startOutbox } from '../src/mail/outgoing/outbox.ts'
import { readable } from '../src/registries/readable.ts'

// Separate process that delivers the outbox; tests kill it.
const { connection, dataDir } = JSON.parse(process.env.OUTBOX_WORKER ?? '') as { connection: object; dataDir: string }
const config = { ...readConfig({}, []), dataDir }
const appContext = {
  database: openDatabase(connection, { max: 4 }),
  services: { config, vault: openVault('00'.repeat(32), ''), files: openFileStore(config), readable },
  checkAnswers: false,
}
startOutbox(appContext, { info: () => {}, error: () => {} }, { pollMs: 30, leaseSeconds: 1, atOnce: 3 })
