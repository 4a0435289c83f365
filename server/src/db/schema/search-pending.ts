// Written by `npm run types:db` from the migrated database.

interface ContactSearchPending {
  contact_id: string
}

export interface SearchPendingTables {
  contact_search_pending: ContactSearchPending
}
