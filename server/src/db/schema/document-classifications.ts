// Written by `npm run types:db` from the migrated database.
import type { Generated } from '../column-types.ts'

interface DocumentClassification {
  id: Generated<string>
  version: Generated<number>
  title: string
}

interface DocumentClassificationRole {
  id: Generated<string>
  owner_id: string
  role_id: string
}

interface DocumentClassificationUser {
  id: Generated<string>
  owner_id: string
  user_id: string
}

export interface DocumentClassificationsTables {
  document_classification: DocumentClassification
  document_classification_role: DocumentClassificationRole
  document_classification_user: DocumentClassificationUser
}
