import type { OutboxItem } from '#contract/mail/outgoing'

/** It can be sent once more. */
export const mayBeSentAgain = ({ state }: OutboxItem): boolean =>
  state === 'FAILED' || state === 'UNCLEAR' || state === 'PARTLY_ACCEPTED'

/** It did not arrive everywhere, or nobody knows, and nobody has let it rest yet. */
export const needsSomebody = (item: OutboxItem): boolean =>
  !item.settled && (mayBeSentAgain(item) || item.state === 'UNDELIVERABLE')
