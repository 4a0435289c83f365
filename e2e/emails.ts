import { randomUUID } from 'node:crypto'
import type { Database } from '../server/src/db/db.ts'

interface Mail {
  readonly subject: string
  readonly from: string
  readonly name?: string
  readonly text?: string
  readonly html?: string
  readonly hoursAgo?: number
  readonly direction?: 'INCOMING' | 'OUTGOING'
  readonly blockedPictures?: readonly string[]
}

/** Inserts received or sent e-mails into a database; returns their ids in order. */
export async function addEmails<const Mails extends readonly Mail[]>(
  database: Database,
  mails: Mails,
): Promise<{ -readonly [Index in keyof Mails]: string }> {
  const ids: string[] = []
  for (const mail of mails) ids.push(await addEmail(database, mail))
  return ids as { -readonly [Index in keyof Mails]: string }
}

async function addEmail({ pool }: Database, mail: Mail): Promise<string> {
  const id = randomUUID()
  const {
    subject,
    from,
    name = '',
    text = '',
    html = '',
    hoursAgo = 1,
    blockedPictures = [],
    direction = 'INCOMING',
  } = mail
  const at = new Date(Date.now() - hoursAgo * 3_600_000).toISOString()
  await pool.query(
    `insert into email (id, direction, state, subject, from_name, from_address, to_list, preview, thread_id, received_at,
                        search)
     values ($1, $8, 'OPEN', $2, $3, $4, '[{"name":"Info","address":"info@example.test"}]', $5, $1, $6,
             search_text($7))`,
    [id, subject, name, from, text.slice(0, 200), at, `${subject} ${name} ${from} ${text}`, direction],
  )
  await pool.query('insert into email_body (id, html, text, blocked_pictures) values ($1, $2, $3, $4)', [
    ...[id, html, text, blockedPictures],
  ])
  return id
}

/** Extends the time for undoing to a minute from now, so that reloading a page may take long. */
export const stays = ({ pool }: Database) =>
  pool.query(`update outbox set leaves_at = now() + interval '1 minute' where state = 'WAITING'`)

/** Ends the time for undoing. */
export const leaves = ({ pool }: Database) =>
  pool.query(`update outbox set leaves_at = now() where state = 'WAITING' and leaves_at > now()`)
