import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'
import type { ReadMessage } from './message.ts'

/**
 * The e-mail that a message is a copy of: the same bytes, or the same Message-ID together with sender, date and text,
 * because there are senders that use an id twice. What left from here is known by its Message-ID and its sender alone,
 * for servers on the way change the rest.
 */
export async function findSame(db: Kysely<DB>, message: ReadMessage, sourceHash: string): Promise<string | null> {
  const { rows: byContent } = await sql<{ id: string }>`
    select id from email where source_hash = ${sourceHash} order by created_at limit 1`.execute(db)
  if (byContent[0]) return byContent[0].id
  if (!message.messageId) return null
  const { rows } = await sql<{ id: string; direction: string; from: string; sentAt: string | null; text: string }>`
    select e.id, e.direction, lower(e.from_address) as from, e.sent_at as "sentAt", b.text
      from email e join email_body b on b.id = e.id
     where e.message_id = ${message.messageId} order by e.created_at limit 20`.execute(db)
  const from = message.from.address.toLowerCase()
  const text = bare(message.text)
  const same = rows.find((one) => {
    if (one.from !== from) return false
    if (one.direction === 'OUTGOING') return true
    return timeOf(one.sentAt) === timeOf(message.sentAt) && bare(one.text) === text
  })
  return same?.id ?? null
}

const timeOf = (at: string | null) => (at === null ? null : Date.parse(at))
/** Servers wrap and trim. */
const bare = (text: string) => text.replace(/\s+/g, '')
