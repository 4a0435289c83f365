// Written by `npm run types:db` from the migrated database.
import type { Generated } from '../column-types.ts'

interface MailboxReader {
  mailbox_id: string
  token: string
  since: Generated<string>
}

export interface MailboxReaderTables {
  mailbox_reader: MailboxReader
}
