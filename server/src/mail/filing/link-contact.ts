import { type Kysely, sql } from 'kysely'
import { limits } from '#contract/limits'
import { addEncounter } from '../../contacts/encounters/encounters.ts'
import { spellingsOf } from '../../contacts/spellings/spellings.ts'
import type { DB } from '../../db/schema.ts'
import type { Ctx } from '../../http/context.ts'
import { descriptionOf } from '../reading/description.ts'

/** Returns the contacts that have one of these addresses, as their own or shared. */
export async function contactsOf(db: Kysely<DB>, addresses: readonly string[]): Promise<string[]> {
  const { rows } = await contactsQuery(addresses).execute(db)
  return rows.map(({ id }) => id)
}

export const contactsQuery = (addresses: readonly string[]) => sql<{ id: string }>`
    select distinct c.id from email_address own
      join email_address e on e.id = own.id or e.shared_email_id = own.id
      join contact c on c.id = e.contact_id and c.deleted_at is null
     where lower(own.address) = any(${addresses.flatMap(spellingsOf)})
       and own.shared_email_id is null and not own.binned
     limit 20`

/** Adds an e-mail to a contact's timeline and returns the encounter's id. Errors: NOT_FOUND, IN_BIN of the contact. */
export async function addEmailEncounter(ctx: Ctx, emailId: string, contactId: string): Promise<string> {
  const email = await ctx.db
    .selectFrom('email')
    .innerJoin('email_body', 'email_body.id', 'email.id')
    .select(['direction', 'subject', 'received_at', 'html', 'text', 'assignee_id', given, oursOf(contactId).as('ours')])
    .where('email.id', '=', emailId)
    .executeTakeFirstOrThrow()
  return addEncounter(ctx, contactId, {
    encounterType: email.direction === 'INCOMING' ? 'EMAIL_INCOMING' : 'EMAIL_OUTGOING',
    title: email.subject.slice(0, limits.encounter.titleLength).toWellFormed(),
    description: descriptionOf(email),
    originalKnownSince: email.received_at,
    assigneeRef: email.assignee_id,
    upstream: { emailId },
    furtherEmailAddressesToAnswer: othersOf(email),
  })
}

/** Addresses of everybody who took part in an e-mail, the author first. */
const given = sql<string[]>`array(
  select given.address from (
    select one ->> 'address' as address, place
      from jsonb_array_elements(
        case when direction = 'OUTGOING' then '[]' else jsonb_build_array(jsonb_build_object('address', from_address)) || reply_to_list end
        || to_list || cc_list || bcc_list) with ordinality as parts(one, place)) as given
   where given.address like '_%@_%' and length(given.address) <= 255 order by given.place)`.as('given')

/** Addresses of the contact and of the connected mailboxes. */
const oursOf = (contactId: string) => sql<string[]>`array(
  select address from mailbox where deleted_at is null
   union all select a.address from email_address own join email_address a on a.id = coalesce(own.shared_email_id, own.id)
              where own.contact_id = ${contactId})`

/** Returns the remaining addresses, each once in whatever spelling. */
function othersOf({ given, ours }: { given: readonly string[]; ours: readonly string[] }): string[] {
  const seen = new Set(ours.flatMap(spellingsOf))
  const others = given.filter((address) => {
    const spelt = spellingsOf(address)
    const isNew = !spelt.some((one) => seen.has(one))
    for (const one of spelt) seen.add(one)
    return isNew
  })
  return others.slice(0, 100)
}
