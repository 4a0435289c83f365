import { z } from 'zod'
import { ById, Done, endpoint, Id, SeenVersion } from '../endpoint.ts'
import { ContactRow } from './contacts.ts'
import { ContactRelation, relationTypes } from './relation-types.ts'

export { ContactRelation, mirrorOf, type RelationType, relationTypes } from './relation-types.ts'

/** Contact with its relations, and the relations of those contacts. */
export const RelationGraph = z.object({
  nodes: z.array(
    z.object({
      contactRef: Id,
      fullName: z.string(),
      legalType: ContactRow.shape.legalType,
      /** Steps from the contact in the middle. */
      distance: z.int().min(0).max(2),
    }),
  ),
  /** `otherRef` is the `type` of `contactRef`. */
  edges: z.array(z.object({ contactRef: Id, otherRef: Id, type: z.enum(relationTypes), active: z.boolean() })),
  /** The graph was cut off. */
  more: z.boolean(),
})
export type RelationGraph = z.output<typeof RelationGraph>

const path = '/api/contacts/:id/contact-relations'
const BySubId = z.object({ id: Id, relId: Id })
/** Version that the caller saw; without it the change is made whatever the current version is. */
const Seen = z.object({ version: SeenVersion.optional() })

export const contactRelationApi = {
  list: endpoint({
    method: 'GET',
    path,
    allow: 'CONTACT_READ',
    summary: 'The relations of a contact as seen from it, the active ones first',
    shows: ['relation', 'contact'],
    params: ById,
    response: z.array(ContactRelation),
  }),
  resellerCustomer: endpoint({
    method: 'GET',
    path: `${path}/reseller-customer`,
    allow: 'CONTACT_READ',
    summary: 'Those of them that are resellers or customers of this reseller',
    shows: ['relation', 'contact'],
    params: ById,
    response: z.array(ContactRelation),
  }),
  count: endpoint({
    method: 'GET',
    path: `${path}/count`,
    allow: 'CONTACT_READ',
    summary: 'How many relations a contact has, and how many of them are active',
    shows: ['relation', 'contact'],
    params: ById,
    response: z.object({ count: z.int(), active: z.int() }),
  }),
  graph: endpoint({
    method: 'GET',
    path: `${path}/graph`,
    allow: 'CONTACT_READ',
    summary: 'The contacts at most two relations away, a few of them where there are many',
    shows: ['relation', 'contact'],
    params: ById,
    response: RelationGraph,
  }),
  add: endpoint({
    method: 'POST',
    path,
    allow: 'CONTACT_MODIFY',
    idempotencyKey: 'accepted',
    summary: 'Relate a contact to another one; type says what the other one is to it',
    params: ById,
    body: z.object({ contactRef: Id, type: z.enum(relationTypes), active: z.boolean().default(true) }),
    response: ContactRelation,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${path}/:relId`,
    allow: 'CONTACT_MODIFY',
    summary: 'Remove a relation, on both sides',
    params: BySubId,
    response: Done,
  }),
  deactivate: endpoint({
    method: 'PUT',
    path: `${path}/:relId/deactivate`,
    allow: 'CONTACT_MODIFY',
    summary: 'Mark a relation as past; it stays listed',
    params: BySubId,
    query: Seen,
    response: ContactRelation,
  }),
  activate: endpoint({
    method: 'PUT',
    path: `${path}/:relId/activate`,
    allow: 'CONTACT_MODIFY',
    summary: 'Make a past relation active again',
    params: BySubId,
    query: Seen,
    response: ContactRelation,
  }),
  migrate: endpoint({
    method: 'PUT',
    path: `${path}/:relId/migrate`,
    allow: 'CONTACT_MODIFY',
    summary: 'Turn a relation into another type, its other side too',
    params: BySubId,
    query: Seen.extend({ migrationType: z.enum(relationTypes) }),
    response: ContactRelation,
  }),
}
