import { type Kysely, type RawBuilder, sql } from 'kysely'
import { isSameAddress } from '../../contacts/spellings/spellings.ts'
import type { DB } from '../../db/schema.ts'
import type { ReadMessage } from '../reading/message.ts'

/** Place of a message on its server. */
export interface Place {
  readonly folderId: string
  readonly uidValidity: number
  readonly uid: string
}

/**
 * Returns the candidate that is the same e-mail as a message: one filed from the same place, or of which the message is
 * a copy. A copy has the same bytes, or the same Message-ID and the same content apart from headers that servers add.
 * In another mailbox it suffices that a reader sees no difference, because servers rewrap what they forward. The
 * Message-ID alone does not suffice, as some senders reuse it; only for mail sent by the product do id and sender
 * suffice.
 */
export async function findSame(
  db: Kysely<DB>,
  alike: readonly Alike[],
  message: ReadMessage,
  kept: { readonly sourceHash: string; readonly attachments: readonly { readonly hash: string }[] },
): Promise<Alike | null> {
  if (alike.length === 0) return null
  const { name, address } = message.from
  const shown = appearance({ ...message, fromName: name, fromAddress: address })
  const isSame = (one: Alike) => {
    if (one.isAtPlace || one.sourceHash === kept.sourceHash) return true
    if (one.direction === 'OUTGOING') return isSameAddress(one.fromAddress, address)
    return one.contentHash === message.contentHash
  }
  const at = alike.findIndex(isSame)
  const likely = (at < 0 ? alike : alike.slice(0, at)).filter(
    (one) => one.direction !== 'OUTGOING' && !one.isHere && appearance(one) === shown,
  )
  const hashes = kept.attachments.map(({ hash }) => hash)
  const read = likely.length > 0 ? await thatReadSo(db, likely, message, hashes) : []
  return likely.find(({ id }) => read.includes(id)) ?? alike[at] ?? null
}

/**
 * Returns the candidates for `findSame`, the likeliest first, since some senders use one id for all their mail. A
 * message without an id is looked up by its bytes only: the empty id is so common that the planner would scan the
 * table.
 */
export function alikeQuery(
  { messageId, contentHash }: Pick<ReadMessage, 'messageId' | 'contentHash'>,
  sourceHash: string,
  { folderId, uidValidity, uid }: Place,
) {
  const atPlace = sql`(
    select email_id from mail_source where folder_id = ${folderId} and uid_validity = ${uidValidity} and uid = ${uid})`
  return sql<Alike>`
    select e.id, e.id is not distinct from ${atPlace} as "isAtPlace", e.direction, e.source_hash as "sourceHash",
           e.content_hash as "contentHash", e.subject, e.from_name as "fromName", e.from_address as "fromAddress",
           e.sent_at as "sentAt",
           exists (select from mail_source s join mail_folder f on f.id = s.folder_id
                    where s.email_id = e.id and s.gone_at is null
                      and f.mailbox_id = (select mailbox_id from mail_folder where id = ${folderId})) as "isHere",
           exists (select from mail_source s join mail_folder f on f.id = s.folder_id
                    where s.email_id = e.id
                      and f.mailbox_id = (select mailbox_id from mail_folder where id = ${folderId})) as "wasHere"
      from email e
     where e.id = ${atPlace} or e.source_hash = ${sourceHash}
        or (e.message_id = ${messageId || null} and e.message_id <> '')
     order by 2 desc, e.source_hash = ${sourceHash} desc nulls last, e.content_hash = ${contentHash} desc, e.created_at
     limit 20`
}

interface Appearance {
  readonly subject: string
  readonly fromName: string
  readonly fromAddress: string
  readonly sentAt: string | null
}
export interface Alike extends Appearance {
  readonly id: string
  readonly direction: string
  readonly sourceHash: string | null
  readonly contentHash: string
  readonly isAtPlace: boolean
  /** Whether it is in the mailbox of the message at present. */
  readonly isHere: boolean
  /** Whether it is or was in that mailbox. */
  readonly wasHere: boolean
}

function appearance({ subject, fromName, fromAddress, sentAt }: Appearance): string {
  const sent = sentAt === null ? null : Date.parse(sentAt)
  return JSON.stringify([subject, fromName, fromAddress, sent]).toLowerCase()
}

/** Finds candidates with the same text, people and files, in the database: twenty texts may be forty megabytes. */
async function thatReadSo(
  db: Kysely<DB>,
  likely: readonly Alike[],
  { to, cc, text }: ReadMessage,
  hashes: readonly string[],
): Promise<string[]> {
  const people = JSON.stringify([...to, ...cc].map(({ name, address }) => ({ name, address })))
  const { rows } = await sql<{ id: string }>`
    select e.id from email e join email_body b on b.id = e.id
     where e.id = any(${likely.map(({ id }) => id)}::uuid[])
       and lower((e.to_list || e.cc_list)::text) = lower((${people}::jsonb)::text)
       and array(select file_hash from email_attachment a where a.email_id = e.id order by position) = ${[...hashes]}::text[]
       and ${bare(sql`b.text`)} = ${bare(sql`${text}::text`)}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Removes whitespace from a text: servers rewrap and trim texts. */
const bare = (text: RawBuilder<unknown>) => sql`lower(translate(${text}, ${blanks}, ''))`
const blanks =
  ' \t\n\v\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'
