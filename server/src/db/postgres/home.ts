import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { isAlive } from '../../processes.ts'
import type { Binaries } from './binaries.ts'

/** Account that runs the database; undefined when the product itself does not run as root. */
export type Account = { readonly uid: number; readonly gid: number } | undefined

/** Folders of a cluster and its account. */
export interface Home {
  readonly root: string
  readonly data: string
  readonly socket: string
  readonly log: string
  readonly account: Account
}

/** Upper limit in bytes for the path of a socket: Linux allows 107, macOS 103. */
const socketPathLimit = 100

/**
 * Returns the home of the cluster that belongs to `dataDir`, and creates it when it is missing.
 *
 * It is `<dataDir>/postgres`. PostgreSQL refuses to run as root; when root starts the product, `dataDir` lets the
 * unprivileged user pass (and see nothing). Where a folder above keeps that user out, it is a symlink to an own folder
 * below /var/lib, so that the cluster is found again whatever happens to the permissions later.
 */
export function makeHome(dataDir: string): Home {
  const isRoot = process.getuid?.() === 0
  fs.mkdirSync(dataDir, { recursive: true, mode: isRoot ? 0o711 : 0o700 })
  const link = path.join(fs.realpathSync(dataDir), 'postgres')
  const account = isRoot ? (ownerOf(path.join(link, 'data')) ?? unprivilegedAccount()) : undefined

  if (!fs.lstatSync(link, { throwIfNoEntry: false })) {
    if (account && !letPass(path.dirname(link), account)) linkToOwnFolder(link)
    else fs.mkdirSync(link, { recursive: true, mode: 0o700 })
  }
  if (!fs.existsSync(link)) {
    throw new Error(`${link} points to ${fs.readlinkSync(link)}, where the database was, but that folder is gone.`)
  }
  const root = fs.realpathSync(link)
  removeUnfinished(root)
  const home = { root, data: path.join(root, 'data'), log: path.join(root, 'log'), socket: socketFolder(root), account }
  claim(home.root, account)
  fs.mkdirSync(home.socket, { recursive: true, mode: 0o700 })
  claim(home.socket, account)
  return home
}

/** Returns programs that the account of `home` can run: the given ones, or a copy beside the data. */
export function makeRunnable(binaries: Binaries, home: Home): Binaries {
  const { account } = home
  if (!account || canRun(binaries.bin, account)) return binaries
  const copy = path.join(home.root, `postgresql-${binaries.version}`)
  if (!fs.existsSync(copy)) {
    const unfinished = makeUnfinished(copy)
    fs.cpSync(path.dirname(binaries.bin), unfinished, { recursive: true, verbatimSymlinks: true })
    handOver(unfinished, account)
    moveIntoPlace(unfinished, copy)
  }
  return { ...binaries, bin: path.join(copy, path.basename(binaries.bin)) }
}

/** Folders that this process is creating. */
const inTheMaking = new Set<string>()

/** Creates a folder beside `place`, to be moved there when it is finished; its name holds the id of this process. */
export function makeUnfinished(place: string): string {
  const folder = fs.mkdtempSync(`${place}-${process.pid}-`)
  inTheMaking.add(folder)
  return folder
}

/** Removes unfinished folders of killed processes. */
function removeUnfinished(root: string): void {
  for (const name of fs.readdirSync(root)) {
    const [, pid] = /^(?:data|postgresql-[\d.]+)-(?:(\d+)-)?\w{6}$/.exec(name) ?? []
    const folder = path.join(root, name)
    if (pid === undefined ? isUnfinished(name) && isOld(folder) : !isMaking(Number(pid), folder)) {
      fs.rmSync(folder, { recursive: true, force: true })
    }
  }
}

/** Whether a folder was left by an earlier version, which put no process id into the name. */
const isUnfinished = (name: string) => /^data-\w{6}$/.test(name)
const isOld = (folder: string) => (fs.statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0) < Date.now() - 600_000

const isMaking = (pid: number, folder: string) => (pid === process.pid ? inTheMaking.has(folder) : isAlive(pid))

/** Moves a finished folder to its final name; returns false when another process was faster, whose folder is kept. */
export function moveIntoPlace(unfinished: string, place: string): boolean {
  try {
    fs.renameSync(unfinished, place)
    return true
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    fs.rmSync(unfinished, { recursive: true })
    return false
  }
}

/** Gives `folder` to the account, unless another user owns it: anybody may have created one of that name in /tmp. */
function claim(folder: string, account: Account): void {
  const stat = fs.lstatSync(folder)
  const mine = process.getuid?.() ?? stat.uid
  if (!stat.isDirectory() || (stat.uid !== mine && stat.uid !== account?.uid)) {
    throw new Error(`${folder} belongs to another user: start the product as the user who started it first.`)
  }
  if (account) fs.lchownSync(folder, account.uid, account.gid)
  fs.chmodSync(folder, 0o700)
}

function linkToOwnFolder(link: string): void {
  const folder = fs.mkdtempSync('/var/lib/glut-')
  try {
    fs.symlinkSync(folder, link)
  } catch (error) {
    fs.rmdirSync(folder)
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

function socketFolder(root: string): string {
  const beside = path.join(root, 'run')
  if (Buffer.byteLength(path.join(beside, '.s.PGSQL.5432')) <= socketPathLimit) return beside
  return path.join(os.tmpdir(), `glut-${createHash('sha256').update(root).digest('hex').slice(0, 16)}`)
}

/** Returns the owner of a cluster that a user other than root created; it keeps that owner. */
function ownerOf(data: string): Account {
  const stat = fs.statSync(data, { throwIfNoEntry: false })
  return stat && stat.uid !== 0 ? { uid: stat.uid, gid: stat.gid } : undefined
}

function unprivilegedAccount(): Account {
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' }))
      return { uid: id('-u'), gid: id('-g') }
    } catch {}
  }
  throw new Error(
    'PostgreSQL refuses to run as root, and there is no user postgres or nobody to run it as: ' +
      'start the product as another user, or name a server in DATABASE_URL.',
  )
}

/** Returns whether the account can reach what is below the folder; if necessary, lets it pass without listing. */
function letPass(folder: string, account: NonNullable<Account>): boolean {
  if (canEnter(folder, account)) return true
  const stat = fs.statSync(folder)
  if (stat.uid !== process.getuid?.() || !canEnter(path.dirname(folder), account)) return false
  fs.chmodSync(folder, (stat.mode & 0o777) | 0o011)
  return canEnter(folder, account)
}

function canRun(bin: string, account: NonNullable<Account>): boolean {
  // One file of each kind is enough: all come from the same package with the same permissions.
  return ['postgres', 'initdb'].every((program) => {
    const file = fs.realpathSync(path.join(bin, program))
    return canEnter(path.dirname(file), account) && may(fs.statSync(file), account, 0o5)
  })
}

function canEnter(folder: string, account: NonNullable<Account>): boolean {
  const parent = path.dirname(folder)
  return may(fs.statSync(folder), account, 0o1) && (parent === folder || canEnter(parent, account))
}

function may(stat: fs.Stats, account: NonNullable<Account>, bits: number): boolean {
  const shift = stat.uid === account.uid ? 6 : stat.gid === account.gid ? 3 : 0
  return ((stat.mode >> shift) & bits) === bits
}

function handOver(folder: string, account: NonNullable<Account>): void {
  fs.chownSync(folder, account.uid, account.gid)
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name)
    if (entry.isDirectory()) handOver(file, account)
    else fs.lchownSync(file, account.uid, account.gid)
  }
}
