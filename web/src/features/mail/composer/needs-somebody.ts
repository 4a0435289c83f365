import type { OutboxItem } from '#contract/mail/outgoing'

/** Returns true if a message can be sent again; one that a user has settled cannot. */
export const mayBeSentAgain = ({ state, settled }: OutboxItem): boolean =>
  !settled && (state === 'FAILED' || state === 'UNCLEAR' || state === 'PARTLY_ACCEPTED')

/** Returns true if a message was not delivered everywhere, or possibly not, and no user has settled it. */
export const needsSomebody = (item: OutboxItem): boolean =>
  mayBeSentAgain(item) || (item.state === 'UNDELIVERABLE' && !item.settled)
