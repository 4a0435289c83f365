import { historyApi } from '@glut/contract/history'
import { sql } from 'kysely'
import { mayKnowDocument } from '../contact-documents/contact-documents.ts'
import type { Actor } from '../http/context.ts'
import { routes } from '../http/routes.ts'
import { historyOf } from './history.ts'

export const historyRoutes = routes(historyApi, {
  ofContact: ({ ctx, params, query }) => historyOf(ctx, params.id, knownTo(ctx.actor), query.before),
  ofEmail: ({ ctx, params, query }) => historyOf(ctx, params.id, knownTo(ctx.actor), query.before),
})

/** Leaves out the entries of what the actor may not see itself. */
const knownTo = (actor: Actor) => sql<boolean>`
  (h.entity <> 'contact_document' or ${mayKnowDocument(sql`h.entity_id`, actor)})
  and (h.entity <> 'comment' or ${actor.permissions.has('READ_COMMENTS')})`
