import type { MailFault } from '#contract/mail/mailboxes'
import { StorageError } from '../../files/file-store.ts'
import { lookupTable } from '../../lookup-table.ts'

const mostSaid = 300

/** Returns text from a server as one line without control characters. */
export const plainLine = (said: string): string =>
  said
    .slice(0, 10 * mostSaid)
    .replace(/[\s\p{C}\p{Default_Ignorable_Code_Point}]+/gu, ' ')
    .trim()
    .slice(0, mostSaid)
    .toWellFormed()

interface Chances {
  /** Whether a retry may succeed. */
  readonly passing?: boolean
  /** Milliseconds that the server asks to wait. */
  readonly waitMs?: number | null
}

/** Error of fetching or sending mail, with what the server said about it. */
export class MailError extends Error {
  readonly fault: MailFault
  readonly said: string
  readonly passing: boolean
  readonly waitMs: number | null
  constructor(fault: MailFault, said = '', { passing = true, waitMs = null }: Chances = {}) {
    const line = plainLine(said)
    super(`${fault}: ${line}`)
    this.fault = fault
    this.said = line
    this.passing = passing
    this.waitMs = waitMs
  }
}

/** Faults that end the connection, although what was asked for may be their reason. */
export const hangUps: readonly MailFault[] = ['DISCONNECTED', 'TIMEOUT']

/** What clients, sockets and TLS attach to their errors. */
interface Clues {
  readonly code?: string
  readonly message?: string
  readonly authenticationFailed?: boolean
  readonly serverResponseCode?: string
  readonly responseText?: string
  readonly response?: unknown
  readonly reason?: string
  readonly tlsFailed?: boolean
  readonly mailboxMissing?: boolean
  readonly throttleReset?: number
  readonly oauthError?: unknown
  readonly cause?: unknown
}

const byCode = lookupTable<MailFault>({
  ENOTFOUND: 'HOST_UNKNOWN',
  EAI_AGAIN: 'HOST_UNKNOWN',
  EAI_FAIL: 'HOST_UNKNOWN',
  EINVAL: 'HOST_UNKNOWN',
  ECONNREFUSED: 'REFUSED',
  EHOSTUNREACH: 'REFUSED',
  ENETUNREACH: 'REFUSED',
  EACCES: 'REFUSED',
  ETIMEDOUT: 'TIMEOUT',
  ETIMEOUT: 'TIMEOUT',
  CONNECT_TIMEOUT: 'TIMEOUT',
  GREETING_TIMEOUT: 'TIMEOUT',
  UPGRADE_TIMEOUT: 'TIMEOUT',
  UND_ERR_CONNECT_TIMEOUT: 'TIMEOUT',
  UND_ERR_HEADERS_TIMEOUT: 'TIMEOUT',
  ECONNRESET: 'DISCONNECTED',
  EPIPE: 'DISCONNECTED',
  NoConnection: 'DISCONNECTED',
  EConnectionClosed: 'DISCONNECTED',
  StateLogout: 'DISCONNECTED',
  ClosedAfterConnectText: 'DISCONNECTED',
  ClosedAfterConnectTLS: 'DISCONNECTED',
  ECLOSED: 'DISCONNECTED',
  UND_ERR_SOCKET: 'DISCONNECTED',
  ETHROTTLE: 'THROTTLED',
  EPROTO: 'PROTOCOL',
  InvalidResponse: 'PROTOCOL',
  LiteralTooLarge: 'PROTOCOL',
  LineTooLarge: 'PROTOCOL',
  ResponseTooLarge: 'PROTOCOL',
})
const byServerCode = lookupTable<MailFault>({
  AUTHENTICATIONFAILED: 'CREDENTIALS',
  AUTHORIZATIONFAILED: 'NOT_ALLOWED',
  EXPIRED: 'CREDENTIALS',
  PRIVACYREQUIRED: 'NO_STARTTLS',
  NOPERM: 'NOT_ALLOWED',
  NONEXISTENT: 'FOLDER_MISSING',
  OVERQUOTA: 'QUOTA',
  LIMIT: 'THROTTLED',
  INUSE: 'THROTTLED',
  UNAVAILABLE: 'DISCONNECTED',
})

/** Converts any error to a MailError. */
export function mailError(error: unknown): MailError {
  if (error instanceof MailError) return error
  if (error instanceof AggregateError && error.errors.length > 0) return mailError(error.errors[0])
  if (isOwn(error)) return ownFault(error)
  const clues = error as Clues
  const said = saidBy(clues)
  return new MailError(faultOf(clues, said), said, { waitMs: clues.throttleReset ?? null })
}

/** Returns the MailError for a failure of the product, such as its disk or database. */
export const ownFault = (error: unknown) => new MailError('OWN_FAULT', error instanceof Error ? error.message : '')

/** Whether an error is one of the file store, the disk, or PostgreSQL (only its errors have a severity). */
const isOwn = (error: unknown) =>
  error instanceof StorageError ||
  (error instanceof Error &&
    ('severity' in error || ('code' in error && /^(ENOSPC|EDQUOT|EROFS|EIO)$/.test(String(error.code)))))

function faultOf(clues: Clues, said: string): MailFault {
  const { code = '', serverResponseCode = '', cause } = clues
  // Exchange: the password is right, but the tenant forbids this protocol.
  if (/5\.7\.139|SmtpClientAuthentication is disabled|authenticated but not connected/i.test(said)) return 'NOT_ALLOWED'
  if (/STARTTLS/i.test(clues.message ?? '') && !/certificate/i.test(clues.message ?? '')) return 'NO_STARTTLS'
  if (isCertificate(code, clues.message ?? '')) return 'CERTIFICATE'
  if (clues.throttleReset || /too many|throttl|rate limit|try again later/i.test(said)) return 'THROTTLED'
  const byServer = byServerCode.get(serverResponseCode)
  if (byServer) return byServer
  if (clues.authenticationFailed) return clues.oauthError ? 'TOKEN' : 'CREDENTIALS'
  if (clues.mailboxMissing) return 'FOLDER_MISSING'
  const own = byCode.get(code)
  if (own) return own
  if (clues.tlsFailed) return 'CERTIFICATE'
  if (cause && cause !== clues) return faultOf(cause as Clues, saidBy(cause as Clues))
  return 'PROTOCOL'
}

const isCertificate = (code: string, message: string) =>
  /^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER)|ERR_TLS_CERT|HOSTNAME_MISMATCH|ERR_SSL)/.test(code) ||
  /certificate|wrong version number/i.test(message)

function saidBy(clues: Clues): string {
  const { responseText, response, reason, message } = clues
  if (responseText) return responseText
  if (typeof response === 'string' && response) return response
  const inner = (clues.cause as Clues | undefined)?.message
  return [reason, message, inner].find((text) => text && text !== 'Command failed' && text !== 'fetch failed') ?? ''
}
