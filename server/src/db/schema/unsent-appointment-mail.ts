// Written by `npm run types:db` from the migrated database.
import type { Generated } from '../column-types.ts'

interface AppointmentMailFault {
  appointment_id: string
  kind: 'CONFIRMATION' | 'CANCELLATION' | 'REMINDER'
  code: 'MAILBOX_OFF' | 'OPEN_PLACEHOLDERS'
  since: Generated<string>
}

export interface UnsentAppointmentMailTables {
  appointment_mail_fault: AppointmentMailFault
}
