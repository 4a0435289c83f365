// Written by `npm run types:db` from the migrated database.
import type { Generated } from '../column-types.ts'

interface Webhook {
  id: Generated<string>
  version: Generated<number>
  title: string
  url: string
  events: ('APPOINTMENT_BOOKED' | 'APPOINTMENT_MOVED' | 'APPOINTMENT_CANCELLED')[]
  active: Generated<boolean>
  sealed_secret: Buffer
  failing_since: string | null
  gave_up_at: string | null
  busy_until: string | null
  created_at: Generated<string>
  sealed_secret_before: Buffer | null
  secret_before_until: string | null
}

interface WebhookAttempt {
  id: Generated<string>
  delivery_id: string
  created_at: Generated<string>
  duration_ms: number
  status: number | null
  fault: 'STATUS' | 'REDIRECT' | 'TIMEOUT' | 'UNREACHABLE' | 'NOT_PUBLIC' | 'OWN_FAULT' | null
  answer: Generated<string>
}

interface WebhookDelivery {
  id: Generated<string>
  webhook_id: string
  event_id: string
  event_type: 'APPOINTMENT_BOOKED' | 'APPOINTMENT_MOVED' | 'APPOINTMENT_CANCELLED' | 'TEST'
  body: string
  state: Generated<'WAITING' | 'DELIVERED' | 'GIVEN_UP'>
  tries: Generated<number>
  next_try_at: string | null
  created_at: Generated<string>
}

export interface WebhooksTables {
  webhook: Webhook
  webhook_attempt: WebhookAttempt
  webhook_delivery: WebhookDelivery
}
