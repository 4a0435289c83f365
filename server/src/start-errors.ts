import type { Config } from './config.ts'

/** A bad value of the environment ends the process with its sentence. */
export function configError<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    process.exit(1)
  }
}

/** Why the product did not start, as a sentence for whoever started it. */
export function startError(error: unknown, config: Config): string {
  const { message, code = '', syscall, path } = (error instanceof Error ? error : new Error(String(error))) as Failure
  if (syscall === 'listen' || syscall === 'getaddrinfo') {
    const known = config.databaseUrl && syscall === 'getaddrinfo' ? undefined : listening(code, config)
    if (known) return known
  }
  if (path?.startsWith(config.dataDir)) {
    const reason = onDisk[code]
    if (reason) return `DATA_DIR=${config.dataDir} ${reason}.`
  }
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

function ofDatabase(code: string, message: string): string | undefined {
  if (['ECONNREFUSED', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ECONNRESET', 'ENOENT'].includes(code)) {
    return `does not answer (${code})`
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'is on a host that nobody knows'
  if (code === '3D000') return 'does not exist: make it first'
  if (code === '28P01' || code === '28000') return 'refuses this user or password'
  if (code === '57P03') return 'is just starting or stopping: try again in a moment'
  if (code === '53300') return 'has no connection left'
  if (/^Connection terminated/.test(message)) return 'cut the connection'
  return undefined
}

function withoutPassword(text: string): string {
  const url = new URL(text)
  return `${url.hostname || 'socket'}:${url.port || 5432}${url.pathname}`
}
