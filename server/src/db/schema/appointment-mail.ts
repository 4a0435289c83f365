// Written by `npm run types:db` from the migrated database.
import type { Generated } from '../column-types.ts'

interface AppointmentMail {
  id: Generated<string>
  appointment_id: string
  kind: 'CONFIRMATION' | 'CANCELLATION' | 'REMINDER'
  sequence: number
  address: string
  email_id: string | null
  sent_by: string | null
  sent_at: Generated<string>
}

interface AppointmentMailFault {
  appointment_id: string
  kind: 'CONFIRMATION' | 'CANCELLATION' | 'REMINDER'
  code: 'MAILBOX_OFF' | 'OPEN_PLACEHOLDERS'
  since: Generated<string>
}

interface AppointmentSetting {
  id: Generated<string>
  version: Generated<number>
  only_one: Generated<boolean>
  mailbox_id: string | null
  confirmation_template_id: string | null
  cancellation_template_id: string | null
  reminder_template_id: string | null
  reminder_hours: Generated<number>
  booking_open: Generated<boolean>
  booking_user_id: string | null
  booking_address: Generated<string>
}

export interface AppointmentMailTables {
  appointment_mail: AppointmentMail
  appointment_mail_fault: AppointmentMailFault
  appointment_setting: AppointmentSetting
}
