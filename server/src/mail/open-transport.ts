import type { Config } from '../config.ts'
import { openImap } from './imap.ts'
import { type ConnectedMailbox, serverOf } from './mailbox.ts'
import { openPop3 } from './pop3.ts'
import type { ServerAccess, Transport } from './transport.ts'

type Reachable = Pick<ConnectedMailbox, 'type' | 'address' | 'incoming' | 'office' | 'secrets'>

/** Signs in where the mail of a mailbox comes from. Errors: MailError. */
export async function openTransport(_config: Config, mailbox: Reachable): Promise<Transport> {
  const access = passwordAccess(mailbox)
  return mailbox.type === 'POP3' ? openPop3(access) : openImap(access)
}

function passwordAccess({ incoming, address, secrets }: Reachable): ServerAccess {
  const server = serverOf(incoming)
  return { server: { ...server, user: server.user || address }, password: secrets.incomingPassword ?? '', token: null }
}
