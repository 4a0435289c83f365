import type { Config } from '../../config.ts'
import { MailError } from '../transports/faults.ts'
import { GraphRefusal } from '../transports/graph-client.ts'
import { officeToken } from '../transports/office-token.ts'
import { DeliveryFault, type SendingMailbox } from './sending-mailbox.ts'

/** A token of Microsoft 365 to send with; `fresh` where the last one was refused. Errors: DeliveryFault. */
export async function sendingToken(config: Config, mailbox: SendingMailbox, fresh = false): Promise<string> {
  try {
    return await officeToken(config, mailbox, fresh)
  } catch (error) {
    throw deliveryFault(error)
  }
}

/** What a connection to Microsoft 365 failed of, as what keeps a message from leaving. */
export function deliveryFault(error: unknown): unknown {
  if (!(error instanceof MailError)) return error
  const passing = error instanceof GraphRefusal ? error.passing : true
  return new DeliveryFault(error.fault, error.said, passing, error.waitMs ?? 0)
}
