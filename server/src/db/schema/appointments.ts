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

interface PredefinedTimeSlot {
  id: Generated<string>
  version: Generated<number>
  weekday: 'MONDAY' | 'TUESDAY' | 'WEDNESDAY' | 'THURSDAY' | 'FRIDAY' | 'SATURDAY' | 'SUNDAY'
  start_time: string
  end_time: string
  capacity: number
  valid_from: string
  valid_until: string | null
  lead_time_hours: Generated<number>
  buffer_minutes: Generated<number>
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
  predefined_time_slot: PredefinedTimeSlot
  slot_day: SlotDay
  slot_hold: SlotHold
  time_slot_exception: TimeSlotException
}
