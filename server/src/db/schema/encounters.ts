// Written by `npm run types:db` from the migrated database.
import type { ColumnType } from 'kysely'
import type { Generated } from '../column-types.ts'

interface Encounter {
  id: Generated<string>
  version: Generated<number>
  contact_id: string
  encounter_type: 'TELEPHONE' | 'FACE_TO_FACE' | 'EMAIL_INCOMING' | 'EMAIL_OUTGOING' | 'VOICE_MEMO' | 'POST' | 'FAX' | 'APPOINTMENT' | 'TASK' | 'TODO'
  title: Generated<string>
  description: Generated<string>
  original_known_since: string
  assignee_id: string | null
  created_by: string | null
  updated_by: string | null
  duplicate: Generated<boolean>
  further_email_addresses_to_answer: Generated<string[]>
  content_mailings_ddj: Generated<boolean>
  content_mailings_postcard: Generated<boolean>
  content_mailings_seeds_magazine: Generated<boolean>
  created_at: Generated<string>
  updated_at: Generated<string>
  deleted_at: string | null
  search: ColumnType<string, never, never>
  email_id: string | null
  flame_id: string | null
  blackboard_id: string | null
  from_flame: Generated<boolean>
}

interface VoiceMemo {
  id: string
  file_hash: string
  size_byte: number
  seconds: number
  transcription: Generated<'NONE' | 'WAITING' | 'RUNNING' | 'DONE' | 'FAILED'>
  reason: 'OFF' | 'UNREACHABLE' | 'TIMEOUT' | 'REFUSED' | 'UNREADABLE' | 'NO_TEXT' | 'COMMAND_FAILED' | 'STORAGE_FAILED' | 'KEPT' | null
  run: Generated<number>
  attempts: Generated<number>
  transcript: Generated<string>
  replaces: Generated<string>
}

export interface EncountersTables {
  encounter: Encounter
  voice_memo: VoiceMemo
}
