// Written by `npm run types:db` from the migrated database.
import type { Generated } from '../column-types.ts'

interface MailRefusedTask {
  id: Generated<string>
  mailbox_id: string
  source_id: string
  task: 'SEEN' | 'UNSEEN' | 'ANSWERED' | 'FORWARDED' | 'BIN' | 'UNBIN' | 'REMOVE'
  fault: 'HOST_UNKNOWN' | 'REFUSED' | 'TIMEOUT' | 'CERTIFICATE' | 'NO_STARTTLS' | 'CREDENTIALS' | 'TOKEN' | 'NOT_ALLOWED' | 'CONTENT_REFUSED' | 'TOO_LARGE' | 'MESSAGE_REFUSED' | 'FOLDER_MISSING' | 'THROTTLED' | 'QUOTA' | 'DISCONNECTED' | 'LATER' | 'PROTOCOL' | 'SECRET_UNREADABLE' | 'OWN_FAULT'
  said: Generated<string>
  refused_at: Generated<string>
  left_at: string | null
}

export interface RefusedTasksTables {
  mail_refused_task: MailRefusedTask
}
