// Written by `npm run types:db` from the migrated database.

interface Presence {
  kind: 'contact' | 'email' | 'flame' | 'project'
  record_id: string
  user_id: string
  tab: string
  activity: 'VIEWING' | 'EDITING' | 'ANSWERING'
  field: string
  until: string
}

export interface PresenceTables {
  presence: Presence
}
