// Written by `npm run types:db` from the migrated database.
import type { Generated } from '../column-types.ts'

interface RoleDefault {
  role: string
  permission: Generated<string>
  own_role: Generated<boolean>
}

export interface RoleDefaultsTables {
  role_default: RoleDefault
}
