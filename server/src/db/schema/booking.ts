// Written by `npm run types:db` from the migrated database.
import type { Generated } from '../column-types.ts'

interface BookingRequest {
  id: Generated<string>
  token_hash: Buffer
  slot_id: string
  start_at: string
  hold_id: string | null
  given_name: Generated<string>
  surname: Generated<string>
  phone_number: Generated<string>
  note: Generated<string>
  email_address: string
  address: string
  appointment_id: string | null
  created_at: Generated<string>
}

export interface BookingTables {
  booking_request: BookingRequest
}
