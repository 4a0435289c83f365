// Written by `npm run types:db` from the migrated database.
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

interface LoginFailure {
  name_hash: Buffer
  address: string
  failures: number
  last_at: Generated<string>
}

interface ProductSetting {
  id: Generated<string>
  version: Generated<number>
  only_one: Generated<boolean>
  shows_signed_in: Generated<boolean>
  shows_people: Generated<boolean>
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

interface RoleDefault {
  role: string
  permission: Generated<string>
  own_role: Generated<boolean>
}

interface Session {
  token_hash: Buffer
  user_id: string
  created_at: Generated<string>
  seen_at: Generated<string>
}

interface SignInPlace {
  user_id: string
  address: string
  last_at: Generated<string>
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

export interface UsersTables {
  app_user: AppUser
  login_failure: LoginFailure
  product_setting: ProductSetting
  recovery_code: RecoveryCode
  role: Role
  role_default: RoleDefault
  session: Session
  sign_in_place: SignInPlace
  table_preference: TablePreference
  user_role: UserRole
}
