import { contactRelationApi } from '#contract/contacts/relations'
import { routes } from '../../http/routes.ts'
import { relationGraph } from './relation-graph.ts'
import {
  addRelation,
  countRelations,
  listRelations,
  listResellerCustomers,
  migrateRelation,
  removeRelation,
  setActive,
} from './relations.ts'

export const contactRelationRoutes = routes(contactRelationApi, {
  list: ({ ctx, params }) => listRelations(ctx, params.id),
  resellerCustomer: ({ ctx, params }) => listResellerCustomers(ctx, params.id),
  count: ({ ctx, params }) => countRelations(ctx, params.id),
  graph: ({ ctx, params }) => relationGraph(ctx, params.id),
  add: ({ ctx, params, body }) => addRelation(ctx, params.id, body),
  remove: ({ ctx, params }) => removeRelation(ctx, params.id, params.relId),
  deactivate: ({ ctx, params, query }) => setActive(ctx, params.id, params.relId, { ...query, active: false }),
  activate: ({ ctx, params, query }) => setActive(ctx, params.id, params.relId, { ...query, active: true }),
  migrate: ({ ctx, params, query }) =>
    migrateRelation(ctx, params.id, params.relId, { type: query.migrationType, version: query.version }),
})
