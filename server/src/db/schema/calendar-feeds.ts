// Written by `npm run types:db` from the migrated database.
import type { Generated } from '../column-types.ts'

interface CalendarFeed {
  user_id: string
  secret_hash: Buffer
  sources: ('APPOINTMENTS' | 'PICKUPS' | 'FLAMES' | 'PROJECTS' | 'TODOS')[]
  created_at: Generated<string>
  last_read_at: string | null
}

export interface CalendarFeedsTables {
  calendar_feed: CalendarFeed
}
