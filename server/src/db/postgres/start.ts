import fs from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { locks } from '../locks.ts'
import { findBinaries } from './binaries.ts'
import {
  clusterUser,
  clusterVersion,
  createCluster,
  endOfLog,
  launchServer,
  removeStaleLock,
  type Settings,
  serverProcess,
} from './cluster.ts'
import { type Home, makeHome, makeRunnable } from './home.ts'

export interface Postgres {
  /** The product's database, for `openDatabase`. */
  readonly connection: {
    readonly host: string
    readonly port: number
    readonly user: string
    readonly database: string
  }
  /** Whether the server was running already: left by a killed process, or shared with a running one. */
  readonly adopted: boolean
  /** Whether the cluster was created just now. */
  readonly fresh: boolean
  /** Releases the server, and stops it unless another process still uses it. Close every pool first. */
  stop(): Promise<void>
}

/** Recovery after a crash replays at most max_wal_size of log, which slow disks need a while for. In milliseconds. */
const patience = 120_000

/**
 * Starts the PostgreSQL server whose cluster is below `dataDir`, creating it when there is none, or adopts a running
 * one. It listens only on a unix socket that only its own account can open.
 *
 * Every process keeps one connection with a shared advisory lock as the sign that it uses the server: the last one to
 * stop gets the exclusive lock and stops the server, and a killed process releases its lock.
 */
export async function startPostgres({
  dataDir,
  settings = {},
}: {
  dataDir: string
  settings?: Settings
}): Promise<Postgres> {
  if (process.platform === 'win32') {
    throw new Error('On Windows the product needs a PostgreSQL server: name it in DATABASE_URL.')
  }
  const home = makeHome(dataDir)
  const fresh = clusterVersion(home) === undefined && (await createCluster(home, binariesFor(home)))
  const first = await attach(home, settings)
  try {
    await createDatabase(first.client)
  } catch (error) {
    await first.client.end()
    await stopIfUnused(home)
    throw error
  }

  let client = first.client
  let stopping = false
  // The server restarts its processes when one of them is killed, which cuts every connection. If the whole server was
  // killed, this starts it again.
  let coming: Promise<void> | undefined
  const comeBack = async () => {
    while (!stopping) {
      try {
        client = (await attach(home, settings)).client
        return holdOn()
      } catch {
        await sleep(1000, undefined, { ref: false })
      }
    }
  }
  const holdOn = () => {
    client.once('end', () => {
      coming = comeBack()
    })
  }
  holdOn()

  return {
    connection: { ...address(home), database: 'glut' },
    adopted: first.adopted,
    fresh,
    async stop() {
      if (stopping) return
      stopping = true
      // Otherwise it would start the server again meanwhile.
      await coming
      await client.end()
      await stopIfUnused(home)
    },
  }
}

/** Returns a connection that marks the server as used; starts the server when none answers. */
async function attach(home: Home, settings: Settings): Promise<{ client: pg.Client; adopted: boolean }> {
  const deadline = Date.now() + patience
  let launched = false
  let failures = 0
  while (Date.now() < deadline) {
    const client = await connect(home)
    if (client) return { client, adopted: !launched }
    if (serverProcess(home) === undefined) {
      removeStaleLock(home)
      try {
        launched = await launchAndWait(home, settings)
      } catch (error) {
        // Right after a kill, processes of the old server may still be ending.
        failures += 1
        if (failures === 4) throw error
        await sleep(500)
      }
    } else {
      await sleep(10)
    }
  }
  throw new Error(`The PostgreSQL server in ${home.data} runs but does not answer:\n${endOfLog(home)}`)
}

/** Returns true when our server answers, false when another process was faster with its own. */
async function launchAndWait(home: Home, settings: Settings): Promise<boolean> {
  const child = launchServer(home, binariesFor(home), settings)
  let failure: Error | undefined
  child.once('error', (error) => {
    failure = error
  })
  const deadline = Date.now() + patience
  while (child.exitCode === null && child.signalCode === null && !failure && Date.now() < deadline) {
    const probe = await connect(home)
    if (probe) {
      await probe.end()
      return serverProcess(home) === child.pid
    }
    await sleep(5)
  }
  if (failure) throw failure
  if (serverProcess(home) !== undefined) return false
  throw new Error(`The PostgreSQL server in ${home.data} does not start:\n${endOfLog(home)}`)
}

/** Returns a connection with the shared lock, or undefined when our server does not answer. */
async function connect(home: Home): Promise<pg.Client | undefined> {
  if (!fs.existsSync(`${home.socket}/.s.PGSQL.5432`)) return undefined
  const client = new pg.Client({ ...address(home), database: 'postgres', application_name: 'glut launcher' })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query('SHOW data_directory')
    if (fs.realpathSync(rows[0].data_directory) !== home.data) {
      throw new Error(`${home.socket} belongs to the database in ${rows[0].data_directory}.`)
    }
    await client.query('SELECT pg_advisory_lock_shared($1)', [locks.postgresInUse])
    return client
  } catch (error) {
    await client.end().catch(() => {})
    if (isGone(error)) return undefined
    throw error
  }
}

/** Whether an error means that the server is missing, still starting, or just stopping. */
function isGone(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  return /^(ECONNREFUSED|ENOENT|ECONNRESET|EPIPE|57P0[1-3])$/.test(code) || /Connection terminated/.test(message)
}

async function createDatabase(client: pg.Client): Promise<void> {
  const { rows } = await client.query("SELECT 1 FROM pg_database WHERE datname = 'glut'")
  if (rows.length > 0) return
  try {
    await client.query('CREATE DATABASE glut')
  } catch (error) {
    // Another process created it at the same time.
    if (!['42P04', '23505'].includes((error as pg.DatabaseError).code ?? '')) throw error
  }
}

async function stopIfUnused(home: Home): Promise<void> {
  const client = await connect(home)
  if (!client) return
  await client.query('SELECT pg_advisory_unlock_shared($1)', [locks.postgresInUse])
  const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS last', [locks.postgresInUse])
  const pid = serverProcess(home)
  if (rows[0].last && pid !== undefined) {
    // SIGINT is PostgreSQL's fast shutdown: it rolls back open transactions and writes a checkpoint.
    process.kill(pid, 'SIGINT')
    while (serverProcess(home) === pid) await sleep(5)
  }
  await client.end()
}

const address = (home: Home) => ({ host: home.socket, port: 5432, user: clusterUser })

const binariesFor = (home: Home) => makeRunnable(findBinaries(clusterVersion(home)), home)
