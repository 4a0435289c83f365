// Written by `npm run types:db` from the migrated database.
import type { Generated } from '../column-types.ts'

interface Comment {
  id: Generated<string>
  version: Generated<number>
  upstream_type: 'CONTACT' | 'EMAIL' | 'PROJECT'
  upstream_id: string
  contact_id: string | null
  answer_to: string | null
  author_id: string | null
  text: string
  created_at: Generated<string>
  updated_at: Generated<string>
  deleted_at: string | null
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
