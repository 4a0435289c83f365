// Written by `npm run types:db` from the migrated database.
import type { Generated } from '../column-types.ts'

interface AccessKey {
  id: Generated<string>
  version: Generated<number>
  title: string
  scope: 'BOOKING' | 'TELEPHONY' | 'METRICS'
  user_id: string
  secret_hash: Buffer | null
  sealed_secret: Buffer | null
  created_at: Generated<string>
  last_used_at: string | null
  revoked_at: string | null
}

interface IdempotencyKey {
  caller_id: string
  call: string
  key: string
  request_hash: Buffer
  answer: string | null
  expires_at: string
}

export interface AccessKeysTables {
  access_key: AccessKey
  idempotency_key: IdempotencyKey
}
