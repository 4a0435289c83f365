import type { ImapFlow, ImapFlowOptions } from 'imapflow'
import { callable } from './callable.ts'
import { MailError, mailError } from './faults.ts'
import { giveUpMs, type ServerAccess } from './transport.ts'

/** What each server answered last to a command that it refused. */
const refusals = new WeakMap<ImapFlow, MailError>()

/** Forgets earlier refusals, so that the next one is that of the commands that follow. */
export const forgetRefusal = (client: ImapFlow): void => void refusals.delete(client)

/** Returns the error of a command that failed without an exception: the client only logs what the server answered. */
export function refusalOf(client: ImapFlow, otherwise: string): MailError {
  const { fault, said } = refusals.get(client) ?? new MailError('PROTOCOL')
  // Any other fault would stop the reading of the mailbox.
  return new MailError(fault === 'QUOTA' || fault === 'NOT_ALLOWED' ? fault : 'PROTOCOL', said || otherwise)
}

/** Signs in to an IMAP server. Errors: MailError. */
export async function connectImap(
  access: ServerAccess,
  more: Partial<ImapFlowOptions> = {},
  fresh = false,
): Promise<ImapFlow> {
  const { server, password, token, trusted, giveUp = giveUpMs } = access
  await callable(server.host)
  // Imported with the first mailbox, so that the product starts faster.
  const { ImapFlow } = await import('imapflow')
  const note = ({ err }: { err?: unknown }) => {
    if (err) refusals.set(client, mailError(err))
  }
  const client: ImapFlow = new ImapFlow({
    host: server.host,
    port: server.port,
    secure: server.security === 'TLS',
    doSTARTTLS: server.security === 'STARTTLS',
    auth: {
      user: server.user,
      ...(token ? { accessToken: await token(fresh) } : { pass: password ?? '' }),
    },
    ...(trusted ? { tls: { ca: trusted } } : {}),
    logger: { debug: ignore, info: ignore, warn: note, error: ignore },
    disableAutoIdle: true,
    connectionTimeout: giveUp,
    greetingTimeout: giveUp,
    socketTimeout: 120_000,
    maxLiteralSize: 160_000_000,
    clientInfo: { name: 'Glut' },
    ...more,
  })
  // Added before connecting: an error event without a listener would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    client.close()
    const fault = mailError(error)
    if (!token || fresh || (fault.fault !== 'CREDENTIALS' && fault.fault !== 'TOKEN')) throw fault
    // A token may have been revoked before it expired.
    return connectImap(access, more, true)
  }
  return client
}

function ignore(): void {}

/** Runs a command. After the connection ended the client returns undefined or false, so no answer counts then. */
export async function asking<T>(client: ImapFlow, ask: () => Promise<T>): Promise<T> {
  try {
    const answer = await ask()
    if (!client.usable) throw new MailError('DISCONNECTED')
    return answer
  } catch (error) {
    const fault = mailError(error)
    // The client also takes a folder for missing when the connection ended before it was listed.
    const maybeLost = fault.fault === 'PROTOCOL' || fault.fault === 'FOLDER_MISSING'
    throw maybeLost && !client.usable ? new MailError('DISCONNECTED', fault.said) : fault
  }
}

export async function open(client: ImapFlow, path: string) {
  try {
    const opened = await client.mailboxOpen(path)
    if (!opened) throw new MailError('DISCONNECTED')
    return opened
  } catch (error) {
    const fault = mailError(error)
    // These concern the whole server, whichever folder is opened.
    if (fault.fault === 'DISCONNECTED' || fault.fault === 'THROTTLED' || !client.usable) throw fault
    throw new MailError('FOLDER_MISSING', fault.said)
  }
}

export function asDate(value: Date | string | undefined): Date | null {
  const date = value === undefined ? null : new Date(value)
  return date && !Number.isNaN(date.getTime()) ? date : null
}
