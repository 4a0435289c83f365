import { isIP } from 'node:net'
import path from 'node:path'

/** Settings of an S3-compatible service and a bucket in it. */
export interface S3Settings {
  readonly endpoint: URL
  readonly bucket: string
  readonly accessKey: string
  readonly secretKey: string
  readonly region: string
}

/** A service with the transcription API of OpenAI. */
export interface TranscriptionService {
  readonly url: URL
  readonly key: string | null
  readonly model: string
}

/** A local program with its arguments, which is started without a shell. */
export interface TranscriptionCommand {
  readonly command: readonly string[]
}

/** The parsed environment. A bad value stops the start with a sentence. */
export interface Config {
  readonly host: string
  readonly port: number
  readonly dataDir: string
  readonly databaseUrl: string | null
  /** Public address, e.g. `https://crm.example.ch`; decides on Secure cookies. Null: as each request says. */
  readonly publicUrl: URL | null
  /** 32 bytes in hex or base64; null: a key file below dataDir, created at the first start. */
  readonly secretKey: string | null
  readonly adminUsername: string
  readonly adminPassword: string | null
  /** The VIES service that confirms UID numbers; null: they are not confirmed. */
  readonly viesUrl: URL | null
  /** Store for files; null: they are stored below dataDir. */
  readonly s3: S3Settings | null
  /** How voice memos are transcribed; null: not at all. */
  readonly transcription: TranscriptionService | TranscriptionCommand | null
  /** Networks in which webhooks may be called besides public addresses, also without TLS. */
  readonly webhookNetworks: readonly string[]
  /** Base URL of the API of sipgate. */
  readonly sipgateUrl: URL
  /** Base URLs of Microsoft 365, for tokens and for mailboxes. */
  readonly m365LoginUrl: URL
  readonly m365GraphUrl: URL
  /** Upper limit for every upload; null: as each call says. */
  readonly maxUploadBytes: number | null
  /** Number or addresses of the proxies in front; false: none. */
  readonly trustProxy: false | number | string[]
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
  readonly demo: boolean
  readonly development: boolean
}

/** Reads the environment and the command line; throws an Error whose message names the variable and what is wrong. */
export function readConfig(env: NodeJS.ProcessEnv, args: readonly string[]): Config {
  const logLevel = env.LOG_LEVEL || 'info'
  if (!isLogLevel(logLevel)) throw new Error(`LOG_LEVEL must be one of ${logLevels.join(', ')}, not "${logLevel}".`)
  return {
    host: env.HOST || '127.0.0.1',
    port: port(env.PORT || '8080'),
    dataDir: path.resolve(env.DATA_DIR || 'data'),
    databaseUrl: env.DATABASE_URL ? databaseUrl(env.DATABASE_URL) : null,
    publicUrl: env.PUBLIC_URL ? url('PUBLIC_URL', env.PUBLIC_URL) : null,
    secretKey: env.SECRET_KEY || null,
    adminUsername: env.ADMIN_USERNAME || 'admin',
    adminPassword: env.ADMIN_PASSWORD || null,
    viesUrl: env.VIES_URL ? url('VIES_URL', env.VIES_URL) : null,
    s3: env.S3_ENDPOINT ? s3(env) : null,
    transcription: transcription(env),
    webhookNetworks: env.WEBHOOK_NETWORKS ? networks('WEBHOOK_NETWORKS', env.WEBHOOK_NETWORKS) : [],
    sipgateUrl: secureUrl('SIPGATE_URL', env.SIPGATE_URL || 'https://api.sipgate.com'),
    m365LoginUrl: secureUrl('M365_LOGIN_URL', env.M365_LOGIN_URL || 'https://login.microsoftonline.com'),
    m365GraphUrl: secureUrl('M365_GRAPH_URL', env.M365_GRAPH_URL || 'https://graph.microsoft.com'),
    maxUploadBytes: env.MAX_UPLOAD_MB ? megabytes('MAX_UPLOAD_MB', env.MAX_UPLOAD_MB) : null,
    trustProxy: proxies(env.TRUST_PROXY || 'false'),
    logLevel,
    demo: args.includes('--demo'),
    development: env.GLUT_DEVELOPMENT === '1',
  }
}

const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const
const isLogLevel = (text: string): text is Config['logLevel'] => (logLevels as readonly string[]).includes(text)

function port(text: string): number {
  const number = Number(text)
  if (/^\d{1,5}$/.test(text) && number <= 65_535) return number
  throw new Error(`PORT must be a number from 0 to 65535, not "${text}".`)
}

function url(name: string, text: string): URL {
  const parsed = URL.parse(text)
  if (parsed?.protocol === 'http:' || parsed?.protocol === 'https:') return parsed
  throw new Error(`${name} must be an address that starts with http:// or https://, not "${text}".`)
}

/** Requires https, because secrets are sent there; plain http is allowed on this machine only. */
function secureUrl(name: string, text: string): URL {
  const parsed = url(name, text)
  if (parsed.protocol === 'https:' || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(parsed.hostname)) return parsed
  throw new Error(`${name} must be an address that starts with https://.`)
}

function s3(env: NodeJS.ProcessEnv): S3Settings {
  const { S3_ENDPOINT = '', S3_BUCKET: bucket, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey } = env
  if (!bucket || !accessKey || !secretKey) {
    throw new Error('S3_ENDPOINT needs S3_BUCKET, S3_ACCESS_KEY and S3_SECRET_KEY beside it.')
  }
  return {
    endpoint: url('S3_ENDPOINT', S3_ENDPOINT),
    bucket,
    accessKey,
    secretKey,
    region: env.S3_REGION || 'us-east-1',
  }
}

function transcription(env: NodeJS.ProcessEnv): Config['transcription'] {
  const { TRANSCRIPTION_URL: address, TRANSCRIPTION_COMMAND: command } = env
  if (address && command) throw new Error('TRANSCRIPTION_URL and TRANSCRIPTION_COMMAND exclude each other.')
  if (command) return { command: command.trim().split(/\s+/) }
  if (!address) return null
  const given = url('TRANSCRIPTION_URL', address)
  return {
    url: given.pathname === '/' ? new URL('/v1/audio/transcriptions', given) : given,
    key: env.TRANSCRIPTION_KEY || null,
    model: env.TRANSCRIPTION_MODEL || 'whisper-1',
  }
}

function megabytes(name: string, text: string): number {
  if (/^\d{1,6}$/.test(text) && Number(text) > 0) return Number(text) * 1024 * 1024
  throw new Error(`${name} must be a whole number of megabytes, not "${text}".`)
}

function databaseUrl(text: string): string {
  if (/^postgres(ql)?:\/\//.test(text) && URL.canParse(text)) return text
  throw new Error('DATABASE_URL must look like postgres://user:password@host:5432/database.')
}

function proxies(text: string): Config['trustProxy'] {
  if (text === 'false' || text === '0') return false
  if (text === 'true') return 1
  if (/^[1-9]$/.test(text)) return Number(text)
  const addresses = text.split(',').map((one) => one.trim())
  if (addresses.every(isNetwork)) return addresses
  throw new Error(
    `TRUST_PROXY must be false, true, a number of proxies from 1 to 9, or their addresses separated by commas, not "${text}".`,
  )
}

function networks(name: string, text: string): string[] {
  const addresses = text.split(',').map((one) => one.trim())
  if (addresses.every(isNetwork)) return addresses
  throw new Error(`${name} must be addresses or networks separated by commas, e.g. 10.1.0.0/16, not "${text}".`)
}

/** Whether a text is an IP address or a network such as `10.0.0.0/8`. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const most = isIP(address) === 4 ? 32 : 128
  return (
    isIP(address) > 0 &&
    more.length === 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) > 0 && Number(bits) <= most))
  )
}
