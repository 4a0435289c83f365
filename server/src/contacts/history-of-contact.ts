import { sql } from 'kysely'
import type { Ctx } from '../http/context.ts'
import { historyOf } from '../together/history/history.ts'
import { getContact } from './contacts.ts'

/** For one that was merged into another, the history of that other one. Errors: NOT_FOUND, ERASED. */
export async function historyOfContact(ctx: Ctx, id: string, before?: number) {
  const { id: own } = (await getContact(ctx, id)).value
  return historyOf(ctx, own, { elsewhere: broughtByDocuments(own) }, before)
}

/** What a document that was moved here did before; that it left stands where it left, its arrival here. */
const broughtByDocuments = (contactId: string) => sql<boolean>`
  h.entity = 'contact_document'
  and h.entity_id in (select d.id from contact_document d where d.contact_id = any (with_merged(${contactId})))
  and h.changes #>> '{contact_id,0}' is distinct from h.root_id::text`
