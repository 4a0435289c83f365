// Written by `npm run types:db` from the migrated database.
import type { Generated } from '../column-types.ts'

interface ContactErasure {
  id: Generated<string>
  contact_id: string
  erased_by: string
  erased_at: Generated<string>
}

interface ErasedContactKey {
  hash: Buffer
  erasure_id: string
}

export interface ContactErasuresTables {
  contact_erasure: ContactErasure
  erased_contact_key: ErasedContactKey
}
