// Written by `npm run types:db` from the migrated database.

interface ContactCard {
  contact_id: string
  card: string
}

export interface ContactCardTables {
  contact_card: ContactCard
}
