// Written by `npm run types:db` from the migrated database.
import type { ColumnType } from 'kysely'
import type { Generated, Json } from '../column-types.ts'

interface Project {
  id: Generated<string>
  version: Generated<number>
  step_id: string
  place: number
  in_step_since: Generated<string>
  title: string
  description: Generated<string>
  start: string | null
  finished: string | null
  assignee_id: string | null
  proxy_owner_id: string | null
  proxy_owner_from: string | null
  proxy_owner_until: string | null
  reminder_at: string | null
  created_at: Generated<string>
  updated_at: Generated<string>
  archived_at: string | null
  deleted_at: string | null
  search: ColumnType<string, never, never>
  deleted_by: string | null
}

interface ProjectCard {
  project_id: string
  card: string
  list: string | null
  created_at: string | null
  start: string | null
  finished: string | null
  reminder_at: string | null
  title: string | null
  names: Generated<string>
}

interface ProjectContact {
  id: Generated<string>
  project_id: string
  contact_id: string
}

interface ProjectDocument {
  id: Generated<string>
  version: Generated<number>
  project_id: string
  name: string
  current_number: Generated<number>
  deleted_at: string | null
}

interface ProjectDocumentVersion {
  id: Generated<string>
  document_id: string
  number: number
  mime_type: string
  document_kind: 'PDF' | 'IMAGE' | 'WORD' | 'EMAIL' | null
  size_byte: number
  file_hash: string
  uploaded_at: Generated<string>
  uploaded_by: string | null
}

interface ProjectSaved {
  project_id: string
  version: number
  saved_at: Generated<string>
  state: Json
}

export interface ProjectsTables {
  project: Project
  project_card: ProjectCard
  project_contact: ProjectContact
  project_document: ProjectDocument
  project_document_version: ProjectDocumentVersion
  project_saved: ProjectSaved
}
