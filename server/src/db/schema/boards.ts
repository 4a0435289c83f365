// Written by `npm run types:db` from the migrated database.
import type { Generated } from '../column-types.ts'

interface Blackboard {
  id: Generated<string>
  version: Generated<number>
  kind: 'FLAME' | 'PROJECT'
  title: string
  card_shows: Generated<('ARTICLES' | 'DESTINATION' | 'CERTIFICATE' | 'SAP_NUMBER' | 'NEXT_DATE' | 'CRATES' | 'TODOS')[]>
}

interface BlackboardRole {
  id: Generated<string>
  owner_id: string
  role_id: string
}

interface BlackboardStep {
  id: Generated<string>
  blackboard_id: string
  position: number
  title: string
  colour: string
  requires: Generated<('PICKUP_DATE' | 'AVIS_PHONE' | 'AVIS_EMAIL' | 'PACKAGES_CURRENT' | 'UID_VERIFIED_IF_TAX_FREE' | 'SAP_NUMBER')[]>
}

interface BlackboardUser {
  id: Generated<string>
  owner_id: string
  user_id: string
}

export interface BoardsTables {
  blackboard: Blackboard
  blackboard_role: BlackboardRole
  blackboard_step: BlackboardStep
  blackboard_user: BlackboardUser
}
