// Written by `npm run types:db` from the migrated database.
import type { Generated } from '../column-types.ts'

interface Letterhead {
  id: Generated<string>
  version: Generated<number>
  only_one: Generated<boolean>
  sender: Generated<string>
  footer: Generated<string>
  logo_hash: string | null
  logo_mime_type: string | null
}

export interface LetterheadTables {
  letterhead: Letterhead
}
