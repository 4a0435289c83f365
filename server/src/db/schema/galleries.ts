// Written by `npm run types:db` from the migrated database.
import type { Generated } from '../column-types.ts'

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

export interface GalleriesTables {
  library_document: LibraryDocument
}
