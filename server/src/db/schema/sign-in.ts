// Written by `npm run types:db` from the migrated database.
import type { Generated } from '../column-types.ts'

interface LoginFailure {
  name_hash: Buffer
  address: string
  failures: number
  last_at: Generated<string>
}

interface SignInPlace {
  user_id: string
  address: string
  last_at: Generated<string>
}

export interface SignInTables {
  login_failure: LoginFailure
  sign_in_place: SignInPlace
}
