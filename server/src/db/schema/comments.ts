// Written by `npm run types:db` from the migrated database.
import type { ColumnType } from 'kysely'
import type { Generated } from '../column-types.ts'

interface Comment {
  id: Generated<string>
  version: Generated<number>
  contact_id: string | null
  answer_to: string | null
  author_id: string | null
  text: string
  created_at: Generated<string>
  updated_at: Generated<string>
  deleted_at: string | null
  email_id: string | null
  project_id: string | null
  upstream_id: ColumnType<string, never, never>
}

interface CommentMention {
  comment_id: string
  user_id: string
  written: string
}

export interface CommentsTables {
  comment: Comment
  comment_mention: CommentMention
}
