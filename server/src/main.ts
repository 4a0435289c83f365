import { randomBytes } from 'node:crypto'
import { buildApp } from './app.ts'
import { readConfig } from './config.ts'
import { openDatabase } from './db/db.ts'
import { startPostgres } from './db/postgres/start.ts'
import { prepareDatabase } from './db/prepare.ts'
import { addDemo, demoPassword } from './demo/demo.ts'
import { startDemoMail } from './demo/mail.ts'
import { openFileStore } from './files/open-store.ts'
import { openVault } from './http/vault.ts'
import { jobHandlers } from './jobs/registry.ts'
import { startJobs } from './jobs/runner.ts'
import { openLog } from './log.ts'
import { startSync } from './mailboxes/sync.ts'
import { startOutbox } from './outgoing/outbox.ts'
import { makeFirstAdmin } from './users/first-admin.ts'

const config = readConfig(process.env, process.argv.slice(2))
const log = openLog(config.logLevel)

const postgres = config.databaseUrl ? null : await startPostgres({ dataDir: config.dataDir })
const database = openDatabase(config.databaseUrl ?? postgres?.connection ?? '', {
  max: 20,
  onLost: () => log.warn('a database connection was lost'),
})
const applied = await prepareDatabase(database)
if (applied.length > 0) log.info({ applied }, 'database brought up to date')
const house = {
  database,
  services: { config, vault: openVault(config.secretKey, config.dataDir), files: openFileStore(config) },
  checkAnswers: false,
}

const password = config.adminPassword ?? (config.demo ? demoPassword : randomBytes(9).toString('base64url'))
const madeAdmin = await makeFirstAdmin(database.kysely, config.adminUsername, password)
if (config.demo) await addDemo(house)

const app = await buildApp(house, log)
const demoMail = config.demo ? await startDemoMail(house) : null
const jobs = await startJobs(house, jobHandlers, log)
const outbox = startOutbox(house, log)
const sync = startSync(house, log)
await app.listen({ host: config.host, port: config.port })

const [bound] = app.addresses()
const port = typeof bound === 'object' ? bound.port : config.port
const host = config.host.includes(':') ? `[${config.host}]` : config.host
process.stdout.write(`Glut: http://${host}:${port}\n`)
if (madeAdmin && !config.adminPassword) {
  process.stdout.write(`First admin: ${config.adminUsername}, password ${password} (shown this once)\n`)
}

let stopping = false
async function stop(signal: string) {
  if (stopping) return
  stopping = true
  log.info({ signal }, 'stopping')
  await app.close()
  await Promise.all([jobs.stop(), outbox.stop(), sync.stop(), demoMail?.stop()])
  await database.close()
  await postgres?.stop()
  process.exit(0)
}
// A promise that nobody waited for, as of a connection that closed twice, is no reason to end the work of all.
process.on('unhandledRejection', (error) => log.error({ err: error }, 'something failed that nobody waited for'))
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal))
