import type { Config } from '../config.ts'
import { openImap } from './imap.ts'
import { type ConnectedMailbox, serverOf } from './mailbox.ts'
import type { Transport } from './transport.ts'

type Reachable = Pick<ConnectedMailbox, 'type' | 'incoming' | 'office' | 'secrets'>

/** Signs in where the mail of a mailbox comes from. Errors: MailError. */
export async function openTransport(_config: Config, mailbox: Reachable): Promise<Transport> {
  const { incoming, secrets } = mailbox
  return openImap({ server: serverOf(incoming), password: secrets.incomingPassword ?? '', token: null })
}
