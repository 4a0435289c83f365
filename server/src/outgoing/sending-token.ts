import type { Config } from '../config.ts'
import { MailError } from '../mail/faults.ts'
import { officeToken } from '../mail/office-token.ts'
import { DeliveryFault, type SendingMailbox } from './sending-mailbox.ts'

/** A token of Microsoft 365 to send with; `fresh` where the last one was refused. Errors: DeliveryFault. */
export async function sendingToken(config: Config, mailbox: SendingMailbox, fresh = false): Promise<string> {
  try {
    return await officeToken(config, mailbox, fresh)
  } catch (error) {
    if (error instanceof MailError) throw new DeliveryFault(error.fault, error.said, true)
    throw error
  }
}
