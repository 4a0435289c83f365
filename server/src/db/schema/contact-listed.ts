// Written by `npm run types:db` from the migrated database.

interface ContactListed {
  contact_id: string
  card: string
}

export interface ContactListedTables {
  contact_listed: ContactListed
}
