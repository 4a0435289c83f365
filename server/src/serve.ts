import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import { buildApp } from './app.ts'
import { startWebhooks } from './calendars/webhooks/deliver.ts'
import type { Config } from './config.ts'
import type { Database } from './db/db.ts'
import { openFileStore } from './files/open-store.ts'
import { closeInTime } from './http/close.ts'
import type { Vault } from './http/vault.ts'
import { startJobs } from './jobs/runner.ts'
import { startSync } from './mail/mailboxes/sync.ts'
import { startOutbox } from './mail/outgoing/outbox.ts'
import { jobHandlers, repairs } from './registries/jobs.ts'
import { readable } from './registries/readable.ts'
import type { openStop } from './stop.ts'
import { makeFirstAdmin } from './users/first-admin.ts'

/** What the start has prepared. */
interface Ready {
  readonly config: Config
  readonly log: Logger
  readonly stop: ReturnType<typeof openStop>
  readonly database: Database
  readonly vault: Vault
}

/** Starts all background work, and opens the server. */
export async function serve({ config, log, stop, database, vault }: Ready): Promise<void> {
  const appContext = {
    database,
    services: {
      config,
      vault,
      files: openFileStore(config, log),
      readable,
    },
    checkAnswers: false,
  }
  const demo = config.demo ? { ...(await import('./demo/demo.ts')), ...(await import('./demo/mail.ts')) } : null
  const admin = () => firstAdmin(config, database, demo?.demoPassword)
  if (demo) {
    await admin()
    await demo.addDemo(appContext)
  }

  const app = await buildApp(appContext, log)
  // Requests wait until the first admin exists.
  const opened = Promise.withResolvers<void>()
  app.addHook('onRequest', () => opened.promise)
  stop.first(() => closeInTime(app))
  const demoMail = await demo?.startDemoMail(appContext)
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

  await admin()
  opened.resolve()
  const [bound] = app.addresses()
  const port = typeof bound === 'object' ? bound.port : config.port
  const host = config.host.includes(':') ? `[${config.host}]` : config.host
  await say(`Glut: http://${host}:${port}`)
}

/** Creates the first admin. The password is printed before the commit, so the one printed last is valid. */
async function firstAdmin(config: Config, { kysely }: Database, usual?: string): Promise<void> {
  const password = config.adminPassword ?? usual ?? randomBytes(9).toString('base64url')
  await makeFirstAdmin(kysely, config.adminUsername, password, async () => {
    if (config.adminPassword) return
    await say(`First admin: ${config.adminUsername}, password ${password} (shown this once)`)
  })
}

const say = (line: string) => new Promise<void>((done) => process.stdout.write(`${line}\n`, () => done()))
