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

interface LibraryDocument {
  id: Generated<string>
  version: Generated<number>
  collection: 'IMAGE_GALLERY' | 'SHARED_DOCUMENTS'
  name: string
  mime_type: string
  document_kind: 'PDF' | 'IMAGE' | 'WORD' | 'EMAIL' | null
  size_byte: number
  file_hash: string
  thumbnail_hash: string | null
  classification_id: string | null
  uploaded_at: Generated<string>
  deleted_at: string | null
}

interface StoredFile {
  hash: string
  size_byte: number
  touched_at: Generated<string>
  verified_at: string | null
}

export interface DocumentsTables {
  file_check: FileCheck
  library_document: LibraryDocument
  stored_file: StoredFile
}
