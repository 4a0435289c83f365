// Written by `npm run types:db` from the migrated database.
import type { Generated, Json } from '../column-types.ts'

interface UnusedCallMessage {
  id: Generated<string>
  provider: 'GENERIC' | 'SIPGATE' | 'PLACETEL' | 'THREE_CX'
  reason: 'UNREADABLE' | 'IGNORED'
  payload: Json
  created_at: Generated<string>
}

export interface CallMessagesTables {
  unused_call_message: UnusedCallMessage
}
