// Written by `npm run types:db` from the migrated database.
import type { ColumnType } from 'kysely'
import type { Generated, Json } from '../column-types.ts'

interface PhoneCall {
  id: Generated<string>
  provider: 'GENERIC' | 'SIPGATE' | 'PLACETEL' | 'THREE_CX'
  external_id: string
  direction: 'IN' | 'OUT'
  from_number: string
  to_number: string
  extensions: string[]
  internal: boolean
  started_at: string
  answered_at: string | null
  resumed_at: string | null
  held_at: string | null
  ended_at: string | null
  outcome: 'ENDED' | 'MISSED' | 'LOST' | 'VOICEMAIL' | null
  state: ColumnType<'RINGING' | 'ANSWERED' | 'HELD' | 'ENDED' | 'MISSED', never, never>
  answered_by_id: string | null
  contact_id: string | null
  encounter_id: string | null
  payload: Json
  created_at: Generated<string>
  unreturned: Generated<boolean>
}

interface PhoneCallPerson {
  call_id: string
  user_id: string
}

interface SipgateAccount {
  id: Generated<string>
  version: Generated<number>
  only_one: Generated<boolean>
  token_id: string
  sealed_token: Buffer
}

interface UnusedCallMessage {
  id: Generated<string>
  provider: 'GENERIC' | 'SIPGATE' | 'PLACETEL' | 'THREE_CX'
  reason: 'UNREADABLE' | 'IGNORED'
  payload: Json
  created_at: Generated<string>
}

export interface CallsTables {
  phone_call: PhoneCall
  phone_call_person: PhoneCallPerson
  sipgate_account: SipgateAccount
  unused_call_message: UnusedCallMessage
}
