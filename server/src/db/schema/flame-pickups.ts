// Written by `npm run types:db` from the migrated database.

interface FlamePickup {
  flame_id: string
  kind: 'PICKUP' | 'SELF_PICKUP' | 'DELIVERY'
  at: string
  entry: string
}

export interface FlamePickupsTables {
  flame_pickup: FlamePickup
}
