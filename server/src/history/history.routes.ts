import { sql } from 'kysely'
import { historyApi } from '#contract/history'
import { getContact } from '../contacts/contacts.ts'
import type { Ctx } from '../http/context.ts'
import { routes } from '../http/routes.ts'
import { assertEmail } from '../mail/inbox/inbox.ts'
import { historyOf } from './history.ts'
import { historyOfEntry, historyOfList } from './lists.ts'

export const historyRoutes = routes(historyApi, {
  ofContact: ({ ctx, params, query }) => historyOfContact(ctx, params.id, query.before),
  async ofEmail({ ctx, params, query }) {
    await assertEmail(ctx, params.id)
    return historyOf(ctx, params.id, {}, query.before)
  },
  ofUsers: ({ ctx, query }) => historyOfList(ctx, 'users', query.before),
  ofUser: ({ ctx, params, query }) => historyOfEntry(ctx, 'users', params.id, query.before),
  ofList: ({ ctx, params, query }) => historyOfList(ctx, params.list, query.before),
  ofListEntry: ({ ctx, params, query }) => historyOfEntry(ctx, params.list, params.id, query.before),
})

/** For one that was merged into another, the history of that other one. Errors: NOT_FOUND, ERASED. */
async function historyOfContact(ctx: Ctx, id: string, before?: number) {
  const { id: own } = (await getContact(ctx, id)).value
  return historyOf(ctx, own, { elsewhere: broughtByDocuments(own) }, before)
}

/** What a document that was moved here did before; that it left stands where it left, its arrival here. */
const broughtByDocuments = (contactId: string) => sql<boolean>`
  h.entity = 'contact_document'
  and h.entity_id in (select d.id from contact_document d where d.contact_id = any (with_merged(${contactId})))
  and h.changes #>> '{contact_id,0}' is distinct from h.root_id::text`
