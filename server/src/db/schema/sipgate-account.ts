// Written by `npm run types:db` from the migrated database.
import type { Generated } from '../column-types.ts'

interface SipgateAccount {
  id: Generated<string>
  version: Generated<number>
  only_one: Generated<boolean>
  token_id: string
  sealed_token: Buffer
}

export interface SipgateAccountTables {
  sipgate_account: SipgateAccount
}
