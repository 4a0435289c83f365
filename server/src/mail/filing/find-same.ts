import { sql } from 'kysely'
import type { ReadMessage } from '../reading/message.ts'

/** Where a message lies on its server. */
export interface Place {
  readonly folderId: string
  readonly uidValidity: number
  readonly uid: string
}

/**
 * The e-mail, of those alike, that a message is: what was filed from its place already, or what it is a copy of. A
 * copy has the same bytes, or the same Message-ID together with the same content but for what servers wrote into its
 * head. Of a copy in another mailbox it is enough that a person sees no difference, for its server may have wrapped it
 * anew. There are senders that use an id twice: the id alone says nothing. What left from here is known by its id and
 * its sender alone.
 */
export function findSame(
  alike: readonly Alike[],
  message: ReadMessage,
  kept: { readonly sourceHash: string; readonly attachments: readonly { readonly hash: string }[] },
): string | null {
  if (alike.length === 0) return null
  const { name, address } = message.from
  const hashes = kept.attachments.map(({ hash }) => hash)
  const shown = appearance({ ...message, fromName: name, fromAddress: address, hashes })
  const same = alike.find((one) => {
    if (one.isAtPlace || one.sourceHash === kept.sourceHash) return true
    if (one.direction === 'OUTGOING') return one.fromAddress.toLowerCase() === address.toLowerCase()
    return one.contentHash === message.contentHash || (!one.isHere && appearance(one) === shown)
  })
  return same?.id ?? null
}

/**
 * What may be the same, for `findSame`; the likeliest first, for some use one id for all they send. A message without
 * an id is looked for by its bytes alone: the empty id of many would make the planner read all.
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
           e.to_list as "to", e.cc_list as cc, e.sent_at as "sentAt", b.text,
           array(select file_hash from email_attachment a where a.email_id = e.id order by position) as hashes,
           exists (select from mail_source s join mail_folder f on f.id = s.folder_id
                    where s.email_id = e.id and s.gone_at is null
                      and f.mailbox_id = (select mailbox_id from mail_folder where id = ${folderId})) as "isHere"
      from email e join email_body b on b.id = e.id
     where e.id = ${atPlace} or e.source_hash = ${sourceHash}
        or (e.message_id = ${messageId || null} and e.message_id <> '')
     order by 2 desc, e.source_hash = ${sourceHash} desc nulls last, e.content_hash = ${contentHash} desc, e.created_at
     limit 20`
}

interface Appearance {
  readonly subject: string
  readonly fromName: string
  readonly fromAddress: string
  readonly to: readonly { readonly name: string; readonly address: string }[]
  readonly cc: readonly { readonly name: string; readonly address: string }[]
  readonly sentAt: string | null
  readonly text: string
  readonly hashes: readonly string[]
}
export interface Alike extends Appearance {
  readonly id: string
  readonly direction: string
  readonly sourceHash: string | null
  readonly contentHash: string
  readonly isAtPlace: boolean
  /** It lies in the mailbox of the message too. */
  readonly isHere: boolean
}

function appearance({ subject, fromName, fromAddress, to, cc, sentAt, text, hashes }: Appearance): string {
  const people = [...to, ...cc].map(({ name, address }) => [name, address])
  const sent = sentAt === null ? null : Date.parse(sentAt)
  // Servers wrap and trim.
  return JSON.stringify([subject, fromName, fromAddress, people, sent, text.replace(/\s+/g, ''), hashes]).toLowerCase()
}
