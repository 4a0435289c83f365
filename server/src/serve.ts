import { randomBytes } from 'node:crypto'
import { buildApp } from './app.ts'
import { startWebhooks } from './calendars/webhooks/deliver.ts'
import { readConfig } from './config.ts'
import { type Database, openDatabase } from './db/db.ts'
import { startPostgres } from './db/postgres/start.ts'
import { prepareDatabase } from './db/prepare.ts'
import { addDemo, demoPassword } from './demo/demo.ts'
import { startDemoMail } from './demo/mail.ts'
import { openFileStore } from './files/open-store.ts'
import { removeLeftovers } from './files/spool.ts'
import { closeInTime } from './http/close.ts'
import { openVault } from './http/vault.ts'
import { startJobs } from './jobs/runner.ts'
import { openLog } from './log.ts'
import { startSync } from './mail/mailboxes/sync.ts'
import { startOutbox } from './mail/outgoing/outbox.ts'
import { jobHandlers, repairs } from './registries/jobs.ts'
import { readable } from './registries/readable.ts'
import { configError, startError } from './start-errors.ts'
import { openStop } from './stop.ts'
import { makeFirstAdmin } from './users/first-admin.ts'

const config = configError(() => readConfig(process.env, process.argv.slice(2)))
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
  const appContext = {
    database,
    services: {
      config,
      vault: openVault(config.secretKey, config.dataDir),
      files: openFileStore(config, log),
      readable,
    },
    checkAnswers: false,
  }
  if (config.demo) {
    await firstAdmin(database)
    await addDemo(appContext)
  }

  const app = await buildApp(appContext, log)
  // Nobody is let in before the first admin is there.
  const opened = Promise.withResolvers<void>()
  app.addHook('onRequest', () => opened.promise)
  stop.first(() => closeInTime(app))
  const demoMail = config.demo ? await startDemoMail(appContext) : null
  stop.first(() => demoMail?.stop())
  const jobs = await startJobs(appContext, jobHandlers, log, repairs)
  stop.first(() => jobs.stop())
  const outbox = startOutbox(appContext, log)
  stop.first(() => outbox.stop())
  const webhooks = startWebhooks(appContext, log)
  stop.first(() => webhooks.stop())
  const sync = startSync(appContext, log)
  stop.first(() => sync.stop())
  await app.listen({ host: config.host, port: config.port })

  await firstAdmin(database)
  opened.resolve()
  const [bound] = app.addresses()
  const port = typeof bound === 'object' ? bound.port : config.port
  const host = config.host.includes(':') ? `[${config.host}]` : config.host
  await say(`Glut: http://${host}:${port}`)
}

/** Said before it is committed, and not before all else went well: what was said last is the password. */
async function firstAdmin({ kysely }: Database): Promise<void> {
  const password = config.adminPassword ?? (config.demo ? demoPassword : randomBytes(9).toString('base64url'))
  await makeFirstAdmin(kysely, config.adminUsername, password, async () => {
    if (config.adminPassword) return
    await say(`First admin: ${config.adminUsername}, password ${password} (shown this once)`)
  })
}

const say = (line: string) => new Promise<void>((done) => process.stdout.write(`${line}\n`, () => done()))

// A promise that nobody waited for, as of a connection that closed twice, is no reason to end the work of all.
process.on('unhandledRejection', (error) => log.error({ err: error }, 'something failed that nobody waited for'))
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop.now(signal))
await start().catch((error: unknown) => stop.failed(startError(error, config), error))
