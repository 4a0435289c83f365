// Written by `npm run types:db` from the migrated database.
import type { Generated } from '../column-types.ts'

interface FileText {
  hash: string
  text: string | null
  search: Generated<string>
  tries: Generated<number>
  in_email: Generated<boolean>
  in_document: Generated<boolean>
}

export interface FileTextsTables {
  file_text: FileText
}
