import type { OutboxItem } from '#contract/mail/outgoing'

/** Returns true if a message can be sent again. */
export const mayBeSentAgain = ({ state }: OutboxItem): boolean =>
  state === 'FAILED' || state === 'UNCLEAR' || state === 'PARTLY_ACCEPTED'

/** Returns true if a message was not delivered everywhere, or possibly not, and no user has settled it. */
export const needsSomebody = (item: OutboxItem): boolean =>
  !item.settled && (mayBeSentAgain(item) || item.state === 'UNDELIVERABLE')
