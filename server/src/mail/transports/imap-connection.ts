import type { ImapFlow, ImapFlowOptions } from 'imapflow'
import { callable } from './callable.ts'
import { mailError } from './faults.ts'
import { giveUpMs, type ServerAccess } from './transport.ts'

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
  const client = new ImapFlow({
    host: server.host,
    port: server.port,
    secure: server.security === 'TLS',
    doSTARTTLS: server.security === 'STARTTLS',
    auth: {
      user: server.user,
      ...(token ? { accessToken: await token(fresh) } : { pass: password ?? '' }),
    },
    ...(trusted ? { tls: { ca: trusted } } : {}),
    logger: false,
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
