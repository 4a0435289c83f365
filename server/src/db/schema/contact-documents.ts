// Written by `npm run types:db` from the migrated database.
import type { ColumnType } from 'kysely'
import type { Generated } from '../column-types.ts'

interface ContactDocument {
  id: Generated<string>
  version: Generated<number>
  contact_id: string
  name: string
  classification_id: string | null
  current_number: Generated<number>
  deleted_at: string | null
  search: ColumnType<string, never, never>
}

interface ContactDocumentVersion {
  id: Generated<string>
  document_id: string
  number: number
  mime_type: string
  document_kind: 'PDF' | 'IMAGE' | 'WORD' | 'EMAIL' | null
  size_byte: number
  file_hash: string
  thumbnail_hash: string | null
  uploaded_at: Generated<string>
  uploaded_by: string | null
}

export interface ContactDocumentsTables {
  contact_document: ContactDocument
  contact_document_version: ContactDocumentVersion
}
