// Written by `npm run types:db` from the migrated database.

interface EmailCard {
  email_id: string
  contact_id: string | null
  thread_id: string
  mailbox_id: string | null
  members: string
}

export interface EmailCardsTables {
  email_card: EmailCard
}
