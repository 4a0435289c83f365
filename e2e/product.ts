import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { notificationTypes } from '../contract/src/together/notifications.ts'
import { type Database, openDatabase } from '../server/src/db/db.ts'
import { copyDemo } from './demo-data.ts'

const root = join(import.meta.dirname, '..')

/** Running product with demo data and a data folder of its own. */
export interface Product {
  readonly url: string
  /** Data folder. */
  readonly dataFolder: string
  /** Returns the log so far. */
  log(): string
  /** Stops the product with SIGTERM and removes its data; throws when it does not end with exit code 0. */
  stop(): Promise<void>
}

export async function startProduct(env: Record<string, string> = {}): Promise<Product> {
  const folder = await mkdtemp(join(tmpdir(), 'glut-'))
  // PostgreSQL runs as another user when root starts the product, and needs access to the folder
  await chmod(folder, 0o711)
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 5 })
  const dataFolder = join(folder, 'data')
  try {
    await copyDemo(dataFolder, makeDemo)
    const { url, log, end } = await launch(dataFolder, env)
    await prepare({ dataFolder })
    return { url, dataFolder, log, stop: () => end().finally(remove) }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Starts a second process on the data of a product. */
export async function startBeside({ dataFolder }: Product): Promise<{ url: string; kill(): Promise<void> }> {
  const { url, child } = await launch(dataFolder)
  // even if a test fails before it calls `kill`
  process.once('exit', () => child.kill('SIGKILL'))
  return { url, kill: () => kill(child) }
}

/** Fills a data folder with demo data and waits until its jobs are done; otherwise every copy would run them again. */
export async function makeDemo(dataFolder: string): Promise<void> {
  const { end } = await launch(dataFolder)
  const database = databaseOf({ dataFolder })
  const isAtWork = async () => {
    const { rows } = await database.pool.query(
      'select 1 from graphile_worker._private_jobs where run_at <= now() limit 1',
    )
    return rows.length > 0
  }
  try {
    while (await isAtWork()) await sleep(100)
  } finally {
    await database.close()
    await end()
  }
}

/** Starts the product on a data folder; `end` throws when it ended before or does not end well. */
async function launch(dataFolder: string, env: Record<string, string> = {}) {
  let log = ''
  const child = spawn(process.execPath, ['server/src/main.ts', '--demo'], {
    cwd: root,
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: dataFolder,
      ADMIN_USERNAME: 'admin',
      ADMIN_PASSWORD: 'glut-demo',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      log += text
    })
  }
  try {
    return {
      url: await whenReady(child, () => log),
      log: () => log,
      end: () => end(child, () => log),
      child,
    }
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  }
}

export const databaseOf = ({ dataFolder }: Pick<Product, 'dataFolder'>): Database =>
  openDatabase({ host: join(dataFolder, 'postgres', 'run'), user: 'glut', database: 'glut' })

/**
 * Prepares data that all tests of a worker share and none changes: nobody has popups, sounds or browser notifications,
 * which would cover screens (tests of notifications turn them on), and e-mails about appointments have a mailbox.
 */
async function prepare(product: Pick<Product, 'dataFolder'>): Promise<void> {
  const database = databaseOf(product)
  const ways = notificationTypes.map((type) => [type, { popup: false, sound: false, browser: false }])
  await database.pool.query('insert into notification_setting (user_id, ways) select id, $1 from app_user', [
    JSON.stringify(Object.fromEntries(ways)),
  ])
  await database.pool.query('update appointment_setting set mailbox_id = (select id from mailbox order by id limit 1)')
  await database.close()
}

async function whenReady(child: ChildProcess, log: () => string): Promise<string> {
  const deadline = Date.now() + 300_000
  while (Date.now() < deadline) {
    if (hasEnded(child)) throw new Error(`The product ended while starting:\n${log()}`)
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(log())?.[0]
    const answer = url ? await fetch(`${url}/readyz`).catch(() => undefined) : undefined
    await answer?.arrayBuffer()
    if (url && answer?.ok) return url
    await sleep(50)
  }
  throw new Error(`The product was not ready in time:\n${log()}`)
}

async function end(child: ChildProcess, log: () => string): Promise<void> {
  const endedEarly = hasEnded(child)
  if (!endedEarly) {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    // the product waits 20 seconds for running work, then for its database, which takes longer on a busy machine
    const late = setTimeout(() => child.kill('SIGKILL'), 150_000)
    await ended
    clearTimeout(late)
  }
  if (endedEarly || child.exitCode !== 0) {
    const code = child.signalCode ?? `exit code ${child.exitCode}`
    throw new Error(`The product ${endedEarly ? 'ended during the tests' : 'did not end well'} (${code}):\n${log()}`)
  }
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}
