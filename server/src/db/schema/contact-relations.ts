// Written by `npm run types:db` from the migrated database.
import type { Generated } from '../column-types.ts'

interface ContactRelation {
  id: Generated<string>
  version: Generated<number>
  contact_id: string
  other_id: string
  type: 'RESELLER' | 'PARENTS' | 'EMPLOYER' | 'COUPLE' | 'DONOR'
  active: Generated<boolean>
  created_at: Generated<string>
}

export interface ContactRelationsTables {
  contact_relation: ContactRelation
}
