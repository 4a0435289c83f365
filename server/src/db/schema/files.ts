// Written by `npm run types:db` from the migrated database.
import type { Generated, Json } from '../column-types.ts'

interface FileCheck {
  id: Generated<string>
  started_at: Generated<string>
  finished_at: string | null
  files: Generated<number>
  size_byte: Generated<number>
  verified: Generated<number>
  missing: Generated<Json>
  damaged: Generated<Json>
  orphaned: Generated<number>
  removed: Generated<number>
}

interface FileText {
  hash: string
  text: string | null
  search: Generated<string>
  tries: Generated<number>
  in_email: Generated<boolean>
  in_document: Generated<boolean>
}

interface StoredFile {
  hash: string
  size_byte: number
  touched_at: Generated<string>
  verified_at: string | null
}

export interface FilesTables {
  file_check: FileCheck
  file_text: FileText
  stored_file: StoredFile
}
