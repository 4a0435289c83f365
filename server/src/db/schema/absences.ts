// Written by `npm run types:db` from the migrated database.
import type { Generated } from '../column-types.ts'

interface Absence {
  id: Generated<string>
  version: Generated<number>
  person_id: string
  from_at: string
  until_at: string
  stand_in_id: string | null
  flame_stand_in_id: string | null
  project_stand_in_id: string | null
  todo_stand_in_id: string | null
  mail_stand_in_id: string | null
  subject: Generated<string>
  text: Generated<string>
  phase: Generated<'PLANNED' | 'RUNNING' | 'OVER'>
  created_at: Generated<string>
  updated_at: Generated<string>
}

export interface AbsencesTables {
  absence: Absence
}
