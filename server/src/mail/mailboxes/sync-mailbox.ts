import type { AppContext } from '../../http/context.ts'
import { loadMailbox } from '../transports/mailbox.ts'
import { openTransport } from '../transports/open-transport.ts'
import { type RoundOptions, syncRound } from './sync-round.ts'

/** Synchronises a mailbox once over its own connection; returns how many messages were new. Errors: MailError. */
export async function syncOnce(appContext: AppContext, id: string, options: RoundOptions = {}): Promise<number> {
  const { config, vault } = appContext.services
  const mailbox = await loadMailbox(appContext.database.kysely, vault, id)
  if (!mailbox) return 0
  const transport = await openTransport(config, mailbox)
  try {
    return (await syncRound(appContext, mailbox, transport, options)).filed
  } finally {
    await transport.close()
  }
}
