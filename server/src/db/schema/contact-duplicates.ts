// Written by `npm run types:db` from the migrated database.
import type { Generated, Json } from '../column-types.ts'

interface ContactDuplicateGroup {
  id: string
  score: number
}

interface ContactDuplicatePair {
  one_id: string
  other_id: string
  score: number
  reasons: Json
  group_id: string
  found_by: string
}

interface ContactDuplicateRun {
  id: Generated<string>
  state: Generated<'WAITING' | 'RUNNING' | 'DONE' | 'FAILED'>
  steps_done: Generated<number>
  steps_total: Generated<number>
  groups: Generated<number>
  new_groups: Generated<number>
  created_by: string | null
  created_at: Generated<string>
  finished_at: string | null
}

interface ContactDuplicateTotal {
  groups: Generated<number>
}

interface ContactMerge {
  id: Generated<string>
  survivor_id: string
  snapshot: Json | null
  created_by: string
  created_at: Generated<string>
  undone_by: string | null
  undone_at: string | null
}

interface ContactMergeMember {
  contact_id: string
  merge_id: string
}

interface ContactNotDuplicate {
  one_id: string
  other_id: string
  said_by: string | null
  said_at: Generated<string>
}

export interface ContactDuplicatesTables {
  contact_duplicate_group: ContactDuplicateGroup
  contact_duplicate_pair: ContactDuplicatePair
  contact_duplicate_run: ContactDuplicateRun
  contact_duplicate_total: ContactDuplicateTotal
  contact_merge: ContactMerge
  contact_merge_member: ContactMergeMember
  contact_not_duplicate: ContactNotDuplicate
}
