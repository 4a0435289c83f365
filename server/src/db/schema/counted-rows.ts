// Written by `npm run types:db` from the migrated database.

interface EmailArrival {
  email_id: string
  mailbox_id: string | null
  received_at: string
  weekday: number
  minutes: number | null
  written: boolean
  open: boolean
}

interface FlameOrder {
  flame_id: string
  blackboard_id: string
  archived_at: string
  month: string
  country: string
  customer_type: string
  articles: number
  crates: number
  weight_in_kg: number
  products: string[]
  quantities: number[]
}

export interface CountedRowsTables {
  email_arrival: EmailArrival
  flame_order: FlameOrder
}
