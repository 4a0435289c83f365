import type { Kysely } from 'kysely'
import type { MailboxType, MailServer, NewMailbox, secretNames } from '#contract/mail/mailboxes'
import type { DB } from '../../db/schema.ts'
import type { Vault } from '../../http/vault.ts'
import { MailError } from './faults.ts'

export type MailSecrets = Partial<Record<(typeof secretNames)[number], string>>

/** The part of a mailbox that is stored in `mailbox.settings`. */
export type MailboxSettings = Pick<
  NewMailbox,
  'incoming' | 'outgoing' | 'office' | 'folders' | 'deleteAfterDays' | 'marksSeen'
>

/** A mailbox with everything needed to reach its servers. */
export interface ConnectedMailbox extends MailboxSettings {
  readonly id: string
  readonly version: number
  readonly type: MailboxType
  readonly title: string
  readonly address: string
  readonly senderName: string
  readonly maxMessageBytes: number
  readonly active: boolean
  readonly createdAt: Date
  readonly secrets: MailSecrets
}

/** Returns a mailbox; null if it does not exist or was removed. Errors: MailError SECRET_UNREADABLE. */
export async function loadMailbox(db: Kysely<DB>, vault: Vault, id: string): Promise<ConnectedMailbox | null> {
  const row = await db
    .selectFrom('mailbox')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const settings = row.settings as unknown as MailboxSettings
  return {
    ...settings,
    id,
    version: row.version,
    type: row.type,
    title: row.title,
    address: row.address,
    senderName: row.sender_name,
    maxMessageBytes: row.max_message_bytes,
    active: row.active,
    createdAt: new Date(row.created_at),
    secrets: openSecrets(vault, row.secrets),
  }
}

export function openSecrets(vault: Vault, sealed: Buffer | null): MailSecrets {
  if (!sealed) return {}
  try {
    return JSON.parse(vault.open(sealed)) as MailSecrets
  } catch {
    throw new MailError('SECRET_UNREADABLE', '', { passing: false })
  }
}

export const sealSecrets = (vault: Vault, secrets: MailSecrets): Buffer | null =>
  Object.keys(secrets).length > 0 ? vault.seal(JSON.stringify(secrets)) : null

/** Returns the server of an IMAP or POP3 mailbox. Errors: MailError if it is not set. */
export function serverOf(server: MailServer | null): MailServer {
  return server ?? fail()
}
const fail = (): never => {
  throw new MailError('HOST_UNKNOWN')
}
