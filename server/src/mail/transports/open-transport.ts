import type { Config } from '../../config.ts'
import { MailError } from './faults.ts'
import { openGraph } from './graph.ts'
import { openImap } from './imap.ts'
import { type ConnectedMailbox, serverOf } from './mailbox.ts'
import { officeToken } from './office-token.ts'
import { openPop3 } from './pop3.ts'
import type { ServerAccess, Transport } from './transport.ts'

type Reachable = Pick<ConnectedMailbox, 'type' | 'address' | 'incoming' | 'office' | 'secrets'>

/** Signs in to the server from which a mailbox is read. Errors: MailError. */
export async function openTransport(config: Config, mailbox: Reachable): Promise<Transport> {
  if (mailbox.type === 'POP3') return openPop3(passwordAccess(mailbox))
  if (mailbox.type === 'OFFICE_365' && mailbox.office?.protocol === 'GRAPH') return openGraph(config, mailbox)
  return openImap(imapAccess(config, mailbox))
}

/** Returns the server and credentials for IMAP. Errors: MailError. */
export const imapAccess = (config: Config, mailbox: Reachable): ServerAccess =>
  mailbox.type === 'OFFICE_365' ? officeAccess(config, mailbox) : passwordAccess(mailbox)

function passwordAccess({ incoming, address, secrets }: Reachable): ServerAccess {
  const server = serverOf(incoming)
  return { server: { ...server, user: server.user || address }, password: secrets.incomingPassword ?? '', token: null }
}

/** Returns the access to IMAP of Microsoft 365. A server set on the mailbox replaces the usual one. */
function officeAccess(config: Config, mailbox: Reachable): ServerAccess {
  if (!mailbox.office) throw new MailError('TOKEN')
  const usual = { host: 'outlook.office365.com', port: 993, security: 'TLS' } as const
  const server = { ...usual, ...mailbox.incoming, user: mailbox.office.user }
  return { server, password: null, token: (fresh) => officeToken(config, mailbox, fresh) }
}
