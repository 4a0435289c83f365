// Written by `npm run types:db` from the migrated database.

interface Town {
  country: string
  zip_code: string
  city: string
}

export interface TownsTables {
  town: Town
}
