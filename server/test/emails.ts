import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../src/db/schema.ts'
import { keep } from '../src/files/files.ts'
import type { testApp } from './app.ts'

type App = Pick<Awaited<ReturnType<typeof testApp>>, 'database' | 'appContext'>

interface Given {
  readonly subject?: string
  readonly from?: string
  readonly text?: string
  readonly html?: string
  readonly receivedAt?: string
  readonly state?: string
  readonly direction?: 'INCOMING' | 'OUTGOING'
  readonly assigneeId?: string | null
  readonly important?: boolean
  readonly threadId?: string
  readonly mailboxId?: string
  readonly blockedPictures?: readonly string[]
  readonly attachments?: readonly { name: string; mimeType: string; content: string | Buffer; inline?: boolean }[]
}

/** Returns functions that insert mailboxes and received e-mails, so that a test names only what matters to it. */
export function emailFactory({ database, appContext }: App) {
  let number = 0

  async function buildMailbox(settings: object = {}): Promise<string> {
    number += 1
    const { rows } = await sql<{ id: string }>`
      with box as (
        insert into mailbox (type, title, address, settings, max_message_bytes)
        values ('IMAP', ${`Postfach ${number}`}, ${`box${number}@example.test`}, ${JSON.stringify(settings)}, 25000000)
        returning id),
      folder as (insert into mail_folder (mailbox_id, path, role) select id, 'INBOX', 'INBOX' from box)
      select id from box`.execute(database.kysely)
    return rows[0]?.id ?? ''
  }

  async function buildEmail(given: Given = {}): Promise<string> {
    number += 1
    const { subject = `Anfrage ${number}`, from = 'kunde@example.org', text = 'Guten Tag', html = '' } = given
    const source = Buffer.from(`Subject: ${subject}\r\n\r\n${text}`)
    const put = (content: Buffer) => keep(database.kysely, appContext.services.files, () => Readable.from([content]))
    const stored = await put(source)
    const attachments = given.attachments ?? []
    const { rows } = await sql<{ id: string }>`
      insert into email (direction, subject, from_name, from_address, to_list, preview, message_id, thread_id, received_at,
                         state, assignee_id, important, source_hash, source_bytes, attachment_count, search)
      values (${given.direction ?? 'INCOMING'}, ${subject}, '', ${from}, '[{"name":"","address":"info@example.test"}]',
              ${text.slice(0, 100)}, ${`${createHash('sha1').update(String(number)).digest('hex')}@example.org`},
              ${given.threadId ?? '00000000-0000-7000-8000-000000000000'}, ${given.receivedAt ?? new Date().toISOString()},
              ${given.state ?? 'OPEN'}, ${given.assigneeId ?? null}, ${given.important ?? false}, ${stored.hash},
              ${stored.size}, ${attachments.filter(({ inline }) => !inline).length}, search_text(${`${subject} ${from} ${text}`}))
      returning id`.execute(database.kysely)
    const id = rows[0]?.id ?? ''
    if (!given.threadId) await sql`update email set thread_id = id where id = ${id}`.execute(database.kysely)
    await sql`
      insert into email_body (id, html, text, blocked_pictures)
      values (${id}, ${html}, ${text}, ${[...(given.blockedPictures ?? [])]})`.execute(database.kysely)
    for (const [position, one] of attachments.entries()) {
      const { hash, size } = await put(Buffer.from(one.content))
      await sql`
        insert into email_attachment (email_id, position, name, mime_type, size_byte, file_hash, inline)
        values (${id}, ${position}, ${one.name}, ${one.mimeType}, ${size}, ${hash}, ${one.inline ?? false})`.execute(
        database.kysely,
      )
    }
    if (given.mailboxId) {
      await sql`
        insert into mail_source (folder_id, uid, email_id)
        select id, ${String(number)}, ${id} from mail_folder where mailbox_id = ${given.mailboxId} limit 1`.execute(
        database.kysely,
      )
    }
    return id
  }

  return { buildMailbox, buildEmail }
}

/**
 * Writes the cards of all e-mails without one in a single statement, like write_email_card for one (email-cards.sql).
 */
export const writeEmailCards = (db: Kysely<DB>) =>
  sql`
    insert into email_card (email_id, contact_id, thread_id, mailbox_id, members)
    select e.id, e.contact_id, e.thread_id, card.mailbox_id, card.members from email e, email_card_of(e) as card
    on conflict do nothing`.execute(db)
