// Written by `npm run types:db` from the migrated database.
import type { Generated, Json } from '../column-types.ts'

interface ContactImport {
  id: Generated<string>
  state: Generated<'UPLOADED' | 'WAITING' | 'RUNNING' | 'DONE' | 'FAILED' | 'CANCELLED' | 'ROLLING_BACK' | 'ROLLED_BACK'>
  file_name: string
  encoding: string
  delimiter: string
  columns: string[]
  mapping: string[]
  preview: Json
  dry_run: Generated<boolean>
  update_matches: Generated<boolean>
  language: Generated<'DE' | 'EN' | 'FR'>
  run: Generated<number>
  at_work: Generated<boolean>
  rows_done: Generated<number>
  first_byte: number
  first_line: number
  bytes_done: number
  next_line: number
  bytes_total: number
  created: Generated<number>
  matched: Generated<number>
  changed: Generated<number>
  rejected: Generated<number>
  undo_total: Generated<number>
  undone: Generated<number>
  undo_refused: Generated<number>
  message: Generated<string>
  created_by: string
  created_at: Generated<string>
  finished_at: string | null
}

interface ContactImportPiece {
  import_id: string
  start_byte: number
  content: Buffer
  stored_at: Generated<string>
}

interface ContactImportRow {
  import_id: string
  line: number
  result: 'CREATED' | 'MATCHED' | 'CHANGED' | 'REJECTED'
  contact_id: string | null
  name: string
  reason: Generated<string>
  cells: string[] | null
}

interface ContactImportTouch {
  import_id: string
  contact_id: string
  created: boolean
  columns_before: Generated<Json>
  added_addresses: Generated<string[]>
  added_emails: Generated<string[]>
  added_phones: Generated<string[]>
  state_before: Generated<string>
  state_after: Generated<string>
  undo: string | null
}

interface ContactImportTrial {
  import_id: string
  contact_id: string
  contact: Json
}

interface ContactImportTrialKey {
  import_id: string
  key: string
  contact_id: string
}

export interface ContactImportsTables {
  contact_import: ContactImport
  contact_import_piece: ContactImportPiece
  contact_import_row: ContactImportRow
  contact_import_touch: ContactImportTouch
  contact_import_trial: ContactImportTrial
  contact_import_trial_key: ContactImportTrialKey
}
