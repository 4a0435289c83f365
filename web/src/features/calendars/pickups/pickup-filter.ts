import type { FlamePickup } from '#contract/orders/flames'

/** What the calendar is narrowed to; kept in the address. */
export interface PickupFilter {
  board?: string | undefined
  /** The id of a user, or 'none'. */
  person?: string | undefined
  /** The id of a forwarding agency, or 'none'. */
  agency?: string | undefined
}

export const isFiltering = ({ board, person, agency }: PickupFilter) => Boolean(board || person || agency)

const fits = (wanted: string | undefined, ref: string | null) => !wanted || wanted === (ref ?? 'none')

export const passes =
  ({ board, person, agency }: PickupFilter) =>
  (pickup: FlamePickup) =>
    fits(board, pickup.taskboardRef) && fits(person, pickup.assigneeRef) && fits(agency, pickup.forwardingAgencyRef)
