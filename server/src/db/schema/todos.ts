// Written by `npm run types:db` from the migrated database.
import type { ColumnType } from 'kysely'
import type { Generated } from '../column-types.ts'

interface Todo {
  id: Generated<string>
  version: Generated<number>
  flame_id: string | null
  title: string
  activities: Generated<string>
  feedback: Generated<string>
  state: Generated<'OPEN' | 'WAITING' | 'DONE'>
  assignee_id: string | null
  start: string | null
  due: string | null
  finished: string | null
  order_key: number
  start_from: 'CURRENT_DATE' | 'DOSSIER_SELF_PICKUP' | 'DOSSIER_PICKUP' | 'DOSSIER_DELIVERY' | 'DOSSIER_PURCHASING_PICKUP' | 'DOSSIER_PAYMENT_PERIOD' | 'PROJECT_START' | 'PROJECT_END' | null
  start_operator: Generated<'ADD_DAYS' | 'SUBTRACT_DAYS'>
  start_days: Generated<number>
  start_base: string | null
  due_told: Generated<boolean>
  created_by: string | null
  created_at: Generated<string>
  updated_at: Generated<string>
  search: ColumnType<string, never, never>
  project_id: string | null
  ref: ColumnType<string, never, never>
  deleted_at: string | null
}

export interface TodosTables {
  todo: Todo
}
