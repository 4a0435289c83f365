// Written by `npm run types:db` from the migrated database.
import type { ColumnType } from 'kysely'
import type { Generated, Json } from '../column-types.ts'

interface History {
  id: ColumnType<number, never, never>
  at: Generated<string>
  actor: string | null
  entity: string
  entity_id: string
  root_id: string
  action: 'CREATED' | 'CHANGED' | 'REMOVED'
  changes: Json
}

export interface HistoryTables {
  history: History
}
