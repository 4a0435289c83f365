import type { Kysely } from 'kysely'
import type { Mailbox, MailServer } from '#contract/mail/mailboxes'
import type { DB } from '../../db/schema.ts'
import type { Services } from '../../http/context.ts'
import { MailError } from '../transports/faults.ts'
import { type MailSecrets, openSecrets } from '../transports/mailbox.ts'

/** A mailbox with everything needed to send from it. */
export interface SendingMailbox {
  readonly id: string
  readonly type: Mailbox['type']
  readonly title: string
  readonly address: string
  readonly senderName: string
  readonly maxMessageBytes: number
  readonly active: boolean
  readonly incoming: MailServer | null
  readonly outgoing: MailServer | null
  readonly office: Mailbox['office']
  readonly secrets: MailSecrets
}

/** Returns a mailbox without its secrets; undefined if it is removed. */
export async function findMailbox(db: Kysely<DB>, id: string): Promise<Omit<SendingMailbox, 'secrets'> | undefined> {
  const found = await db
    .selectFrom('mailbox')
    .select(['id', 'type', 'title', 'address', 'sender_name', 'max_message_bytes', 'active', 'settings'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!found) return undefined
  const { incoming = null, outgoing = null, office = null } = found.settings as unknown as Partial<SendingMailbox>
  return {
    id,
    type: found.type,
    title: found.title,
    address: found.address,
    senderName: found.sender_name,
    maxMessageBytes: found.max_message_bytes,
    active: found.active,
    incoming,
    outgoing,
    office,
  }
}

/** Returns a mailbox with its secrets. Errors: MailError if it is removed, off, or its secrets cannot be read. */
export async function openMailbox(db: Kysely<DB>, { vault }: Services, id: string | null): Promise<SendingMailbox> {
  const found = id === null ? undefined : await findMailbox(db, id)
  if (!found?.active) throw new MailError('NOT_ALLOWED', '', { passing: false })
  const { secrets } = await db
    .selectFrom('mailbox')
    .select('secrets')
    .where('id', '=', found.id)
    .executeTakeFirstOrThrow()
  return { ...found, secrets: openSecrets(vault, secrets) }
}
