import type { FlamePickup } from '#contract/orders/flames'

/** Filters of the calendar, kept in the URL. */
export interface PickupFilter {
  board?: string | undefined
  /** Id of a user, or 'none'. */
  person?: string | undefined
  /** Id of a forwarding agency, or 'none'. */
  agency?: string | undefined
}

export const isFiltering = ({ board, person, agency }: PickupFilter) => Boolean(board || person || agency)

const fits = (wanted: string | undefined, ref: string | null) => !wanted || wanted === (ref ?? 'none')

export const passes =
  ({ board, person, agency }: PickupFilter) =>
  (pickup: FlamePickup) =>
    fits(board, pickup.taskboardRef) && fits(person, pickup.assigneeRef) && fits(agency, pickup.forwardingAgencyRef)
