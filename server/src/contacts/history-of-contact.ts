import { sql } from 'kysely'
import type { Ctx } from '../http/context.ts'
import { historyOf } from '../together/history/history.ts'
import { getContact } from './contacts.ts'

/** Returns the history of a contact, or of the contact it was merged into. Errors: NOT_FOUND, ERASED. */
export async function historyOfContact(ctx: Ctx, id: string, before?: number) {
  const { id: own } = (await getContact(ctx, id)).value
  return historyOf(ctx, own, { elsewhere: broughtByDocuments(own) }, before)
}

/**
 * History of documents that were moved to this contact, from before the move. The departure stays with the contact they
 * left; the arrival is shown here.
 */
const broughtByDocuments = (contactId: string) => sql<boolean>`
  h.entity = 'contact_document'
  and h.entity_id in (select d.id from contact_document d where d.contact_id = any (with_merged(${contactId})))
  and h.changes #>> '{contact_id,0}' is distinct from h.root_id::text`
