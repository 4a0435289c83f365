import { sql } from 'kysely'
import { historyApi } from '#contract/history'
import { mayKnowDocument } from '../contact-documents/contact-documents.ts'
import type { Actor } from '../http/context.ts'
import { routes } from '../http/routes.ts'
import { historyOf } from './history.ts'

export const historyRoutes = routes(historyApi, {
  ofContact: ({ ctx, params, query }) =>
    historyOf(ctx, params.id, { mayKnow: knownTo(ctx.actor), elsewhere: broughtByDocuments(params.id) }, query.before),
  ofEmail: ({ ctx, params, query }) => historyOf(ctx, params.id, { mayKnow: knownTo(ctx.actor) }, query.before),
})

/** Leaves out the entries of what the actor may not see itself. */
const knownTo = (actor: Actor) => sql<boolean>`
  (h.entity <> 'contact_document' or ${mayKnowDocument(sql`h.entity_id`, actor)})
  and (h.entity <> 'comment' or ${actor.permissions.has('READ_COMMENTS')})`

/** What a document that was moved here did before; that it left stands where it left, its arrival here. */
const broughtByDocuments = (contactId: string) => sql<boolean>`
  h.entity = 'contact_document'
  and h.entity_id in (select d.id from contact_document d where d.contact_id = any (with_merged(${contactId})))
  and h.changes #>> '{contact_id,0}' is distinct from h.root_id::text`
