// Written by `npm run types:db` from the migrated database.
import type { Generated } from '../column-types.ts'

interface Appointment {
  id: string
  start_at: string
  end_at: string
  place: Generated<string>
  state: Generated<'BOOKED' | 'CANCELLED' | 'MISSED'>
  reason: Generated<string>
  slot_id: string | null
  sequence: Generated<number>
  participants: Generated<string[]>
}

interface SlotDay {
  slot_id: string
  start_at: string
  capacity: number
  taken: number
}

interface SlotHold {
  id: Generated<string>
  slot_id: string
  start_at: string
  user_id: string
  expires_at: string
  address: Generated<string>
  created_at: Generated<string>
}

interface TimeSlotException {
  id: Generated<string>
  version: Generated<number>
  day: string
  slot_id: string | null
  reason: Generated<string>
}

export interface AppointmentsTables {
  appointment: Appointment
  slot_day: SlotDay
  slot_hold: SlotHold
  time_slot_exception: TimeSlotException
}
