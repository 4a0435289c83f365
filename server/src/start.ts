import { readConfig } from './config.ts'
import { openDatabase } from './db/db.ts'
import { startPostgres } from './db/postgres/start.ts'
import { removeLeftovers } from './files/spool.ts'
import { openVault } from './http/vault.ts'
import { openLog } from './log.ts'
import { prepareDatabase } from './prepare.ts'
import { startError } from './start-errors.ts'
import { openStop } from './stop.ts'

const config = readConfig(process.env, process.argv.slice(2))
const log = openLog(config.logLevel)
const stop = openStop(log)

async function start(): Promise<void> {
  const postgres = config.databaseUrl ? null : await startPostgres({ dataDir: config.dataDir })
  stop.atLast(() => postgres?.stop())
  const database = openDatabase(config.databaseUrl ?? postgres?.connection ?? '', {
    max: 20,
    onLost: () => log.warn('a database connection was lost'),
  })
  stop.next(() => database.close())
  const applied = await prepareDatabase(database)
  if (applied.length > 0) log.info({ applied }, 'database brought up to date')
  await removeLeftovers(config.dataDir)
  const vault = openVault(config.secretKey, config.dataDir)
  // The rest is loaded after this point, so that most reasons for a failed start are reported at once.
  const { serve } = await import('./serve.ts')
  await serve({ config, log, stop, database, vault })
}

// An unhandled rejection, as of a connection that closed twice, must not end the whole process.
process.on('unhandledRejection', (error) => log.error({ err: error }, 'something failed that nobody waited for'))
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop.now(signal))
await start().catch((error: unknown) => stop.failed(startError(error, config), error))
