import { sql } from 'kysely'
import type { AnswerOf, BodyOf } from '#contract/endpoint'
import type { outgoingApi } from '#contract/mail/outgoing'
import { spellingsOf } from '../../contacts/spellings/spellings.ts'
import { actorId, type Ctx } from '../../http/context.ts'
import { addressKey, readAddress } from './addresses.ts'

type Warning = AnswerOf<typeof outgoingApi.check>[number]

/** Returns warnings about a message that is to be sent, as far as only the server can know them. */
export async function checkMessage(
  ctx: Ctx,
  { recipients, rootEmailId, since }: BodyOf<typeof outgoingApi.check>,
): Promise<Warning[]> {
  const addresses = [
    ...new Set(
      recipients.map((typed) => readAddress(typed)).flatMap((read) => (read ? [addressKey(read.address)] : [])),
    ),
  ]
  const root = ctx.actor.permissions.has('EMAIL_READ') ? rootEmailId : null
  return [...(root ? await aboutRoot(ctx, root, since) : []), ...(await aboutAddresses(ctx, addresses))]
}

async function aboutRoot(ctx: Ctx, rootId: string, since: string | null): Promise<Warning[]> {
  const { rows } = await sql<Warning>`
    with root as (select * from email where id = ${rootId})
    select 'ANSWERED_MEANWHILE' as kind, '' as address, coalesce(u.username, '') as who, iso(max(o.created_at)) as at
      from outbox o left join app_user u on u.id = o.created_by
     where o.root_id = ${rootId} and not o.forwarded and o.created_by is distinct from ${actorId(ctx)}
       and (${since}::timestamptz is null or o.created_at >= ${since}::timestamptz)
     group by u.username
    union all
    select 'CLOSED_MEANWHILE', '', '', iso(updated_at) from root
     where state = 'CLOSED' and direction = 'INCOMING' and updated_at >= ${since}::timestamptz
    union all
    select 'ASSIGNED_ELSEWHERE', '', u.username, null from root join app_user u on u.id = root.assignee_id
     where root.assignee_id <> ${actorId(ctx)} and root.direction = 'INCOMING'`.execute(ctx.db)
  return rows
}

async function aboutAddresses(ctx: Ctx, addresses: readonly string[]): Promise<Warning[]> {
  const spelt = addresses.map((address) => ({ address, spelt: spellingsOf(address) }))
  const given = sql`jsonb_to_recordset(${JSON.stringify(spelt)}::jsonb) as given(address text, spelt text[])`
  const { rows } = await sql<Warning>`
    select 'BOUNCED' as kind, given.address, '' as who,
           (select iso(max(m.received_at)) from email_bounce b join email m on m.id = b.email_id
             where lower(b.recipient) = any(given.spelt) and not b.delayed) as at
      from ${given}
     where exists (select from email_bounce b where lower(b.recipient) = any(given.spelt) and not b.delayed)
        or exists (select from email_address a where lower(a.address) = any(given.spelt) and a.undeliverable)
    union all
    select 'OWN_ADDRESS', given.address, '', null from ${given}
     where exists (select from mailbox m where lower(m.address) = any(given.spelt) and m.deleted_at is null)`.execute(
    ctx.db,
  )
  return rows
}
