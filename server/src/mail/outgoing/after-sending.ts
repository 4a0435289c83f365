import { type Kysely, sql } from 'kysely'
import { limits } from '#contract/limits'
import { isOutsideBin } from '../../contacts/contacts.ts'
import { addEncounter } from '../../contacts/encounters/encounters.ts'
import { isSameAddress, spellingsOf } from '../../contacts/spellings/spellings.ts'
import type { DB } from '../../db/schema.ts'
import type { Ctx } from '../../http/context.ts'
import { descriptionOf } from '../reading/description.ts'

interface Sent {
  readonly emailId: string
  readonly rootId: string | null
  readonly forwarded: boolean
  readonly furtherContactId: string | null
}

/**
 * Records that a message was sent: its time, encounters of the contacts it went to and of the further one, and the
 * answered mark on the original. The state of the original stays, because the sender may still work on it.
 */
export async function recordSent(ctx: Ctx, { emailId, rootId, forwarded, furtherContactId }: Sent): Promise<void> {
  const { rows } = await sql<{ kind: string; subject: string; html: string; text: string; addresses: string[] }>`
    update email e set sent_at = now(), updated_at = now(), version = version + 1 from email_body b
     where e.id = ${emailId} and b.id = e.id
    returning e.kind, e.subject, b.html, b.text, array(
      select a ->> 'address' from jsonb_array_elements(e.to_list || e.cc_list || e.bcc_list) a) as addresses`.execute(
    ctx.db,
  )
  const email = rows[0]
  if (!email || email.kind === 'AUTO') return
  const receivers = await contactsBehind(ctx.db, email.addresses)
  const contacts = [...receivers.map(({ id }) => id), furtherContactId].filter((id) => id !== null)
  let first: { contactId: string; encounterId: string } | undefined
  for (const contactId of [...new Set(contacts)]) {
    if (!(await isOutsideBin(ctx.db, contactId))) continue
    const own = receivers.filter(({ id }) => id === contactId)
    const encounterId = await addEncounter(ctx, contactId, {
      encounterType: 'EMAIL_OUTGOING',
      title: email.subject.slice(0, limits.encounter.titleLength).toWellFormed(),
      description: descriptionOf(email),
      upstream: { emailId },
      assigneeRef: ctx.actor.id,
      furtherEmailAddressesToAnswer: email.addresses
        .filter((one) => !own.some(({ address }) => isSameAddress(address, one)))
        .slice(0, 100),
    })
    first ??= { contactId, encounterId }
  }
  if (first) {
    await ctx.db
      .updateTable('email')
      .set({ contact_id: first.contactId, encounter_id: first.encounterId })
      .where('id', '=', emailId)
      .execute()
  }
  if (rootId) await markAnswered(ctx.db, rootId, forwarded)
}

/** Returns the owners of these addresses, in the order of the addresses. */
async function contactsBehind(db: Kysely<DB>, addresses: readonly string[]) {
  const { rows } = await sql<{ id: string; address: string }>`
    select e.contact_id as id, e.address
      from unnest(${addresses.flatMap(spellingsOf)}::text[]) with ordinality as given(address, place)
      join email_address e on lower(e.address) = given.address and e.shared_email_id is null and not e.binned
     order by given.place`.execute(db)
  return rows
}

async function markAnswered(db: Kysely<DB>, rootId: string, forwarded: boolean): Promise<void> {
  if (!forwarded) {
    // Not an edit by a person, so it must not conflict with one: the version stays.
    await sql`update email set answered_at = now() where id = ${rootId}`.execute(db)
  }
  await sql`
    insert into mail_server_task (source_id, task)
    select id, ${forwarded ? 'FORWARDED' : 'ANSWERED'} from mail_source
     where email_id = ${rootId} and gone_at is null`.execute(db)
}
