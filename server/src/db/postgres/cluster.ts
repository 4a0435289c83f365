import { type ChildProcess, execFileSync, type SpawnOptions, spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import type { Binaries } from './binaries.ts'
import { type Home, makeUnfinished, moveIntoPlace } from './home.ts'

export const clusterUser = 'glut'

export type Settings = Readonly<Record<string, string>>

const settings: Settings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '50',
  shared_buffers: '128MB',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Failed statements and their details hold what people typed, which does not belong in a log.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
}

const MB = 1024 * 1024
/**
 * Settings of glibc's malloc: up to 8 MB that a statement frees stay with its connection. By default memory from 128 kB
 * on goes back to the system and is fetched again page by page, which takes longer than a search (decision 24).
 */
const memory = { MALLOC_TRIM_THRESHOLD_: `${8 * MB}`, MALLOC_MMAP_THRESHOLD_: `${4 * MB}` }

const logLimit = 10 * 1024 * 1024

/** Returns the major version that wrote the cluster; undefined when there is none yet. */
export function clusterVersion(home: Home): number | undefined {
  const file = path.join(home.data, 'PG_VERSION')
  return fs.existsSync(file) ? Number.parseInt(fs.readFileSync(file, 'utf8'), 10) : undefined
}

/** Creates the cluster completely, or not at all when it fails. Returns false when another process was faster. */
export async function createCluster(home: Home, binaries: Binaries): Promise<boolean> {
  for (const characterTypes of ['C.UTF-8', 'en_US.UTF-8', 'C']) {
    const unfinished = makeUnfinished(home.data)
    if (home.account) fs.chownSync(unfinished, home.account.uid, home.account.gid)
    const failure = await initdb(home, binaries, unfinished, characterTypes)
    if (failure === undefined) return moveIntoPlace(unfinished, home.data)
    fs.rmSync(unfinished, { recursive: true })
    if (!failure.includes('invalid locale name')) throw new Error(`initdb failed:\n${failure}`)
  }
  throw new Error('initdb knows none of the locales that it may use.')
}

function initdb(home: Home, binaries: Binaries, data: string, characterTypes: string): Promise<string | undefined> {
  // Sorting and case mapping come from PostgreSQL itself where it can do that (17 and later): an update of the system's
  // locales then cannot break an index. pg_trgm uses the system's character types all the same, and with plain C it
  // would drop every umlaut.
  const locale =
    binaries.major >= 17
      ? ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', `--lc-ctype=${characterTypes}`]
      : [`--locale=${characterTypes}`, '--lc-messages=C']
  const program = path.join(binaries.bin, 'initdb')
  const child = spawn(program, ['-D', data, '-U', clusterUser, '-A', 'trust', '-E', 'UTF8', ...locale], {
    ...asAccount(home),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errors = ''
  child.stderr?.on('data', (chunk) => {
    errors += chunk
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve(code === 0 ? undefined : errors))
  })
}

/**
 * Starts the server in a session of its own, so that Ctrl+C in the terminal reaches only the product, which stops the
 * database when nothing needs it any more.
 */
export function launchServer(home: Home, binaries: Binaries, extra: Settings): ChildProcess {
  if ((fs.statSync(home.log, { throwIfNoEntry: false })?.size ?? 0) > logLimit) {
    fs.renameSync(home.log, `${home.log}.1`)
  }
  const log = fs.openSync(home.log, 'a', 0o600)
  const all = { ...settings, unix_socket_directories: home.socket, ...extra }
  const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(path.join(binaries.bin, 'postgres'), ['-D', home.data, ...options], {
    ...asAccount(home),
    stdio: ['ignore', 'ignore', log],
    detached: true,
  })
  fs.closeSync(log)
  child.unref()
  return child
}

/** Returns the last lines of the server's log. */
export function endOfLog(home: Home): string {
  if (!fs.existsSync(home.log)) return ''
  return fs.readFileSync(home.log, 'utf8').trimEnd().split('\n').slice(-5).join('\n')
}

/** Returns the process id in postmaster.pid if it is a running PostgreSQL server. */
export function serverProcess(home: Home): number | undefined {
  const pid = notedProcess(home)
  return pid !== undefined && isPostgres(pid, home.data) ? pid : undefined
}

/**
 * Removes the lock files of a server that died. PostgreSQL does so itself unless another process has got the same id
 * meanwhile, which is usual after a container was restarted.
 */
export function removeStaleLock(home: Home): void {
  if (notedProcess(home) === undefined || serverProcess(home) !== undefined) return
  fs.rmSync(path.join(home.data, 'postmaster.pid'), { force: true })
  fs.rmSync(path.join(home.socket, '.s.PGSQL.5432.lock'), { force: true })
}

function notedProcess(home: Home): number | undefined {
  try {
    return Number.parseInt(fs.readFileSync(path.join(home.data, 'postmaster.pid'), 'utf8'), 10) || undefined
  } catch {
    return undefined
  }
}

function isPostgres(pid: number, data: string): boolean {
  const folder = `/proc/${pid}`
  try {
    if (!fs.existsSync('/proc/self')) {
      const [state, name] = execFileSync('ps', ['-o', 'stat=,comm=', '-p', `${pid}`], { encoding: 'utf8' }).split(/\s+/)
      return name?.endsWith('postgres') === true && !state?.startsWith('Z')
    }
    if (!fs.readFileSync(`${folder}/comm`, 'utf8').startsWith('postgres')) return false
    if (/^State:\s+Z/m.test(fs.readFileSync(`${folder}/status`, 'utf8'))) return false
  } catch {
    return false
  }
  try {
    // A server runs in its data folder; one in another folder serves another cluster.
    return fs.readlinkSync(`${folder}/cwd`) === data
  } catch {
    return true
  }
}

function asAccount(home: Home): SpawnOptions {
  const { PATH, LD_LIBRARY_PATH } = process.env
  return { ...home.account, cwd: home.root, env: { PATH, LD_LIBRARY_PATH, LC_ALL: 'C', TZ: 'UTC', ...memory } }
}
