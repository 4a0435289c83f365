// Written by `npm run types:db` from the migrated database.
import type { Generated, Json } from '../column-types.ts'

interface Notification {
  id: Generated<string>
  user_id: string
  notification_type: 'COMMENT' | 'TASK_REMINDER' | 'PROJECT_REMINDER' | 'CONTACT_DUPLICATES' | 'CURRENT_LOGINS' | 'INCOMING_CALL' | 'MISSING_CALL' | 'CHECK_FLAME' | 'CHECK_PROJECT' | 'TODO_FINISHED' | 'COMPLETE_TODO' | 'INTERESTING_ENCOUNTER' | 'WEBHOOK_OFF'
  content: string
  reason: 'ASSIGNED' | 'MENTIONED' | 'OVERDUE' | 'NOT_SENT' | null
  comment_id: string | null
  flame_id: string | null
  encounter_id: string | null
  once: string | null
  created_at: Generated<string>
  read_at: string | null
  contact_id: string | null
  project_id: string | null
  todo_id: string | null
  call_id: string | null
}

interface NotificationSetting {
  user_id: string
  ways: Generated<Json>
  quiet_from: Generated<string>
  quiet_until: Generated<string>
}

export interface NotificationsTables {
  notification: Notification
  notification_setting: NotificationSetting
}
