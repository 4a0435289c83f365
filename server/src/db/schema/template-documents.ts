// Written by `npm run types:db` from the migrated database.
import type { Generated } from '../column-types.ts'

interface TemplateDocument {
  id: Generated<string>
  template_id: string
  document_id: string
  position: number
}

export interface TemplateDocumentsTables {
  template_document: TemplateDocument
}
