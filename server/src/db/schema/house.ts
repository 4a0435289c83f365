// Written by `npm run types:db` from the migrated database.
import type { ColumnType } from 'kysely'
import type { Generated, Json } from '../column-types.ts'

interface AppUser {
  id: Generated<string>
  version: Generated<number>
  username: string
  email: Generated<string>
  phone_number: Generated<string>
  language: Generated<'DE' | 'EN' | 'FR'>
  avatar_small: string | null
  disabled: Generated<boolean>
  password_hash: string
  second_factor_secret: Buffer | null
  second_factor_confirmed_at: string | null
  second_factor_step: Generated<number>
  config: Generated<Json>
  last_login_at: string | null
  created_at: Generated<string>
  deleted_at: string | null
  extensions: Generated<string>
}

interface History {
  id: ColumnType<number, never, never>
  at: Generated<string>
  actor: string | null
  entity: string
  entity_id: string
  root_id: string
  action: 'CREATED' | 'CHANGED' | 'REMOVED'
  changes: Json
}

interface RecoveryCode {
  user_id: string
  code_hash: Buffer
}

interface Role {
  id: Generated<string>
  version: Generated<number>
  name: string
  permissions: Generated<string[]>
  requires_second_factor: Generated<boolean>
}

interface Sector {
  id: Generated<string>
  version: Generated<number>
  title: string
}

interface Session {
  token_hash: Buffer
  user_id: string
  created_at: Generated<string>
  seen_at: Generated<string>
}

interface TablePreference {
  user_id: string
  table_id: string
  value: Json
}

interface UserRole {
  user_id: string
  role_id: string
}

export interface HouseTables {
  app_user: AppUser
  history: History
  recovery_code: RecoveryCode
  role: Role
  sector: Sector
  session: Session
  table_preference: TablePreference
  user_role: UserRole
}
