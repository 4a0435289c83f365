import type { Readable } from 'node:stream'
import { Readable as Streams } from 'node:stream'
import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { MailFault, MailServer } from '#contract/mail/mailboxes'
import { callable } from '../transports/callable.ts'
import { MailError, plainLine } from '../transports/faults.ts'
import { giveUpMs } from '../transports/transport.ts'
import type { SendingMailbox } from './sending-mailbox.ts'

export interface Handing {
  /** Envelope sender; empty is the null sender, which programs do not answer. */
  readonly from: string
  readonly to: readonly string[]
  readonly size: number
  open(): Promise<Readable>
  /**
   * Awaited when all of the content but its end was transmitted; no server keeps a message without its end, so until
   * then it may be sent again. If this throws, the message is not sent.
   */
  onContent(): Promise<void>
}

export interface Refused {
  readonly address: string
  readonly said: string
  /** Whether a retry may succeed. */
  readonly passing: boolean
}

export interface HandedIn {
  readonly accepted: readonly string[]
  readonly refused: readonly Refused[]
}

/** The content was transmitted and no answer came: the message may have arrived or not. */
export class UnclearDelivery extends Error {
  readonly said: string
  constructor(said: string) {
    super(`no answer to the content: ${said}`)
    this.said = said
  }
}

export interface SmtpAccess {
  readonly server: MailServer
  readonly password: string
  /** OAuth token to use instead of the password. */
  readonly accessToken?: string
  /** Timeout in milliseconds instead of the usual one. */
  readonly giveUp?: number
}

const officeServer: MailServer = { host: 'smtp.office365.com', port: 587, security: 'STARTTLS', user: '' }

/** Returns the server and credentials for SMTP. Errors: MailError if the mailbox is not set up for SMTP. */
export function smtpAccessOf(
  {
    outgoing,
    office,
    secrets,
    address,
  }: Pick<SendingMailbox, 'outgoing' | 'secrets' | 'address'> & Partial<Pick<SendingMailbox, 'office'>>,
  accessToken?: string,
): SmtpAccess {
  if (accessToken)
    return { server: { ...(outgoing ?? officeServer), user: office?.user ?? address }, password: '', accessToken }
  if (!outgoing) throw new MailError('NOT_ALLOWED', '', { passing: false })
  const user = outgoing.user || (secrets.outgoingPassword ? address : '')
  return { server: { ...outgoing, user }, password: secrets.outgoingPassword ?? '' }
}

/** Delivers a message to all recipients in one SMTP transaction. Errors: MailError, UnclearDelivery. */
export async function deliverBySmtp(access: SmtpAccess, message: Handing): Promise<HandedIn> {
  const connection = await connectionTo(access)
  try {
    await opened(connection)
    await signIn(connection, access)
    return await handIn(connection, message)
  } finally {
    connection.quit()
    setTimeout(() => connection.close(), 2000).unref()
  }
}

/** Signs in as if to send, without sending anything. Errors: MailError. */
export async function testSending(
  mailbox: Pick<SendingMailbox, 'outgoing' | 'office' | 'secrets' | 'address'>,
  accessToken?: string,
): Promise<void> {
  const access = smtpAccessOf(mailbox, accessToken)
  const connection = await connectionTo(access)
  try {
    await opened(connection)
    await signIn(connection, access)
  } finally {
    connection.quit()
    setTimeout(() => connection.close(), 2000).unref()
  }
}

const seconds = 1000

async function connectionTo({ server, giveUp = giveUpMs }: SmtpAccess): Promise<SMTPConnection> {
  const { host, port, security } = server
  await callable(host)
  const { default: Connection } = await import('nodemailer/lib/smtp-connection')
  return new Connection({
    host,
    port,
    secure: security === 'TLS',
    requireTLS: security === 'STARTTLS',
    ignoreTLS: security === 'NONE',
    connectionTimeout: giveUp,
    greetingTimeout: giveUp,
    socketTimeout: 120 * seconds,
  })
}

function opened(connection: SMTPConnection): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.once('error', (error: Error) => reject(faultOf(error)))
    connection.once('end', () => reject(new MailError('DISCONNECTED')))
    connection.connect((error) => (error ? reject(faultOf(error)) : resolve()))
    // Later errors reach the pending command; without a listener they would end the process.
    connection.on('error', () => {})
  })
}

async function signIn(connection: SMTPConnection, { server, password, accessToken }: SmtpAccess): Promise<void> {
  if (server.user === '') return
  const { default: XOAuth2 } = await import('nodemailer/lib/xoauth2')
  const { user } = server
  const auth = accessToken ? { user, oauth2: new XOAuth2({ user, accessToken }) } : { user, pass: password }
  return new Promise((resolve, reject) => {
    connection.login(auth, (error) => (error ? reject(faultOf(error)) : resolve()))
  })
}

interface SmtpError extends Error {
  readonly code?: string
  readonly command?: string
  readonly response?: string
  readonly responseCode?: number
  readonly recipient?: string
  readonly rejectedErrors?: readonly SmtpError[]
}

async function handIn(connection: SMTPConnection, message: Handing): Promise<HandedIn> {
  let finished = false
  const content = Streams.from(
    (async function* () {
      yield* await message.open()
      await message.onContent()
      finished = true
    })(),
    { objectMode: false },
  )
  const envelope = { from: message.from || (false as const), to: [...message.to], size: message.size }
  return new Promise((resolve, reject) => {
    let ended = false
    const broken = (error: SmtpError) => {
      // Closing emits another end event.
      if (ended) return
      ended = true
      // Nothing more is sent: without the end of DATA no server accepts the message.
      connection.close()
      if (finished && error.responseCode === undefined) reject(new UnclearDelivery(said(error)))
      else if (error.code === 'ESTREAM') reject(error)
      else reject(faultOf(error))
    }
    connection.once('error', broken)
    connection.once('end', () => {
      // A server announces with 421 that it closes the connection; this is no answer to the content.
      const { lastServerResponse } = connection as unknown as { lastServerResponse?: unknown }
      const response = /^421[ -]/.test(String(lastServerResponse)) ? String(lastServerResponse).trim() : undefined
      broken(Object.assign(new Error('the connection ended'), { code: 'ECONNECTION', response }))
    })
    connection.send(envelope, content, (error: SmtpError | null, info) => {
      if (!error) {
        const refused = (info as unknown as SmtpError).rejectedErrors ?? []
        const addresses = new Set(refused.map(({ recipient }) => recipient))
        return resolve({ accepted: message.to.filter((one) => !addresses.has(one)), refused: refused.map(refusedBy) })
      }
      if (error.rejectedErrors?.length) return resolve({ accepted: [], refused: error.rejectedErrors.map(refusedBy) })
      return broken(error)
    })
  })
}

const refusedBy = (error: SmtpError): Refused => ({
  address: error.recipient ?? '',
  said: said(error),
  passing: isPassing(error),
})

const said = ({ response, message }: SmtpError) => plainLine(response || message)
const isPassing = ({ responseCode }: SmtpError) => responseCode === undefined || responseCode < 500

const codes: Record<string, MailFault> = {
  EDNS: 'HOST_UNKNOWN',
  ENOTFOUND: 'HOST_UNKNOWN',
  EAI_AGAIN: 'HOST_UNKNOWN',
  ECONNREFUSED: 'REFUSED',
  ETIMEDOUT: 'TIMEOUT',
  EAUTH: 'CREDENTIALS',
  ENOAUTH: 'CREDENTIALS',
  EOAUTH2: 'TOKEN',
  ECONNECTION: 'DISCONNECTED',
  ECONNRESET: 'DISCONNECTED',
  EENVELOPE: 'NOT_ALLOWED',
  EMESSAGE: 'NOT_ALLOWED',
}

/** Whether the refusal is temporary (4xx), whatever the command was. */
const isLater = ({ responseCode = 0, response, message }: SmtpError) =>
  (responseCode >= 400 && responseCode < 500) || /(^|: )4\d\d[ -]/.test(response ?? message)

/**
 * Whether the message is too large, by the size limit that the server announces or by its answer: 552 alone means the
 * size, but not with another code of RFC 3463.
 */
function isTooLarge({ code, responseCode, response = '' }: SmtpError): boolean {
  if (responseCode === undefined) return code === 'EMESSAGE'
  const detail = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3}) /.exec(response)?.[1]
  return detail ? detail === '5.2.3' || detail === '5.3.4' : responseCode === 552
}

/** Exchange checks who may send as whom only after the content. */
const isAboutSender = ({ response = '' }: SmtpError) => /^\d{3}[ -]5\.(7\.60|2\.252) /.test(response)

/** Converts an error of nodemailer to one of the known faults. */
function faultOf(error: SmtpError): MailError {
  const { code = '', message } = error
  if (isTooLarge(error)) return new MailError('TOO_LARGE', said(error), { passing: false })
  if (code === 'EMESSAGE' && !isPassing(error) && !isAboutSender(error))
    return new MailError('CONTENT_REFUSED', said(error), { passing: false })
  const inside = Object.keys(codes).find((one) => message.includes(one))
  const isTls = code === 'ETLS' || /certificate|self-signed|altnames|SSL|TLS/i.test(message)
  const fault = isLater(error)
    ? 'LATER'
    : code === 'EAUTH'
      ? 'CREDENTIALS'
      : isTls
        ? /STARTTLS/i.test(message)
          ? 'NO_STARTTLS'
          : 'CERTIFICATE'
        : (codes[code] ?? (inside ? codes[inside] : undefined) ?? 'PROTOCOL')
  // An admin may fix a refused sign-in or certificate, so the message waits.
  const final = (fault === 'NOT_ALLOWED' || fault === 'PROTOCOL') && !isPassing(error)
  return new MailError(fault, said(error), { passing: !final })
}
