import { accessSync, constants, existsSync } from 'node:fs'
import path from 'node:path'
import type { Config } from './config.ts'

/** Ends the process with the message of a configuration error. */
export function configError<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    process.exit(1)
  }
}

/** Returns why the product did not start, as a sentence for whoever started it. */
export function startError(error: unknown, config: Config): string {
  const {
    message,
    code = '',
    syscall,
    path: place,
  } = (error instanceof Error ? error : new Error(String(error))) as Failure
  if (syscall === 'listen' || syscall === 'getaddrinfo') {
    const known = config.databaseUrl && syscall === 'getaddrinfo' ? undefined : listening(code, config)
    if (known) return known
  }
  if (place?.startsWith(config.dataDir)) {
    const reason = onDisk[code === 'ENOENT' ? whyNoFolder(place) : code]
    if (reason) return `DATA_DIR=${config.dataDir} ${reason}.`
  }
  // Messages of the programs of PostgreSQL.
  const told = inWords.find(([words]) => words.test(message))
  if (!config.databaseUrl && told) return `DATA_DIR=${config.dataDir} ${onDisk[told[1]]}.`
  if (config.databaseUrl) {
    const reason = ofDatabase(code, message)
    if (reason) return `The database of DATABASE_URL (${withoutPassword(config.databaseUrl)}) ${reason}.`
  }
  return message || code || 'The start failed.'
}

type Failure = NodeJS.ErrnoException

function listening(code: string, { host, port }: Config): string | undefined {
  if (code === 'EADDRINUSE') return `PORT=${port} on ${host} is taken: stop what listens there, or choose another one.`
  if (code === 'EACCES') return `PORT=${port} may not be opened by this user: choose one above 1023.`
  if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL', 'EAFNOSUPPORT'].includes(code)) {
    return `HOST=${host} is no address of this machine.`
  }
  return undefined
}

const onDisk: Record<string, string> = {
  EEXIST: 'is no folder',
  ENOTDIR: 'is no folder',
  EROFS: 'cannot be written to: its disk is read-only',
  EACCES: 'may not be written to by this user',
  EPERM: 'may not be written to by this user',
  ENOSPC: 'has no room left',
  EDQUOT: 'has no room left',
}

const inWords: readonly [RegExp, string][] = [
  [/No space left on device|Disk quota exceeded/, 'ENOSPC'],
  [/Read-only file system/, 'EROFS'],
]

/** Returns the error code of the nearest existing folder, as Node reports only ENOENT when it cannot create one. */
function whyNoFolder(wanted: string): string {
  let above = wanted
  while (!existsSync(above) && path.dirname(above) !== above) above = path.dirname(above)
  try {
    accessSync(above, constants.W_OK)
    return 'ENOENT'
  } catch (error) {
    return (error as Failure).code ?? ''
  }
}

function ofDatabase(code: string, message: string): string | undefined {
  if (['ECONNREFUSED', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ECONNRESET', 'ENOENT'].includes(code)) {
    return `does not answer (${code})`
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'is on a host that nobody knows'
  if (code === '3D000') return 'does not exist: make it first'
  if (code === '28P01' || code === '28000') return 'refuses this user or password'
  if (code === '42501') return 'does not let this user make tables'
  if (code === '57P03') return 'is just starting or stopping: try again in a moment'
  if (code === '53300') return 'has no connection left'
  if (/^Connection terminated/.test(message)) return 'cut the connection'
  return undefined
}

function withoutPassword(text: string): string {
  const url = new URL(text)
  return `${decodeURIComponent(url.hostname) || 'socket'}:${url.port || 5432}${url.pathname}`
}
